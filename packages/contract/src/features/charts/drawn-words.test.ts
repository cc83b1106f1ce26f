import { expect, test } from "vitest";

import { localInstant } from "../../core/zone-time.ts";
import { comparedName, comparedTimeText, containersText } from "./drawn-words.ts";
import { comparedFacts } from "./export.cells.ts";

test("the containers of a chart are named, and of many the first ones with how many more there are", () => {
  const names = ["Agadez", "Tamale", "Zinder", "Gao", "Kayes"];
  const texts = (language: "en" | "fr") =>
    [0, 1, 2, 3, 4, 5].map((count) => containersText(names.slice(0, count), language));
  expect(texts("en")).toEqual([
    "",
    "Agadez",
    "Agadez and Tamale",
    "Agadez, Tamale and Zinder",
    "Agadez, Tamale and 2 more",
    "Agadez, Tamale and 3 more",
  ]);
  expect(texts("fr").slice(2)).toEqual([
    "Agadez et Tamale",
    "Agadez, Tamale et Zinder",
    "Agadez, Tamale et 2 autres",
    "Agadez, Tamale et 3 autres",
  ]);
});

const zone = "Europe/Paris";
/** A chart over days of Paris, with what is laid over it. */
const drawnOver = (
  days: readonly [string, string],
  compared: readonly [string, string],
  what: string | null = null,
) => {
  const at = (day: string) => {
    const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
    return localInstant(zone, { year, month, day: date }, 0);
  };
  return { zone, from: at(days[0]), to: at(days[1]), compared: { from: at(compared[0]), to: at(compared[1]), what } };
};

test("what is laid over a chart is called after the other container", () => {
  const whole = drawnOver(["2026-11-23", "2026-11-24"], ["2026-11-23", "2026-11-24"], "Kayes");
  expect(comparedName(whole, "fr")).toBe("Kayes");
  expect(comparedTimeText(whole, "fr")).toBeUndefined();
  expect(comparedName({ ...whole, compared: null }, "en")).toBeUndefined();
});

test.each([
  // The clocks of Paris went back in between.
  [["2026-10-25", "2026-10-26"], ["2026-10-24", "2026-10-25"], "a day before", "un jour avant"],
  [["2026-11-23", "2026-11-30"], ["2026-11-16", "2026-11-23"], "a week before", "une semaine avant"],
  [["2026-11-01", "2026-12-01"], ["2026-10-01", "2026-11-01"], "a month before", "un mois avant"],
  // Two months of 31 days each.
  [["2026-08-01", "2026-09-01"], ["2026-07-01", "2026-08-01"], "a month before", "un mois avant"],
  [["2026-01-01", "2027-01-01"], ["2025-01-01", "2026-01-01"], "a year before", "un an avant"],
  [["2024-01-01", "2025-01-01"], ["2023-01-01", "2024-01-01"], "a year before", "un an avant"],
] as const)("a chart of %s over %s says how long before that was", (days, compared, english, french) => {
  const drawn = drawnOver(days, compared);
  expect([comparedName(drawn, "en"), comparedName(drawn, "fr")]).toEqual([english, french]);
});

test("what is no day, week, month or year before is called by its days, which are not said twice", () => {
  const drawn = drawnOver(["2026-10-31", "2026-11-30"], ["2026-10-01", "2026-10-31"]);
  expect(comparedName(drawn, "en")).toBe("01/10/2026 to 30/10/2026");
  expect(comparedName(drawn, "fr")).toBe("du 01/10/2026 au 30/10/2026");
  expect(comparedTimeText(drawn, "en")).toBeUndefined();
  expect(comparedFacts(drawn, (atMs) => atMs, "en")).toEqual([
    ["Compared with", "30/09/2026 22:00:00 – 30/10/2026 23:00:00"],
  ]);
});

test("a note and the facts of files say of which days a week before is", () => {
  const drawn = drawnOver(["2026-11-23", "2026-11-30"], ["2026-11-16", "2026-11-23"]);
  expect(comparedTimeText(drawn, "en")).toBe("A week before: 16/11/2026 to 22/11/2026");
  expect(comparedTimeText(drawn, "fr")).toBe("Une semaine avant\u00a0: du 16/11/2026 au 22/11/2026");
  expect(comparedFacts(drawn, (atMs) => atMs, "en")).toEqual([
    ["Compared with", "a week before: 15/11/2026 23:00:00 – 22/11/2026 23:00:00"],
  ]);
});
