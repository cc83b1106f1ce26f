import type { HistoryBatch } from "../drivers/driver.ts";
import type { Sender } from "./sender.ts";

export interface ImportProgress {
  /** Frames that the portal has committed. */
  acked: number;
  /** Frames that the portal refused; they are in the dead-letter file. */
  refused: number;
}

/**
 * Sends history in the source's order; batches are pulled only when there is room in flight.
 * @returns When every frame is acknowledged or refused.
 * @throws Error when the sender is stopped before the end; what the source throws.
 */
export async function importHistory(
  sender: Sender,
  source: AsyncIterable<HistoryBatch> | Iterable<HistoryBatch>,
  onProgress: ((progress: ImportProgress) => void) | undefined,
): Promise<ImportProgress> {
  const progress: ImportProgress = { acked: 0, refused: 0 };
  const open = new Set<Promise<void>>();
  for await (const batch of source) {
    let rest = batch.frames;
    while (rest.length > 0) {
      const { count, settled } = await sender.sendHistory(batch.metrics, rest);
      const answered = settled.then((refused) => {
        open.delete(answered);
        progress.acked += count - refused;
        progress.refused += refused;
        onProgress?.({ ...progress });
      });
      open.add(answered);
      rest = rest.slice(count);
    }
  }
  await Promise.race([Promise.all(open), sender.stopped]);
  if (open.size > 0) throw new Error("The controller was stopped before the import was done.");
  return progress;
}
