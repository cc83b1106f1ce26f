import { createRequire } from "node:module";

import type { LocaleCode } from "@offgrid/contract/core/constants";
import { formatLocales } from "@offgrid/contract/telemetry/format";
import type { Content, TableCell, TDocumentDefinitions, TFontDictionary } from "pdfmake/interfaces";

import { FairQueue } from "../../core/fair-queue.ts";
import { plotSvg } from "./plot-svg.ts";
import type { ReportContent, ReportPlot, ReportTable } from "./report-content.ts";
import { fill, wordsIn } from "./report-words.ts";

/** One at a time in a process: making one takes a core and some 50 MB for a moment. */
const queue = new FairQueue({ atOnce: 1, perPerson: 1, waiting: 50, waitingPerPerson: 10 });

export interface PdfOptions {
  language: LocaleCode;
  portalName: string;
  nowMs: number;
  /** Who waits for it: nobody's reports hold up those of others. */
  forWhom: string;
  signal?: AbortSignal;
}

/** A report as PDF: A4, plots as vectors, the fonts within. */
export async function reportPdf(content: ReportContent, options: PdfOptions): Promise<Buffer> {
  const { forWhom, signal } = options;
  return queue.run(forWhom, () => render(pdfDefinition(content, options)), { ...(signal && { signal }) });
}

let prepared: Promise<typeof import("pdfmake")> | undefined;

/** Loaded with the first document, so that a start need not wait for it. It reads its own fonts, and nothing else. */
async function pdfmake(): Promise<typeof import("pdfmake")> {
  const { default: library } = (await import("pdfmake")) as unknown as { default: typeof import("pdfmake") };
  const { Roboto } = createRequire(import.meta.url)("pdfmake/fonts/Roboto.js") as { Roboto: TFontDictionary[string] };
  library.setFonts({ Roboto });
  library.setUrlAccessPolicy(() => false);
  const own = new Set<unknown>(Object.values(Roboto));
  library.setLocalAccessPolicy((path) => own.has(path));
  return library;
}

async function render(definition: TDocumentDefinitions): Promise<Buffer> {
  prepared ??= pdfmake();
  const library = await prepared;
  return Buffer.from(await library.createPdf(definition).getBuffer());
}

const muted = "#55635b";

function pdfDefinition(content: ReportContent, { language, portalName, nowMs }: PdfOptions): TDocumentDefinitions {
  const { name, days, about, figures, plots, tables, notes, query, link, zone } = content;
  const { pdf } = wordsIn(language);
  const at = { dateStyle: "medium", timeStyle: "short", timeZone: zone } as const;
  const madeAt = new Intl.DateTimeFormat(formatLocales[language], at).format(nowMs);
  return {
    info: { title: `${name}, ${days}`, creator: portalName },
    pageSize: "A4",
    pageMargins: [40, 44, 40, 44],
    defaultStyle: { font: "Roboto", fontSize: 9 },
    language,
    header: { text: `${name}, ${days}`, color: muted, fontSize: 8, margin: [40, 20, 40, 0] },
    footer: (page: number, pages: number) => ({
      columns: [
        { text: fill(pdf.made, { portal: portalName, at: madeAt }) },
        { text: fill(pdf.page, { page, pages }), alignment: "right" },
      ],
      color: muted,
      fontSize: 8,
      margin: [40, 12, 40, 0],
    }),
    content: [
      { text: name, fontSize: 18, bold: true },
      { text: [days, ...about].join("\n"), color: muted, margin: [0, 2, 0, 8] },
      ...notes.map((note): Content => ({ text: note, bold: true, margin: [0, 0, 0, 4] })),
      ...(figures.length > 0 ? [figureTable(figures)] : []),
      ...plots.map((plot) => plotContent(plot, content, language)),
      ...tables.map(tableContent),
      { text: query, color: muted, margin: [0, 10, 0, 2] },
      { text: pdf.link, link, color: "#0a3081", decoration: "underline" },
    ],
  };
}

function plotContent(plot: ReportPlot, { span, zone }: ReportContent, language: LocaleCode): Content {
  return {
    stack: [
      { text: plot.title, style: { bold: true, fontSize: 11 } },
      { svg: plotSvg(plot, { span, zone, language }) },
    ],
    unbreakable: true,
    margin: [0, 8, 0, 4],
  };
}

const lines = {
  hLineWidth: (index: number) => (index === 0 ? 0 : 0.5),
  vLineWidth: () => 0,
  hLineColor: () => "#cdd6d0",
  paddingLeft: (index: number) => (index === 0 ? 0 : 6),
  paddingRight: () => 0,
};

function figureTable(figures: ReportContent["figures"]): Content {
  const body = figures.map(({ label, value, note }): TableCell[] => [
    { text: label },
    { text: value, bold: true, alignment: "right" },
    { text: note, color: muted },
  ]);
  return { table: { widths: ["auto", "auto", "*"], body }, layout: lines, margin: [0, 4, 0, 4] };
}

function tableContent({ title, heads, rows }: ReportTable): Content {
  const cell = (text: string, index: number): TableCell => ({ text, alignment: index === 0 ? "left" : "right" });
  const head = heads.map((text, index): TableCell => ({ ...(cell(text, index) as object), text, bold: true }));
  // A row of the table, so that it stands above the rows on each page.
  const above: TableCell[] = [
    { text: title, bold: true, fontSize: 11, colSpan: heads.length },
    ...heads.slice(1).map(() => ""),
  ];
  return {
    table: {
      headerRows: 2,
      keepWithHeaderRows: 1,
      dontBreakRows: true,
      widths: heads.map((_, index) => (index === 0 ? "*" : "auto")),
      body: [above, head, ...rows.map((row) => row.map(cell))],
    },
    layout: { ...lines, hLineWidth: (index: number) => (index < 2 ? 0 : 0.5) },
    fontSize: heads.length > 5 ? 8 : 9,
    margin: [0, 8, 0, 0],
  };
}
