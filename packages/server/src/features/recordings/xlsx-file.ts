import { importTextLimitBytes } from "@offgrid/contract/recordings/import-limits";

import { refuseFile } from "./upload-fault.ts";

/** Workbooks of Excel, LibreOffice and others. Read row by row; what they unpack to is known before it is unpacked. */

const entriesLimit = 2_000;
/** Markup takes several times what the cells do. */
const unpackedLimitBytes = 4 * importTextLimitBytes;
const centralEntry = 0x02_01_4b_50;
const endOfDirectory = 0x06_05_4b_50;

/**
 * Does the archive say that it unpacks to more than is read, or leave it open? The reader refuses parts that unpack to
 * more than they say.
 */
export function isTooLargeXlsx(bytes: Buffer): boolean {
  const end = lastIndexOf(bytes, endOfDirectory);
  if (end < 0 || end + 22 > bytes.length) return false;
  const count = bytes.readUInt16LE(end + 10);
  let place = bytes.readUInt32LE(end + 16);
  let total = 0;
  if (count > entriesLimit || place > bytes.length) return true;
  for (let entry = 0; entry < count; entry++) {
    if (place + 46 > bytes.length || bytes.readUInt32LE(place) !== centralEntry) return true;
    const [small, large] = [bytes.readUInt32LE(place + 20), bytes.readUInt32LE(place + 24)];
    if (large === 0 && small > 2) return true;
    // Its sizes stand behind the data, where nothing was promised.
    if (small === 0 && (bytes.readUInt16LE(place + 8) & 8) !== 0) return true;
    total += large;
    if (total > unpackedLimitBytes) return true;
    place += 46 + bytes.readUInt16LE(place + 28) + bytes.readUInt16LE(place + 30) + bytes.readUInt16LE(place + 32);
  }
  return false;
}

function lastIndexOf(bytes: Buffer, signature: number): number {
  const sought = Buffer.alloc(4);
  sought.writeUInt32LE(signature);
  return bytes.lastIndexOf(sought);
}

/** The names of the sheets in their order. @throws Refusal where the file is no workbook. */
export async function xlsxSheets(bytes: Buffer): Promise<string[]> {
  const { readXlsx } = await import("hucre/xlsx");
  const names: string[] = [];
  const isWanted = ({ name }: { name: string }) => {
    names.push(name.slice(0, 100));
    return false;
  };
  await readXlsx(bytes, { sheets: isWanted }).catch(refuseUnreadable);
  return names;
}

/** Rows from 0, with the texts of their cells: times as ISO without a zone, numbers with a point. */
export async function* readXlsxRows(bytes: Buffer, sheet: number): AsyncGenerator<{ index: number; cells: string[] }> {
  const { streamXlsxRows } = await import("hucre/xlsx");
  const rows = streamXlsxRows(bytes, { sheet });
  for (;;) {
    const { done, value } = await rows.next().catch(refuseUnreadable);
    if (done) return;
    yield { index: value.index, cells: value.values.map(textOf) };
  }
}

function refuseUnreadable(error: unknown): never {
  const name = error instanceof Error ? error.name : "";
  return refuseFile(name === "EncryptedFileError" ? "encrypted" : "broken");
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return timeText(cell);
  if (typeof cell === "boolean") return cell ? "1" : "0";
  return typeof cell === "number" || typeof cell === "string" ? String(cell).trim() : "";
}

/** Workbooks count days as a fraction, so that a whole second is often missed by some microseconds. */
function timeText(date: Date): string {
  const ms = date.getTime();
  if (!Number.isFinite(ms)) return "";
  const second = Math.round(ms / 1_000) * 1_000;
  return new Date(Math.abs(ms - second) <= 5 ? second : ms).toISOString().slice(0, -1);
}
