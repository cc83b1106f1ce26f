import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { render, say } from "../../testing/render.tsx";
import { EnergySentence } from "../energy-state/energy-sentence.tsx";
import { fakeContainer, fakeEnergy, fakeNowMs, minutesAgo } from "./container-row.fake.ts";
import { energyFacts } from "./energy-facts.ts";
import { RowEnergy } from "./row-energy.tsx";
import { StatusMark } from "./status-mark.tsx";

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

test("one that was never connected has the mark of its link, in a word and in a sentence, and none of an unknown charge", async () => {
  await loadTexts("energy-state", "container-facts");
  const energy = fakeEnergy("unknown", { at: null });
  const never = fakeContainer({ status: "offline", lastSeen: null, valuesAt: null, soc: null, energy });
  const markOf = (part: Element) => part.querySelector(".og-mark-shape")!.innerHTML;
  await render(() => <StatusMark state="never" />);
  const dotted = markOf(page.getByTestId("part").element());
  for (const shown of [
    () => <RowEnergy container={never} now={fakeNowMs} />,
    () => <EnergySentence {...energyFacts(never, fakeNowMs)} />,
  ]) {
    await render(shown);
    await expect.element(page.getByTestId("part")).toHaveTextContent(say("container-facts:status.never"));
    expect(markOf(page.getByTestId("part").element())).toBe(dotted);
  }
});
