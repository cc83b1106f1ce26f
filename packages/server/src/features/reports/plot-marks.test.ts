import { expect, test } from "vitest";

import { lateIndexes, warningInks } from "./plot-marks.ts";
import { plotSvg } from "./plot-svg.ts";
import type { ReportLine, ReportWarning } from "./report-content.ts";

const hour = 3_600_000;
const span = { fromMs: 0, toMs: 24 * hour };
const t = Array.from({ length: 24 }, (_, index) => index * hour);
const line = (more: Partial<ReportLine> = {}): ReportLine => ({
  ...{ title: "Solar power", unit: "W", values: t.map((_, index) => 1_000 + index), type: "line" },
  ...{ axis: "left", plot: 0, color: "solar", quantity: "solar.power", coverage: 1, ...more },
});
const frame = { span, zone: "UTC", language: "en" } as const;
const warning = (more: Partial<ReportWarning> = {}): ReportWarning => ({
  ...{ severity: "warning", text: "Charge low", container: "Gao", raisedMs: 6 * hour, clearedMs: 12 * hour, ...more },
});
const of = (svg: string, pattern: RegExp) => [...svg.matchAll(pattern)].map(([, found]) => Number(found));

test("a warning is a band for as long as it was open and a triangle where it was raised, and the legend says so", () => {
  const svg = plotSvg({ title: "", t, lines: [line()], warnings: [warning()] }, frame);
  const [left] = of(svg, /<rect x="([\d.]+)" y="14"/g);
  const [width] = of(svg, /y="14" width="([\d.]+)"/g);
  // A quarter of the plot, from its first quarter on.
  expect([left, width]).toEqual([42 + 431 / 4, 431 / 4]);
  expect(svg).toContain(`M${42 + 431 / 4} 146`);
  expect(svg).toContain("Warning open");
  expect(plotSvg({ title: "", t, lines: [line()] }, frame)).not.toContain("Warning open");
});

test("one that was open before the range has its band alone, and one that is open still goes to its end", () => {
  const svg = plotSvg(
    {
      title: "",
      t,
      lines: [line()],
      warnings: [warning({ severity: "critical", raisedMs: -hour, clearedMs: undefined })],
    },
    frame,
  );
  expect(of(svg, /<rect x="([\d.]+)" y="14"/g)).toEqual([42]);
  expect(of(svg, /y="14" width="([\d.]+)"/g)).toEqual([431]);
  // That of the legend.
  expect(svg.split(`Z" fill="${warningInks.critical}"`)).toHaveLength(2);
});

test("points that came late are hollow, those of bars and of what came late as a whole are not", () => {
  const late = [[3 * hour, 6 * hour]] as const;
  expect(lateIndexes(line({ late }), t)).toEqual([3, 4, 5]);
  expect(lateIndexes(line({ late, type: "bar" }), t)).toEqual([]);
  expect(lateIndexes(line({ late: [[0, 24 * hour]] }), t)).toEqual([]);
  const svg = plotSvg({ title: "", t, lines: [line({ late })] }, frame);
  // And one in the legend, beside its words.
  expect(svg.split("<circle")).toHaveLength(3 + 1 + 1);
  expect(svg).toContain("Came late");
});
