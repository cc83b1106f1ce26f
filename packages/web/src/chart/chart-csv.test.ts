import { beforeAll, expect, test } from "vitest";

import { timeReady } from "../core/time.ts";
import { chartCsv, chartFileName } from "./chart-csv.ts";

beforeAll(timeReady);

const t = [Date.UTC(2026, 9, 25, 0, 30), Date.UTC(2026, 9, 25, 1, 30), Date.UTC(2026, 9, 25, 2, 30)];
const all = { fromMs: t[0]!, toMs: t[2]! + 1 };

test("C8: a chart's own CSV is like the portal's: times twice, a column per series, nothing that a spreadsheet runs", () => {
  const series = [
    { title: "=1+1", unit: "count", values: [-5, null, 1.5] },
    { title: "Solar, roof", unit: "W", values: [0, 2, 3] },
    { title: "Solar, roof", unit: "W", values: [0, 2] },
  ] as const;
  expect(chartCsv(t, series, all, { zone: "Europe/Paris", locale: "en" }).split("\r\n").slice(0, 4)).toEqual([
    `\uFEFFTimeStamp,Datetime,'=1+1,"Solar, roof (W)","Solar, roof (W) (2)"`,
    // The hour that comes twice when the clocks go back.
    `${t[0]},25/10/2026 02:30:00,-5,0,0`,
    `${t[1]},25/10/2026 02:30:00,,2,2`,
    `${t[2]},25/10/2026 03:30:00,1.5,3,`,
  ]);
});

test("the file has only what is visible and says so below, and its name says what it shows and which days", () => {
  const seen = { fromMs: t[1]!, toMs: t[2]! };
  const series = [
    {
      title: "a",
      unit: "count",
      values: [1, 2, 3],
      coverage: 0.987,
      late: [
        [t[1]!, t[1]! + 2_700_000],
        [t[2]!, t[2]! + 7_500_000],
      ],
      clamped: true,
    },
    // What is expected was not measured, and nothing is said of it.
    { title: "b", unit: "count", values: [null, null, 3] },
  ] as const;
  const compared = { from: t[1]! - 86_400_000, to: t[2]! - 86_400_000, what: null };
  const over = { from: t[1]!, to: t[2]!, zone: "UTC", compared };
  const about = { zone: "UTC", locale: "fr", groupBy: "hour", containers: ["Gao", "Kayes"], over } as const;
  const csv = chartCsv(t, series, seen, about);
  expect(csv.split("\r\n")).toEqual([
    "\uFEFFTimeStamp,Datetime,a,b",
    `${t[1]},25/10/2026 01:30:00,2,`,
    "",
    'Conteneurs,"Gao, Kayes"',
    "Période,25/10/2026 01:30:00 – 25/10/2026 02:30:00",
    "Fuseau horaire,UTC",
    "Comparé avec,un jour avant\u00a0: 24/10/2026 01:30:00 – 24/10/2026 02:30:00",
    "Une ligne par,heure",
    "a\u00a0: part mesurée,99\u00a0%",
    "a\u00a0: reçu en retard,45\u00a0min",
    "a\u00a0: quantités négatives,comptées pour 0",
    "",
  ]);
  expect(chartFileName("Énergie du site n° 4", seen, "UTC", "png")).toBe("energie-du-site-n-4_2026-10-25.png");
  const days = { fromMs: t[0]!, toMs: t[0]! + 86_400_000 };
  expect(chartFileName("太陽", days, "UTC", "csv")).toBe("chart_2026-10-25_2026-10-26.csv");
});

test("a file whose rows are each container's own days says so, and what its time stamps are", () => {
  const series = [{ title: "a", unit: "Wh", values: [1, 2, 3] }] as const;
  const said = (locale: "en" | "fr") =>
    chartCsv(t, series, all, { zone: "Europe/Paris", locale, groupBy: "day", ownDays: true })
      .split("\r\n")
      .slice(-4, -2);
  expect(said("en")).toEqual([
    'Days,"each container’s own, from midnight in its time zone"',
    "TimeStamp,midnight in Europe/Paris",
  ]);
  expect(said("fr")).toEqual([
    'Jours,"ceux de chaque conteneur, à partir de minuit dans son fuseau horaire"',
    'TimeStamp,"minuit, fuseau Europe/Paris"',
  ]);
});

test("what was measured of more than the file has is said of that range", () => {
  const series = [{ title: "a", unit: "count", values: [1, 2, 3], coverage: 0.5 }] as const;
  const seen = { fromMs: t[1]!, toMs: t[2]! };
  const measured = (measuredOf?: typeof seen) =>
    chartCsv(t, series, seen, { zone: "UTC", locale: "en", groupBy: "hour", measuredOf }).split("\r\n").at(-2);
  expect(measured()).toBe("a: measured,50\u00a0%");
  expect(measured({ fromMs: t[0]!, toMs: t[2]! })).toBe(
    "a: measured (25/10/2026 00:30:00 – 25/10/2026 02:30:00),50\u00a0%",
  );
});

test("values have their unit and all of their digits, without what floating point adds", () => {
  const series = [
    { title: "Solar", unit: "W", values: [1234.567, 0.1 + 0.2] },
    { title: "Charge", unit: "percent", values: [71.26, null] },
    { title: "Data", unit: "B", values: [1_048_576, 0] },
  ] as const;
  const cells = chartCsv(t, series, { fromMs: t[0]!, toMs: t[2]! }, { zone: "UTC", locale: "en" })
    .split("\r\n")
    .slice(0, 3)
    .map((line) => line.split(",").slice(2).join(","));
  expect(cells).toEqual(["Solar (W),Charge (%),Data (B)", "1234.567,71.26,1048576", "0.3,,0"]);
});
