import { expect, test } from "vitest";

import { cutsFigure } from "./energy-report.ts";

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
  ] as const;
  expect(counted.map(([count, containers]) => noteIn("en", count, containers))).toEqual([
    ...["No power cuts", "No power cuts", "1 power cut", "3 power cuts", "3 power cuts at 2 containers"],
  ]);
  expect(counted.map(([count, containers]) => noteIn("fr", count, containers))).toEqual([
    ...["Aucune coupure", "Aucune coupure", "1 coupure", "3 coupures", "3 coupures dans 2 conteneurs"],
  ]);
});
