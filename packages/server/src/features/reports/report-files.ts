import type { ReportFile } from "@offgrid/contract/reports/report-choices";
import { dayMonthYear, distinctTitles, type ExportFact, exportFileName } from "@offgrid/contract/charts/export.cells";
import { dateText, localDate, offsetMs } from "@offgrid/contract/core/zone-time";
import { baseUnit } from "@offgrid/contract/telemetry/format";

import type { FileAnswer } from "../../calls/handler.ts";
import type { MailFile } from "../../mail/mailer.ts";
import { exportFile, factsOf } from "../charts/files/export-file.ts";
import { plainText } from "../charts/files/drawing-file.ts";
import { onePart } from "../charts/drawings/one-part.ts";
import type { ReportContent, ReportLine } from "./report-content.ts";
import { type PdfOptions, reportPdf } from "./report-pdf.ts";
import { fill, wordsIn } from "./report-words.ts";

/** Those of the formats that there are of a report: without a drawing it has no columns. */
export function formatsOf({ plots }: Pick<ReportContent, "plots">, formats: readonly ReportFile[]): ReportFile[] {
  return [...new Set(formats)].filter((format) => format === "pdf" || plots.length > 0);
}

/** The files that go with a mail. */
export async function filesOf(
  content: ReportContent,
  formats: readonly ReportFile[],
  pdf: PdfOptions,
): Promise<MailFile[]> {
  const found: MailFile[] = [];
  for (const format of formatsOf(content, formats)) {
    const { fileName: name, contentType, stream } = await fileOf(content, format, pdf);
    found.push({ name, contentType, base64: await base64Of(stream) });
  }
  return found;
}

/** What the mail says as PDF, or its columns as all exports have them: none where nothing is drawn. */
export async function fileOf(content: ReportContent, format: ReportFile, pdf: PdfOptions): Promise<FileAnswer> {
  if (format === "pdf") return pdfAnswer(content, pdf);
  const { plots, zone } = content;
  const t = plots[0]?.t ?? [];
  const lines = plots.filter((plot) => isSame(plot.t, t)).flatMap((plot) => plot.lines);
  const titles = lines.map(({ title, unit }) => (baseUnit(unit) === "" ? title : `${title} (${baseUnit(unit)})`));
  const columns = lines.map(({ values }) => values);
  const source = { parts: onePart({ t, columns }), facts: async () => factsOfReport(content, lines, pdf) };
  const file = exportFile(format, titles, { zone, language: pdf.language }, source);
  return { fileName: fileName(content, format), ...file };
}

/** What is said beside the columns: which report they are of, its containers, days and coverage, and when it was made. */
function factsOfReport(
  { name, span, zone, drawn }: ReportContent,
  lines: readonly ReportLine[],
  { language, portalName, nowMs }: PdfOptions,
): ExportFact[] {
  if (!drawn) return [];
  const { facts } = wordsIn(language);
  const titles = distinctTitles(lines.map(({ title }) => title));
  // How much of what is laid over was measured is not known.
  const said = lines.flatMap(({ coverage, isOver }, index) =>
    isOver === true ? [] : [{ title: titles[index] ?? "", coverage }],
  );
  const at = dayMonthYear(nowMs + offsetMs(zone, nowMs));
  return [
    [facts.report, name],
    ...factsOf({ ...drawn, from: span.fromMs, to: span.toMs, zone, lines: said }, language),
    [facts.made, fill(facts.made_at, { portal: portalName, at })],
  ];
}

/** @param ending Of the file's kind, without the dot. */
export function fileName({ name, span, zone }: Pick<ReportContent, "name" | "span" | "zone">, ending: string): string {
  const days = [span.fromMs, span.toMs - 1].map((atMs) => dateText(localDate(zone, atMs)));
  return exportFileName(plainText(name), days, ending);
}

/** A report as an answer. */
export async function pdfAnswer(content: ReportContent, options: PdfOptions): Promise<FileAnswer> {
  const stream = onePart(await reportPdf(content, options));
  return { fileName: fileName(content, "pdf"), contentType: "application/pdf", stream };
}

const isSame = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((atMs, index) => atMs === other[index]);

async function base64Of(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces).toString("base64");
}
