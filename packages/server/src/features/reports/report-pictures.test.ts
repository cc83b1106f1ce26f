import type { LocaleCode } from "@offgrid/contract/core/constants";
import { expect, test } from "vitest";

import { type Color, isPopplerInstalled, type PagePicture, picturesOf } from "../../testing/pdf-pictures.ts";
import { readPdf } from "../../testing/pdf-text.ts";
import type { ReportContent, ReportLine } from "./report-content.ts";
import { reportPdf } from "./report-pdf.ts";

const hour = 3_600_000;
const monday = Date.UTC(2026, 5, 8);
const t = Array.from({ length: 48 }, (_, index) => monday + index * hour);
const words = {
  en: { name: "Two days at Gao", sun: "Solar power", charge: "State of charge", over: "before", level: "Threshold" },
  fr: { name: "Deux jours à Gao", sun: "Puissance solaire", charge: "État de charge", over: "avant", level: "Seuil" },
};

/** Lines of two axes, each with what is laid over it, thresholds on both, bars below, and a table of two pages. */
function content(language: LocaleCode): ReportContent {
  const { name, sun, charge, over, level } = words[language];
  const line = (more: Partial<ReportLine>): ReportLine => ({
    ...{ title: sun, unit: "W", type: "line", axis: "left", plot: 0, color: "solar", quantity: "solar.power" },
    ...{ coverage: 1, values: t.map(() => 1_000), ...more },
  });
  const soc = { unit: "percent", axis: "right", color: "soc", quantity: "battery.soc" } as const;
  const wave = (of: (index: number) => number | null) => t.map((_, index) => of(index));
  const lines = [
    line({ values: wave((index) => (index > 20 && index < 26 ? 0 : 1_500 + 500 * Math.sin(index / 4))) }),
    // Level, so that one row of a picture has all of its dashes.
    line({ title: `${sun} (${over})`, isOver: true, values: wave(() => 700) }),
    line({ ...soc, title: charge, values: wave((index) => 60 + 20 * Math.cos(index / 6)) }),
    line({ ...soc, title: `${charge} (${over})`, isOver: true, values: wave(() => 30) }),
  ];
  const levels = [
    { title: `${level} 2.20 kW`, value: 2_200, axis: "left" as const },
    { title: `${level} 20 %`, value: 20, axis: "right" as const },
  ];
  const bars = ["solar", "load"].map((color, index) =>
    line({
      unit: "Wh",
      type: "bar",
      color,
      title: color,
      values: wave((at) => (at % 9 === 0 ? null : 100 * (index + (at % 7)))),
    }),
  );
  const rows = Array.from({ length: 90 }, (_, index) => [`Gao ${index + 1}`, "1.00 kWh", "100 %"]);
  return {
    ...{ name, days: "8 Jun 2026 to 9 Jun 2026", about: ["Gao", "Times in UTC, by hour"], notes: [] },
    figures: [{ label: sun, value: "79.0 kWh", note: "90 % measured" }],
    plots: [
      { title: name, t, lines, levels },
      { title: "", t, lines: bars },
    ],
    tables: [{ title: name, heads: ["Container", sun, charge], rows }],
    ...{ query: `${sun}.`, link: "https://portal.example.org/", zone: "UTC", hasData: true, raised: 0 },
    span: { fromMs: monday, toMs: monday + 48 * hour },
  };
}

const solar: Color = [0xbf, 0x86, 0x20];
const load: Color = [0x0a, 0x30, 0x81];
const soc: Color = [0x81, 0x91, 0x99];
const muted: Color = [0x55, 0x63, 0x5b];
/** On white; bars are filled, and what is laid over is drawn, with less than all of a colour. */
const paleOf = (color: Color, share: number) =>
  color.map((part) => Math.round(part * share + 255 * (1 - share))) as unknown as Color;
const [ofBar, ofOver] = [0.75, 0.85];
/** Of paper beside what is written, points. */
const sideMargin = 40;

function expectWithinMargins(page: PagePicture): void {
  const [width, height] = page.size;
  const ink = page.ink();
  expect(ink).toBeDefined();
  if (!ink) return;
  expect(ink.left).toBeGreaterThanOrEqual(sideMargin - 1);
  expect(ink.right).toBeLessThanOrEqual(width - sideMargin + 1);
  expect(ink.top).toBeGreaterThanOrEqual(18);
  expect(ink.bottom).toBeLessThanOrEqual(height - 18);
  // From the head to the number of the page.
  expect(ink.bottom - ink.top).toBeGreaterThan(height - 80);
}

test.skipIf(!isPopplerInstalled).each(["en", "fr"] as const)(
  "each page of a report is drawn within its margins, with its lines in the colours of the screen (%s, needs poppler-utils)",
  async (language) => {
    const look = { language, portalName: "Portal", nowMs: monday + 72 * hour, forWhom: "amina" };
    const pdf = await reportPdf(content(language), look);
    const pages = picturesOf(pdf);
    expect(pages).toHaveLength(readPdf(pdf).pages);
    expect(pages.length).toBeGreaterThan(1);
    for (const page of pages) {
      // A4, to whole dots.
      expect(page.size.map((points) => Math.abs(points - (points > 700 ? 841.9 : 595.3)) <= 0.5)).toEqual([true, true]);
      expectWithinMargins(page);
    }
    const [first] = pages as [PagePicture];
    // A line goes over all of its time, also where another one is laid over it.
    for (const color of [solar, soc]) {
      const box = first.find(color);
      expect((box?.right ?? 0) - (box?.left ?? 0)).toBeGreaterThan(380);
      expect((box?.bottom ?? 0) - (box?.top ?? 0)).toBeGreaterThan(40);
    }
    for (const color of [solar, load]) expect(first.find(paleOf(color, ofBar))).toBeDefined();
    // A dash begins every five points of what is laid over, and every eight of a threshold; a line is whole.
    for (const color of [solar, soc]) expect(first.dashes(paleOf(color, ofOver))).toBeGreaterThan(60);
    expect(first.dashes(solar)).toBeLessThan(20);
    expect(first.dashes(muted)).toBeGreaterThan(40);
    // What has no plot has none of their colours.
    for (const color of [solar, paleOf(solar, ofBar)]) expect(pages.at(-1)?.find(color)).toBeUndefined();
  },
);
