import { expect, test } from "vitest";

import { cutsFigure, originTable, warningsFigure } from "./energy-report.ts";

test("power cuts are counted as one speaks of them, also where there were none", () => {
  const cuts = { hours: 0, coverage: 1 };
  const noteIn = (language: "en" | "fr", count: number, containers?: number) =>
    cutsFigure({ ...cuts, count, ...(containers !== undefined && { containers }) }, language).note.split(",")[0];
  const counted = [
    [0, undefined],
    [0, 0],
    [1, 1],
    [3, undefined],
    [3, 2],
    [3, 1],
  ] as const;
  expect(counted.map(([count, containers]) => noteIn("en", count, containers))).toEqual([
    ...[
      "No power cuts",
      "No power cuts",
      "1 power cut",
      "3 power cuts",
      "3 power cuts at 2 containers",
      "3 power cuts at 1 container",
    ],
  ]);
  expect(counted.map(([count, containers]) => noteIn("fr", count, containers))).toEqual([
    ...[
      "Aucune coupure",
      "Aucune coupure",
      "1 coupure",
      "3 coupures",
      "3 coupures dans 2 conteneurs",
      "3 coupures dans 1 conteneur",
    ],
  ]);
});

test("warnings are counted as one speaks of them", () => {
  const notesIn = (language: "en" | "fr") =>
    (
      [
        [0, 0],
        [1, 1],
        [3, 1],
        [3, 2],
        [1, undefined],
      ] as const
    ).map(([count, containers]) => warningsFigure(count, containers, language).note);
  expect(notesIn("en")).toEqual([
    ...["none raised or open", "raised or open, at 1 container", "raised or open, at 1 container"],
    ...["raised or open, at 2 containers", "raised or open"],
  ]);
  expect(notesIn("fr")).toEqual([
    ...["aucune déclenchée ni ouverte", "déclenchée ou ouverte, dans 1 conteneur"],
    ...["déclenchées ou ouvertes, dans 1 conteneur", "déclenchées ou ouvertes, dans 2 conteneurs"],
    "déclenchée ou ouverte",
  ]);
});

test("a small share of the consumption is told as it is, and what is hardly unknown has no row", () => {
  const none = { sun: null, battery: null, generator: null, generatorStored: null, grid: null, gridStored: null };
  const rows = (unknown: number, language: "en" | "fr") =>
    originTable({ ...none, sun: 487_000, battery: 441_500, generator: 2_540, grid: 20, unknown }, language)?.rows;
  expect(rows(900, "en")?.map(([, , share]) => share)).toEqual(["52 %", "48 %", "0.3 %", "< 0.1 %"].map(held));
  expect(rows(900, "fr")?.at(-2)?.at(-1)).toBe(held("0,3 %"));
  expect(rows(9_000, "en")?.at(-1)).toEqual(
    ["Not known", "9.00 kWh", "1 %"].map((text, at) => (at > 0 ? held(text) : text)),
  );
});

/** Figure and unit are held together. */
function held(text: string): string {
  return text.replaceAll(" ", "\u00a0");
}
