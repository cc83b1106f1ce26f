import { expect, test } from "vitest";

import { readPdf } from "../../testing/pdf-text.ts";
import type { ReportContent, ReportLine } from "./report-content.ts";
import { runs } from "./plot-paths.ts";
import { pdfDefinition } from "./pdf-definition.ts";
import { plotSvg } from "./plot-svg.ts";
import { reportPdf } from "./report-pdf.ts";

const day = 86_400_000;
const monday = Date.UTC(2026, 5, 8);
const span = { fromMs: monday, toMs: monday + 7 * day };
const t = Array.from({ length: 7 }, (_, index) => monday + index * day);
const line = (more: Partial<ReportLine> = {}): ReportLine => ({
  ...{ title: "Solar energy", unit: "Wh", values: [24_000, 12_000, null, 30_000, 8_000, 0, 5_000], type: "bar" },
  ...{ axis: "left", plot: 0, color: null, quantity: "solar.power", coverage: 0.9, ...more },
});
const content = (more: Partial<ReportContent> = {}): ReportContent => ({
  ...{ name: "Fleet week", days: "8 Jun 2026 to 14 Jun 2026", about: ["3 containers", "Times in Africa/Nairobi"] },
  figures: [{ label: "Solar energy", value: "79.0 kWh", note: "90 % measured" }],
  plots: [{ title: "Energy by day", t, lines: [line(), line({ title: "Load", quantity: "load.power" })] }],
  tables: [{ title: "By container", heads: ["Container", "Solar energy"], rows: [["Gao", "79.0 kWh"]] }],
  ...{ notes: [], query: "Energy by local day.", link: "https://portal.example.org/", span, zone: "Africa/Nairobi" },
  ...{ hasData: true, raised: 0, ...more },
});
const options = { portalName: "Portal", nowMs: monday + 8 * day, forWhom: "amina" };
const plain = (text: string) => text.replaceAll(/\s/g, "");

test("a report as PDF has its name, figures with coverage, drawings, tables and page numbers, in both languages", async () => {
  const rows = Array.from({ length: 100 }, (_, index) => [`Container ${index}`, "1.00 kWh"]);
  const long = content({ tables: [{ title: "By container", heads: ["Container", "Solar energy"], rows }] });
  const en = readPdf(await reportPdf(long, { ...options, language: "en" }));
  expect(en.pages).toBeGreaterThan(1);
  for (const part of ["Fleet week", "79.0 kWh", "90 % measured", "Container 99", "Energy by local day.", "kWh"])
    expect(en.text).toContain(plain(part));
  expect(en.text).toContain(plain(`Page ${en.pages} of ${en.pages}`));
  // The legend and the days under the plot are drawn with it.
  for (const part of ["Load", "8 Jun", "14 Jun"]) expect(en.text).toContain(plain(part));
  const fr = readPdf(await reportPdf(content({ name: "Énergie à Gao" }), { ...options, language: "fr" }));
  expect(fr.text).toContain(plain("Énergie à Gao"));
  expect(fr.text).toContain(plain("Page 1 sur 1"));
  // When it was made, by the clock of 12 hours that screens have, and whose clock that is.
  expect(en.text).toContain(plain("Made by Portal, 16 Jun 2026, 3:00 am (Africa/Nairobi)"));
  expect(fr.text).toContain(plain("Établi par Portal, le 16 juin 2026, 3:00 AM (Africa/Nairobi)"));
});

