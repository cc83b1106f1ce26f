import type { ReportFile } from "@offgrid/contract/reports/report-choices";
import { exportFileName } from "@offgrid/contract/charts/export.cells";
import { dateText, localDate } from "@offgrid/contract/core/zone-time";
import { baseUnit } from "@offgrid/contract/telemetry/format";

import type { FileAnswer } from "../../calls/handler.ts";
import type { MailFile } from "../../mail/mailer.ts";
import { exportFile } from "../charts/export-file.ts";
import { plainText } from "../charts/drawing-file.ts";
import { onePart } from "../charts/one-part.ts";
import type { ReportContent } from "./report-content.ts";
import { type PdfOptions, reportPdf } from "./report-pdf.ts";

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
  const file = exportFile(format, titles, { zone, language: pdf.language }, { parts: onePart({ t, columns }) });
  return { fileName: fileName(content, format), ...file };
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
