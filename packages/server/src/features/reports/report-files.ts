import type { ReportFile } from "@offgrid/contract/reports/report-choices";
import { exportFileName } from "@offgrid/contract/charts/export.cells";
import { dateText, localDate } from "@offgrid/contract/core/zone-time";
import { baseUnit } from "@offgrid/contract/telemetry/format";

import type { MailFile } from "../../mail/mailer.ts";
import { exportFile } from "../charts/export-file.ts";
import { plainText } from "../charts/drawing-file.ts";
import type { ReportContent } from "./report-content.ts";

/** The files that go with a mail, in the columns that all exports have; none where nothing is drawn. */
export async function filesOf(content: ReportContent, formats: readonly ReportFile[]): Promise<MailFile[]> {
  const found: MailFile[] = [];
  for (const format of new Set(formats)) {
    const { plots, zone } = content;
    const [first] = plots;
    if (!first) continue;
    const lines = plots.filter(({ t }) => isSame(t, first.t)).flatMap((plot) => plot.lines);
    const titles = lines.map(({ title, unit }) => (baseUnit(unit) === "" ? title : `${title} (${baseUnit(unit)})`));
    const columns = lines.map(({ values }) => values);
    const { contentType, stream } = exportFile(format, titles, zone, one({ t: first.t, columns }));
    found.push({ name: fileName(content, format), contentType, base64: await base64Of(stream) });
  }
  return found;
}

/** @param ending Of the file's kind, without the dot. */
export function fileName({ name, span, zone }: Pick<ReportContent, "name" | "span" | "zone">, ending: string): string {
  const days = [span.fromMs, span.toMs - 1].map((atMs) => dateText(localDate(zone, atMs)));
  return exportFileName(plainText(name), days, ending);
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
