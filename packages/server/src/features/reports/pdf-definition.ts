import type { LocaleCode } from "@offgrid/contract/core/constants";
import { instantText } from "@offgrid/contract/telemetry/time-text";
import type { Content, TableCell, TDocumentDefinitions } from "pdfmake/interfaces";

import { plotSvg } from "./plot-svg.ts";
import type { ReportContent, ReportPlot, ReportTable } from "./report-content.ts";
import { fill, wordsIn } from "./report-words.ts";

const muted = "#55635b";

export interface PdfLook {
  language: LocaleCode;
  portalName: string;
  /** A picture as a `data:` address; absent: the portal has none of its own. */
  logo?: string | undefined;
  nowMs: number;
}

/** A report as a document: A4, plots as vectors. Pure. */
export function pdfDefinition(
  content: ReportContent,
  { language, portalName, logo, nowMs }: PdfLook,
): TDocumentDefinitions {
  const { name, days, about, figures, plots, tables, notes, query, link, zone } = content;
  const { pdf } = wordsIn(language);
  const madeAt = instantText(nowMs, zone, language);
  return {
    info: { title: `${name}, ${days}`, creator: portalName },
    pageSize: "A4",
    pageMargins: [40, 44, 40, 44],
    defaultStyle: { font: "Roboto", fontSize: 9 },
    language,
    // The first page begins with both.
    header: (page: number) =>
      page === 1 ? null : { text: `${name}, ${days}`, color: muted, fontSize: 8, margin: [40, 20, 40, 0] },
    footer: (page: number, pages: number) => ({
      columns: [
        { text: fill(pdf.made, { portal: portalName, at: madeAt, zone }) },
        { text: fill(pdf.page, { page, pages }), alignment: "right" },
      ],
      color: muted,
      fontSize: 8,
      margin: [40, 12, 40, 0],
    }),
    content: [
      ...(logo === undefined
        ? []
        : [
            {
              image: logo,
              fit: [160, 40] as [number, number],
              margin: [0, 0, 0, 8] as [number, number, number, number],
            },
          ]),
      {
        columns: [
          { text: name, fontSize: 18, bold: true },
          {
            text: pdf.link,
            link,
            width: "auto",
            noWrap: true,
            color: "#0a3081",
            decoration: "underline",
            margin: [0, 8, 0, 0],
          },
        ],
        columnGap: 12,
      },
      { text: [days, ...about].join("\n"), color: muted, margin: [0, 2, 0, 8] },
      ...notes.map((note): Content => ({ text: note, bold: true, margin: [0, 0, 0, 4] })),
      ...(figures.length > 0 ? [figureTable(figures)] : []),
      // Not last, where it could have a page to itself.
      ...(query === "" ? [] : [{ text: query, color: muted, margin: [0, 4, 0, 0] } satisfies Content]),
      ...plots.map((plot) => plotContent(plot, content, language)),
      ...tables.map(tableContent),
    ],
  };
}

function plotContent(plot: ReportPlot, { span, zone }: ReportContent, language: LocaleCode): Content {
  return {
    stack: [
      ...(plot.title === "" ? [] : [{ text: plot.title, style: { bold: true, fontSize: 11 } }]),
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

/** No more figures stand beside each other. */
const figuresPerRow = 5;

/** Each figure below its name, with what is said of it below that; rows of as many as there is room for. */
function figureTable(figures: ReportContent["figures"]): Content {
  const perRow = Math.ceil(figures.length / Math.ceil(figures.length / figuresPerRow));
  const cells = figures.map(({ label, value, note }): TableCell => ({
    stack: [
      { text: label, color: muted, fontSize: 8 },
      { text: value, bold: true, fontSize: 13, margin: [0, 1, 0, 1] },
      { text: note, color: muted, fontSize: 7.5 },
    ],
  }));
  const rows = Array.from({ length: Math.ceil(cells.length / perRow) }, (_, row) =>
    cells.slice(row * perRow, (row + 1) * perRow),
  );
  return {
    table: {
      widths: Array.from({ length: perRow }, () => "*"),
      dontBreakRows: true,
      body: rows.map((row) => [...row, ...Array.from({ length: perRow - row.length }, () => "")]),
    },
    layout: {
      hLineWidth: () => 0.5,
      vLineWidth: () => 0,
      hLineColor: () => "#cdd6d0",
      paddingLeft: (index: number) => (index === 0 ? 0 : 10),
      paddingRight: () => 0,
      paddingTop: () => 5,
      paddingBottom: () => 5,
    },
    margin: [0, 4, 0, 4],
  };
}

/** A table of so many rows is not divided between pages. */
const shortTable = 8;

function tableContent({ title, heads, rows, isWhole = false }: ReportTable): Content {
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
    unbreakable: isWhole || rows.length <= shortTable,
    fontSize: heads.length > 5 ? 8 : 9,
    margin: [0, 8, 0, 0],
  };
}
