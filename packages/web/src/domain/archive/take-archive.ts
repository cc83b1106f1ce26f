import { receiveFile } from "../../core/api/call.ts";
import { longestReceivingMs, receiveInPieces } from "../../core/api/receive-in-pieces.ts";
import { saveFile } from "../../core/save-file.ts";

/** Whose data: a container's, or one's own. */
export type ArchiveOf = { containerId: string } | "me";

/**
 * Receives an archive of all data and hands it to the browser.
 * @param onBytes How many bytes have come, whenever there are more.
 * @throws ApiError, or AbortError when `signal` aborts.
 */
export async function takeArchive(of: ArchiveOf, signal: AbortSignal, onBytes: (bytes: number) => void): Promise<void> {
  let bytes = 0;
  const send = receiveInPieces(({ length }) => onBytes((bytes += length)));
  const settings = { signal, timeoutMs: longestReceivingMs, send };
  saveFile(
    of === "me"
      ? await receiveFile("personArchive", {}, settings)
      : await receiveFile("containerArchive", of, settings),
  );
}
