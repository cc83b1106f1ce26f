import type { ReportFile } from "@offgrid/contract/reports/report-choices";
import { exportFileName } from "@offgrid/contract/charts/export.cells";
import { dateText, localDate } from "@offgrid/contract/core/zone-time";
import { baseUnit } from "@offgrid/contract/telemetry/format";

import type { FileAnswer } from "../../calls/handler.ts";
import type { MailFile } from "../../mail/mailer.ts";
import { exportFile } from "../charts/export-file.ts";
import { plainText } from "../charts/drawing-file.ts";
import type { ReportContent } from "./report-content.ts";
import { type PdfOptions, reportPdf } from "./report-pdf.ts";

/** The files that go with a mail: the same as PDF, and its columns as all exports have them, if anything is drawn. */
export async function filesOf(
  content: ReportContent,
  formats: readonly ReportFile[],
  pdf: PdfOptions,
): Promise<MailFile[]> {
  const found: MailFile[] = [];
  for (const format of new Set(formats)) {
    if (format === "pdf") {
      const base64 = (await reportPdf(content, pdf)).toString("base64");
      found.push({ name: fileName(content, format), contentType: "application/pdf", base64 });
      continue;
    }
    const { plots, zone } = content;
    const [first] = plots;
    if (!first) continue;
    const lines = plots.filter(({ t }) => isSame(t, first.t)).flatMap((plot) => plot.lines);
    const titles = lines.map(({ title, unit }) => (baseUnit(unit) === "" ? title : `${title} (${baseUnit(unit)})`));
    const columns = lines.map(({ values }) => values);
    const { contentType, stream } = exportFile(format, titles, zone, { parts: one({ t: first.t, columns }) });
    found.push({ name: fileName(content, format), contentType, base64: await base64Of(stream) });
  }
  return found;
}

/** @param ending Of the file's kind, without the dot. */
export function fileName({ name, span, zone }: Pick<ReportContent, "name" | "span" | "zone">, ending: string): string {
  const days = [span.fromMs, span.toMs - 1].map((atMs) => dateText(localDate(zone, atMs)));
  return exportFileName(plainText(name), days, ending);
}

/** A report as an answer. */
export async function pdfAnswer(content: ReportContent, options: PdfOptions): Promise<FileAnswer> {
  const stream = one(await reportPdf(content, options));
  return { fileName: fileName(content, "pdf"), contentType: "application/pdf", stream };
}

const isSame = (one: readonly number[], other: readonly number[]) =>
  one.length === other.length && one.every((atMs, index) => atMs === other[index]);

async function* one<Part>(part: Part): AsyncGenerator<Part> {
  yield part;
}

async function base64Of(stream: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces).toString("base64");
}
