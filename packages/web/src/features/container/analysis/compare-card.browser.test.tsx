import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { fakeFigures } from "../../../domain/period-figures/period-figures.fake.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { plainSpaces } from "../../../testing/plain-spaces.ts";
import { looks, render, say } from "../../../testing/render.tsx";
import { CompareCard } from "./compare-card.tsx";

const hour = 3_600_000;
const range = { fromMs: Date.UTC(2026, 10, 23), toMs: Date.UTC(2026, 10, 23, 6, 15) };
const before = { fromMs: range.fromMs - 24 * hour, toMs: range.toMs - 24 * hour };
const own = fakeFigures({ withoutPowerH: 3, unservedWh: 1_240, cost: { amount: 6.5, currency: "EUR" }, fuelL: 4 });
const answered = (data: { own: typeof own; other: typeof own }) => ({
  ...{ data, error: null, isPending: false, isFetching: false },
  refetch: () => {},
});
const others = [{ containerId: "gao", name: "Gao pharmacy" }];

function card(against: string | undefined, other = fakeFigures(), beside = { range: before, zone: "UTC" }) {
  return (
    <CompareCard
      pair={answered({ own, other })}
      name="Lodwar clinic"
      others={others}
      onAgainst={() => {}}
      own={{ range, zone: "UTC" }}
      {...{ against, beside }}
    />
  );
}

test("a period stands beside the one before it up to the same time, power cuts and money first", async () => {
  await loadTexts("analysis");
  for (const look of looks) {
    await render(() => card(undefined), look);
    const table = page.getByRole("table", { name: say("analysis:compare") });
    const heads = [...table.element().querySelectorAll("thead th")].map((cell) =>
      plainSpaces((cell as HTMLElement).innerText),
    );
    const upTo = (day: string) =>
      say("analysis:datesUpTo", { dates: day, time: look.language === "fr" ? "6:15 AM" : "6:15 am" });
    expect(heads[1]).toContain(say("analysis:this"));
    expect(heads[1]).toContain(upTo("23/11/2026"));
    expect(heads[2]).toContain(upTo("22/11/2026"));
    const first = table.getByRole("row", { name: say("period-figures:figure.withoutPowerH") });
    await expect.element(first.getByText("+3 h")).toBeVisible();
    await expect
      .element(table.getByRole("row", { name: say("period-figures:figure.cost") }).getByText(/6[.,]50/))
      .toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
});

test("another container stands beside this one by name, and unlike shares that were measured are said", async () => {
  await loadTexts("analysis");
  const coverage = { ...own.coverage, solar: 0.4 };
  await render(() => card("gao", fakeFigures({ coverage })));
  await expect.element(page.getByRole("columnheader", { name: "Lodwar clinic" })).toBeVisible();
  await expect.element(page.getByRole("columnheader", { name: "Gao pharmacy" })).toBeVisible();
  await expect.element(page.getByText(say("analysis:notAsMeasured"))).toBeVisible();
});

test("another container has its own dates, by its own clocks", async () => {
  await loadTexts("analysis");
  const beside = { range: { fromMs: range.fromMs - 3 * hour, toMs: range.toMs }, zone: "Africa/Nairobi" };
  await render(() => card("gao", fakeFigures(), beside));
  const head = (name: RegExp) => page.getByRole("columnheader", { name });
  const upTo = (time: string) => say("analysis:datesUpTo", { dates: "23/11/2026", time }).replaceAll(" ", "\\s");
  await expect.element(head(/Gao/)).toHaveTextContent(new RegExp(upTo("9:15 am")));
  await expect.element(head(/Lodwar/)).toHaveTextContent(new RegExp(upTo("6:15 am")));
});

test("hours without power that nothing measured are not known beside another container's", async () => {
  await loadTexts("analysis");
  await render(() => card("gao", { ...fakeFigures(), withoutPowerH: undefined }));
  const row = page.getByRole("row", { name: say("period-figures:figure.withoutPowerH") });
  await expect.element(row.getByText(say("analysis:notKnown"))).toBeVisible();
});
