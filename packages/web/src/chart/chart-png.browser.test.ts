import { beforeEach, expect, test } from "vitest";

import { clear } from "../testing/render.tsx";
import { type ChartPaper, chartPng, placeOnPaper } from "./chart-png.ts";
import { type ChartSeries, seriesLooks } from "./chart-series.ts";
import { readPlotColors } from "./plot-colors.ts";
import type { PlotPicture } from "./plot.types.ts";

beforeEach(clear);

const series: ChartSeries[] = [{ id: "sun", title: "Solar", unit: "W", type: "line", color: "solar", values: [1, 2] }];

const paper: ChartPaper = {
  title: "Lodwar clinic: power and battery charge over time",
  place: "",
  series,
  looks: seriesLooks(series),
  warnings: [],
  band: "Warning open",
  view: { fromMs: 0, toMs: 3_600_000 },
  footer: ["01/01/1970, 3:00 am – 01/01/1970, 4:00 am (Africa/Nairobi)", "Offgrid Portal"],
  words: ["Average per quarter of an hour, 98 % measured"],
};

const colors = { ...readPlotColors(document.documentElement), surface: "#ffffff", text: "#000000", muted: "#555555" };

/** A drawing without any ink, so that all that is not ground was written around it. */
function emptyDrawing(widthPx: number): PlotPicture {
  const canvas = document.createElement("canvas");
  canvas.width = widthPx * devicePixelRatio;
  canvas.height = 200 * devicePixelRatio;
  const area = { left: 40, top: 10, width: widthPx - 80, height: 170 };
  return { canvas, colors, font: "sans-serif", units: { left: "W", right: undefined }, area };
}

/** @returns Of each row of the picture's pixels, from above: which columns have ink. */
async function inkOf(changed: Partial<ChartPaper>, widthPx = 600): Promise<string[]> {
  const bitmap = await createImageBitmap(await chartPng(emptyDrawing(widthPx), { ...paper, ...changed }));
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")!;
  context.drawImage(bitmap, 0, 0);
  return Array.from({ length: bitmap.height }, (_, row) => {
    const { data } = context.getImageData(0, row, bitmap.width, 1);
    return Array.from({ length: bitmap.width }, (_one, at) => (data[at * 4]! < 200 ? "x" : " ")).join("");
  });
}

/** First and last row that differ, as shares of the height. */
function difference(one: readonly string[], other: readonly string[]): [number, number] | undefined {
  const rows = one.flatMap((row, at) => (row === other[at] ? [] : [at / one.length]));
  return rows.length === 0 ? undefined : [rows[0]!, rows.at(-1)!];
}

test("a picture carries its name at the top, and its range, time zone, portal and coverage at the bottom, in letters", async () => {
  const whole = await inkOf({});
  expect(difference(whole, await inkOf({}))).toBeUndefined();
  const places = {
    title: difference(whole, await inkOf({ title: "" })),
    range: difference(whole, await inkOf({ footer: ["", paper.footer[1]] })),
    portal: difference(whole, await inkOf({ footer: [paper.footer[0], ""] })),
    words: difference(whole, await inkOf({ words: [" "] })),
  };
  const [titleTop, titleBottom] = places.title!;
  expect(titleTop).toBeGreaterThan(0.02);
  expect(titleBottom).toBeLessThan(0.14);
  for (const below of [places.range, places.portal, places.words]) expect(below![0]).toBeGreaterThan(0.75);
  expect(places.words![0]).toBeGreaterThan(places.range![1]);
});

test("which time was laid over is a line of its own below what is said of the values", async () => {
  const of = (days: string) => inkOf({ words: [...paper.words, days] });
  const [top, bottom] = difference(await of("A day before: 22/11/2026"), await of(""))!;
  expect(top).toBeGreaterThan(difference(await of(""), await inkOf({ words: ["", ""] }))![1]);
  expect(bottom).toBeLessThan(0.97);
});

test("the containers are written below the name, where it does not say them", async () => {
  const [top, bottom] = difference(await inkOf({ place: "Agadez" }), await inkOf({ place: "Tamale" }))!;
  expect(top).toBeGreaterThan(0.1);
  expect(bottom).toBeLessThan(0.2);
});

test("a title that names its container is not followed by the same name", () => {
  expect(placeOnPaper("Power, Agadez water works", ["Agadez water works"], "en")).toBe("");
  expect(placeOnPaper("Power", ["Agadez water works"], "en")).toBe("Agadez water works");
  expect(placeOnPaper("Power, Gao", ["Gao", "Kayes"], "en")).toBe("Gao and Kayes");
});

test("each series is named in its unit below the name of the chart, and a long name stays on the picture", async () => {
  const renamed = series.map((one) => ({ ...one, title: "Sonne" }));
  const [top, bottom] = difference(await inkOf({}), await inkOf({ series: renamed }))!;
  expect(top).toBeGreaterThan(0.1);
  expect(bottom).toBeLessThan(0.25);

  const long = await inkOf({ title: "Power and state of charge over time ".repeat(8) });
  // The margin at the right keeps clear.
  for (const row of long) expect(row.slice(-10).trim()).toBe("");
});

test("what the band of a warning means is said beside the series, where there is one", async () => {
  const open = { text: "Charge low", level: "critical", atMs: -1, toMs: 1_800_000 } as const;
  const [top, bottom] = difference(
    await inkOf({ warnings: [open] }),
    await inkOf({ warnings: [open], band: "Alerte" }),
  )!;
  expect(top).toBeGreaterThan(0.1);
  expect(bottom).toBeLessThan(0.25);
  expect(difference(await inkOf({}), await inkOf({ band: "Alerte" }))).toBeUndefined();
});

test("on the narrow picture of a phone a text goes on in the next line, and its letters are as wide as ever", async () => {
  const words = ["Average per quarter of an hour, 98 % measured, of which some came late"];
  const phone = await inkOf({ words }, 340);
  const bottomOf = (ink: readonly string[]) => ink.slice(-70 * devicePixelRatio);
  // The portal's name has a line of its own, and what is said of the values has two.
  const linesIn = (ink: readonly string[]) =>
    ink.filter((row, at) => row.includes("x") && !(ink[at - 1] ?? "").includes("x")).length;
  expect(linesIn(bottomOf(phone))).toBeGreaterThan(linesIn(bottomOf(await inkOf({ words: [words[0]!.slice(0, 20)] }))));
  expect(phone.length).toBeGreaterThan((await inkOf({ words })).length);
  for (const row of phone) expect(row.slice(-10).trim()).toBe("");
});
