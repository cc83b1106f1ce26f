import { receiveFile } from "../../core/api/call.ts";
import { saveFile } from "../../core/save-file.ts";

/** Whose data: a container's, or one's own. */
export type ArchiveOf = { containerId: string } | "me";

/** Readings of years take their time. */
const longestMs = 6 * 3_600_000;

/**
 * Receives an archive of all data and hands it to the browser.
 * @param onBytes How many bytes have come, whenever there are more.
 * @throws ApiError, or AbortError when `signal` aborts.
 */
export async function takeArchive(of: ArchiveOf, signal: AbortSignal, onBytes: (bytes: number) => void): Promise<void> {
  const settings = { signal, timeoutMs: longestMs, send: counting(onBytes) };
  saveFile(
    of === "me"
      ? await receiveFile("personArchive", {}, settings)
      : await receiveFile("containerArchive", of, settings),
  );
}

function counting(onBytes: (bytes: number) => void) {
  return async (url: string, init: RequestInit): Promise<Response> => {
    const response = await fetch(url, init);
    if (!response.ok || !response.body) return response;
    let bytes = 0;
    const count = new TransformStream<Uint8Array, Uint8Array>({
      transform: (piece, controller) => {
        bytes += piece.length;
        onBytes(bytes);
        controller.enqueue(piece);
      },
    });
    return new Response(response.body.pipeThrough(count), response);
  };
}