/** As the week of the demo: five figures, three bars a day, six sources, and a row for each container. */
function fleetOf(containers: number): ReportContent {
  const heads = ["Container", "Solar energy", "Consumption", "Generator", "Measured", "Without power", "Warnings"];
  const row = (name: string) => [name, "209 kWh", "186 kWh", "0 Wh", "100 %", "15 h 20", "1"];
  const source = (name: string) => [`${name} through the battery`, "1.41 MWh", "45 %"];
  const figure = (label: string) => ({ label, value: "2.79 MWh", note: "100 % measured, at 12 of 13 containers" });
  return content({
    about: [`${containers} containers`, "Each container’s days begin at midnight in its own time zone"],
    figures: ["Solar energy", "Consumption", "Generator", "Without power", "Warnings"].map(figure),
    plots: [{ title: "Energy by day", t, lines: ["solar", "load", "generator"].map((title) => line({ title })) }],
    tables: [
      {
        title: "Where the consumption came from",
        heads: ["Source", "Energy", "Share"],
        rows: ["1", "2", "3", "4", "5", "6"].map(source),
      },
      {
        title: "By container",
        heads,
        rows: Array.from({ length: containers }, (_, index) => row(`Gao ${index + 1}.`)),
      },
    ],
    query:
      "Energy is added up by local day from the measured power and meters. Power cuts come from the readings, warnings from the rules.",
  });
}

test("a fleet week of the demo is one page, and a page more holds containers, not what ends a report", async () => {
  const pdfOf = async (count: number, language: "en" | "fr") =>
    readPdf(await reportPdf(fleetOf(count), { ...options, language }));
  for (const [language, link] of [
    ["en", "Open in the portal"],
    ["fr", "Ouvrir dans le portail"],
  ] as const) {
    const { pages, text } = await pdfOf(13, language);
    expect(pages).toBe(1);
    expect(text).toContain(plain(link));
  }
  for (let count = 14; ; count++) {
    const { pages, text } = await pdfOf(count, "en");
    if (pages === 1) continue;
    expect(text.slice(text.indexOf(plain("Page 1 of 2")))).toContain(plain(`Gao ${count}.`));
    break;
  }
});

test("figures stand beside each other, and a short table is not divided between pages", () => {
  const tablesOf = (of: ReportContent) => {
    const parts = pdfDefinition(of, { ...options, language: "en" }).content;
    return (parts as { table?: { body: unknown[][] }; unbreakable?: boolean }[]).filter(({ table }) => table);
  };
  const week = fleetOf(13);
  const [figures, sources, containers] = tablesOf(week);
  expect(figures?.table?.body.map((row) => row.length)).toEqual([5]);
  expect([sources?.unbreakable, containers?.unbreakable]).toEqual([true, false]);
  const whole = { ...week, tables: week.tables.map((table) => ({ ...table, isWhole: true })) };
  expect(tablesOf(whole).at(-1)?.unbreakable).toBe(true);
  // As few rows as there can be, each as long as the others.
  const eight = { ...week, figures: [...week.figures, ...week.figures.slice(0, 3)] };
  expect(tablesOf(eight)[0]?.table?.body.map((row) => row.length)).toEqual([4, 4]);
});

test("the hours under a plot are those of the clock of screens", () => {
  const frame = { span: { fromMs: monday, toMs: monday + day }, zone: "UTC", language: "en" } as const;
  const svg = plotSvg({ title: "Power", t, lines: [line({ type: "line" })] }, frame).replaceAll("\u00a0", " ");
  for (const hour of ["12:00 am", "3:00 am", "12:00 pm", "9:00 pm"]) expect(svg).toContain(`>${hour}<`);
  // Of two days each midnight is told by its day, since every hour comes twice.
  const two = { ...frame, span: { fromMs: monday, toMs: monday + 2 * day } };
  const both = plotSvg({ title: "Power", t, lines: [line({ type: "line" })] }, two).replaceAll("\u00a0", " ");
  for (const time of ["8 Jun", "6:00 am", "9 Jun", "6:00 pm"]) expect(both).toContain(`>${time}<`);
  expect(both).not.toContain(">12:00 am<");
});

test("it has the portal's own picture where there is one", async () => {
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";
  const picturesOf = async (logo?: string) => {
    const pdf = await reportPdf(content(), { ...options, language: "en", ...(logo !== undefined && { logo }) });
    return pdf.toString("latin1").match(/\/Subtype \/Image/g)?.length ?? 0;
  };
  expect([await picturesOf(), await picturesOf(`data:image/png;base64,${pixel}`)]).toEqual([0, expect.any(Number)]);
  expect(await picturesOf(`data:image/png;base64,${pixel}`)).toBeGreaterThan(0);
});

