import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { render } from "../../testing/render.tsx";
import { fakeContainer, fakeEnergy, fakeNowMs, minutesAgo } from "./container-row.fake.ts";
import { RowEnergy } from "./row-energy.tsx";

test("of a container that sends nothing any more the word says how it was, whatever the link to the portal", async () => {
  await loadTexts("energy-state");
  const show = (minutes: number) => {
    const energy = fakeEnergy("charging", { at: minutesAgo(minutes) });
    return render(() => <RowEnergy container={fakeContainer({ energy, everyS: 60 })} now={fakeNowMs} />);
  };
  await show(1);
  await expect.element(page.getByTestId("part")).toHaveTextContent(/^Charging$/);
  await show(30);
  await expect.element(page.getByTestId("part")).toHaveTextContent(/^Was charging$/);
});
