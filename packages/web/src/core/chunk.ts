import { chunkReloadGuardMs } from "@offgrid/contract/core/constants";

const reloadedAtKey = "offgrid.chunk-reloaded-at";

/** A part of the program could not be loaded, most often because a newer version replaced it. */
export class ChunkFailure extends Error {
  constructor(cause: unknown) {
    super("A part of the program could not be loaded.", { cause });
    this.name = "ChunkFailure";
  }
}

/** May the page reload itself now? At most once per 60 s, so that a lasting failure does not loop. */
export function mayReload(nowMs: number, reloadedAtMs: number | undefined): boolean {
  return reloadedAtMs === undefined || nowMs - reloadedAtMs >= chunkReloadGuardMs || nowMs < reloadedAtMs;
}

/**
 * Loads a lazy part. When that fails the whole page reloads, at most once per 60 s.
 * @throws ChunkFailure when the page has just been reloaded for this.
 */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    const kept = sessionStorage.getItem(reloadedAtKey);
    if (!navigator.onLine || !mayReload(Date.now(), kept === null ? undefined : Number(kept))) {
      throw new ChunkFailure(error);
    }
    sessionStorage.setItem(reloadedAtKey, String(Date.now()));
    location.reload();
    return new Promise<never>(() => {});
  }
}