test("it is made in a process of its own, so that calls do not wait for it, and whoever gives it up ends that", async () => {
  const given = new AbortController();
  const made = reportPdf(content(), { ...options, language: "en", signal: given.signal });
  await expect.poll(() => process.getActiveResourcesInfo()).toContain("ProcessWrap");
  given.abort();
  await expect(made).rejects.toThrow();
  expect(readPdf(await reportPdf(content(), { ...options, language: "en" })).text).toContain(plain("Fleet week"));
});

test("two that are wanted at once are made one after the other", async () => {
  const both = await Promise.all(
    ["amina", "brahim"].map((forWhom) => reportPdf(content(), { ...options, language: "en", forWhom })),
  );
  for (const pdf of both) expect(readPdf(pdf).pages).toBe(1);
});

test("what was not measured is a gap in a line, and no bar", () => {
  const values = [1, 2, null, 4, 5];
  expect(runs([0, 1, 2, 3, 4], values)).toEqual([
    [0, 1],
    [3, 4],
  ]);
  // Single readings that lie far apart are no line either.
  expect(runs([0, 1, 2, 30, 31], [1, 1, 1, 1, 1])).toEqual([
    [0, 1, 2],
    [3, 4],
  ]);
  const frame = { span, zone: "UTC", language: "en" as const };
  const bars = (given: ReportLine["values"]) =>
    plotSvg({ title: "", t, lines: [line({ values: given })] }, frame).match(/Z/g)?.length;
  expect(bars([1, 2, null, 4, 5, 0, 7])).toBe(6);
  expect(plotSvg({ title: "", t, lines: [line({ values: t.map(() => null) })] }, frame)).not.toContain("NaN");
});

test("what is laid over is a dashed line in the colour of its line, and a threshold lies within the drawing, both named below", () => {
  const own = line({ color: "solar" });
  const lines = [own, { ...own, title: "Solar energy (a day before)", type: "line" as const, isOver: true }];
  const levels = [{ title: "Threshold 90.0 kWh", value: 90_000, axis: "left" as const }];
  const svg = plotSvg({ title: "", t, lines, levels }, { span, zone: "UTC", language: "en" });
  const dashed = [...svg.matchAll(/<path d="M[\d.]+ ([\d.]+)[^"]*" fill="none" stroke="(#\w+)"[^>]*dasharray/g)];
  // Each once in the drawing and once beside its name.
  expect(dashed.map(([, , ink]) => ink)).toEqual(["#bf8620", "#55635b", "#bf8620", "#55635b"]);
  // Above every bar, and below the upper edge.
  expect(Number(dashed[1]?.[1])).toBeGreaterThanOrEqual(14);
  expect(svg).toContain(">100<");
  // It has a white edge only over what is filled in its colour: elsewhere that would hide the line below it.
  const edges = (type: ReportLine["type"]) =>
    plotSvg(
      { title: "", t, lines: [{ ...own, type }, lines[1]!, line({ quantity: "load.power" })] },
      { span, zone: "UTC", language: "en" },
    ).match(/stroke="#fff"/g)?.length;
  expect([edges("area"), edges("line")]).toEqual([1, undefined]);
  for (const { title } of [...lines, ...levels]) expect(svg).toContain(`>${title}<`);
});

test("a title cannot leave its place in a drawing", () => {
  const svg = plotSvg(
    { title: "", t, lines: [line({ title: "</text><script>" })] },
    { span, zone: "UTC", language: "en" },
  );
  expect(svg).toContain("&lt;/text&gt;&lt;script&gt;");
});

test("more than four lines differ by their dashes too, in the drawing and in its legend", () => {
  const frame = { span: { fromMs: monday, toMs: monday + day }, zone: "UTC", language: "en" } as const;
  const many = Array.from({ length: 6 }, (_, index) => line({ type: "line", title: `Site ${index}` }));
  const svg = plotSvg({ title: "", t, lines: many }, frame);
  expect(svg.match(/stroke-dasharray="4 1.5"/g)).toHaveLength(4);
  expect(plotSvg({ title: "", t, lines: many.slice(0, 4) }, frame)).not.toContain("stroke-dasharray");
});
