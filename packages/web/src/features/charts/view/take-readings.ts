import type { ExportFormat } from "@offgrid/contract/charts/export.calls";

import { type Input, receiveFile } from "../../../core/api/call.ts";
import { longestReceivingMs, receiveInPieces } from "../../../core/api/receive-in-pieces.ts";
import { saveFile } from "../../../core/save-file.ts";

/** How far a file is. */
export interface Received {
  bytes: number;
  /** Epoch ms of the last reading that has come; left out: it cannot be told, as of a spreadsheet, which is packed. */
  atMs?: number | undefined;
}

/**
 * Receives every single reading as a file and hands it to the browser.
 * @throws ApiError, or AbortError when `signal` aborts.
 */
export async function takeReadings(
  question: Omit<Input<"exportData">, "groupBy" | "format">,
  { format, name }: { format: ExportFormat; name: string },
  signal: AbortSignal,
  onProgress: (received: Received) => void,
): Promise<void> {
  let received: Received = { bytes: 0 };
  const send = receiveInPieces((piece) => {
    const atMs = format === "csv" ? (lastInstant(piece) ?? received.atMs) : undefined;
    received = { bytes: received.bytes + piece.length, atMs };
    onProgress(received);
  });
  const settings = { signal, timeoutMs: longestReceivingMs, send };
  const { contents } = await receiveFile("exportData", { ...question, groupBy: "raw", format }, settings);
  saveFile({ name, contents });
}

/** Longer than a line of the most columns. */
const tailBytes = 2_048;

/** The instant of the last line that begins in a piece of a CSV file, epoch ms; undefined: none does. */
export function lastInstant(piece: Uint8Array): number | undefined {
  const tail = new TextDecoder().decode(piece.subarray(-tailBytes));
  const last = [...tail.matchAll(/\n(\d+),/g)].at(-1)?.[1];
  return last === undefined ? undefined : Number(last);
}
