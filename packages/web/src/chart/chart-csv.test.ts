import { beforeAll, expect, test } from "vitest";

import { timeReady } from "../core/time.ts";
import { chartCsv, chartFileName } from "./chart-csv.ts";

beforeAll(timeReady);

const t = [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30), Date.UTC(2026, 9, 25, 2, 30)];
const all = { fromMs: t[0]!, toMs: t[2]! + 1 };

test("C8: a chart's own CSV is like the portal's: times twice, a column per series, nothing that a spreadsheet runs", () => {
  const series = [
    { title: "=1+1", values: [-5, null, 1.5] },
    { title: "Solar, roof", values: [0, 2, 3] },
    { title: "Solar, roof", values: [0, 2] },
  ];
  expect(chartCsv(t, series, all, "Europe/Paris").split("\r\n")).toEqual([
    `\uFEFFTimeStamp,Datetime,'=1+1,"Solar, roof","Solar, roof (2)"`,
    // The hour that comes twice when the clocks go back.
    `${t[0]},25/10/2026 02:30:00,-5,0,0`,
    `${t[1]},25/10/2026 02:30:00,,2,2`,
    `${t[2]},25/10/2026 03:30:00,1.5,3,`,
    "",
  ]);
});

test("the file has only what is visible, and its name says what it shows and which days", () => {
  const seen = { fromMs: t[1]!, toMs: t[2]! };
  expect(chartCsv(t, [{ title: "a", values: [1, 2, 3] }], seen, "UTC").split("\r\n")).toEqual([
    "\uFEFFTimeStamp,Datetime,a",
    `${t[1]},25/10/2026 01:30:00,2`,
    "",
  ]);
  expect(chartFileName("Énergie du site n° 4", seen, "UTC", "png")).toBe("energie-du-site-n-4_2026-10-25.png");
  const days = { fromMs: t[0]!, toMs: t[0]! + 86_400_000 };
  expect(chartFileName("太陽", days, "UTC", "csv")).toBe("chart_2026-10-25_2026-10-26.csv");
});
