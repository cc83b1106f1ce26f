import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { render } from "../../testing/render.tsx";
import { fakeContainer, fakeEnergy, fakeNowMs, minutesAgo } from "./container-row.fake.ts";
import { useTroubleWords } from "./trouble-words.ts";

const ended = { from: minutesAgo(300), to: minutesAgo(240), count: 1, seconds: 3_600 };

function Words({ level }: { level: "cut_ahead" | "below_reserve" }) {
  const energy = fakeEnergy(level, { ended, ...(level === "cut_ahead" && { cutAt: minutesAgo(-90) }) });
  return <p>{useTroubleWords(fakeNowMs)({ kind: level }, fakeContainer({ energy })).join(". ")}</p>;
}

test("loads that were cut again and again are shown with their number and until when", async () => {
  const energy = fakeEnergy("charging", { ended: { ...ended, count: 11 } });
  const Often = () => (
    <p>{useTroubleWords(fakeNowMs)({ kind: "cut_often", figure: 11 }, fakeContainer({ energy })).join(". ")}</p>
  );
  await render(() => <Often />);
  await expect
    .element(page.getByTestId("part"))
    .toHaveTextContent(/^Loads were cut 11 times in the last 24 hours, until .* in all\)$/);
});

test("a cut that is over is shown beside a state of energy, but not beside a cut that is to come", async () => {
  await render(() => <Words level="below_reserve" />);
  await expect.element(page.getByTestId("part")).toHaveTextContent("Loads were cut");
  await render(() => <Words level="cut_ahead" />);
  await expect.element(page.getByTestId("part")).toHaveTextContent(/^Loads will be cut at about .*, in 1\sh\s30$/);
});
