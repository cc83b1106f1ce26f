import { chunkReloadGuardMs } from "@offgrid/contract/core/constants";

import { onReachChange } from "./api/reach.ts";

const reloadedAtKey = "offgrid.chunk-reloaded-at";
const askAgainMs = 5_000;

/** A part of the program could not be loaded, most often because a newer version replaced it. */
export class ChunkFailure extends Error {
  constructor(cause: unknown) {
    super("A part of the program could not be loaded.", { cause });
    this.name = "ChunkFailure";
  }
}

/** A part of the program is not on this device yet, and the portal cannot be reached to fetch it. */
export class ChunkAway extends Error {
  constructor() {
    super("A part of the program waits for the connection.");
    this.name = "ChunkAway";
  }
}

/** May the page reload itself now? At most once per 60 s, so that a lasting failure does not loop. */
export function mayReload(nowMs: number, reloadedAtMs: number | undefined): boolean {
  return reloadedAtMs === undefined || nowMs - reloadedAtMs >= chunkReloadGuardMs || nowMs < reloadedAtMs;
}

/**
 * Loads a lazy part. Without a connection it waits and loads the part as soon as there is one. When the portal can be
 * reached and the part still does not come, the whole page reloads, at most once per 60 s.
 * @throws ChunkFailure when the page has just been reloaded for this.
 */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (await portalAnswers()) return reloadFor(error);
    await waitForPortal();
    // A browser may remember that a module failed; a page that is loaded anew fetches it.
    return load().catch(() => reload());
  }
}

/**
 * Loads a lazy part, and takes another in its place while the portal cannot be reached: `later` gets the part itself once
 * there is a connection. Without the other one it waits, as `loadChunk` does.
 * @throws ChunkFailure as `loadChunk` does.
 */
export async function loadOrInstead<Module>(
  load: () => Promise<Module>,
  instead: () => Promise<Module>,
  later: (part: Module) => void,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (await portalAnswers()) return reloadFor(error);
    try {
      const other = await instead();
      // What stands in its place is enough until the page is loaded anew.
      void backAgain()
        .then(load)
        .then(later, () => {});
      return other;
    } catch {
      return loadChunk(load);
    }
  }
}

function reloadFor(error: unknown): Promise<never> {
  const kept = sessionStorage.getItem(reloadedAtKey);
  if (!mayReload(Date.now(), kept === null ? undefined : Number(kept))) throw new ChunkFailure(error);
  return reload();
}

function reload(): Promise<never> {
  sessionStorage.setItem(reloadedAtKey, String(Date.now()));
  location.reload();
  return new Promise<never>(() => {});
}

const waitingListeners = new Set<() => void>();
let waiting: Promise<void> | undefined;

/** Does a part of the program wait for the connection? */
export function isChunkAway(): boolean {
  return waiting !== undefined;
}

/** Calls the listener when a part begins to wait, and when none waits any more. */
export function onChunkAway(listener: () => void): () => void {
  waitingListeners.add(listener);
  return () => void waitingListeners.delete(listener);
}

/**
 * For what can be shown to fail and be tried again, such as a screen.
 * @throws ChunkAway as soon as a part waits for the connection, in place of waiting with it.
 */
export async function orAway<Part>(loading: Promise<Part>): Promise<Part> {
  let stop = () => {};
  const away = new Promise<never>((_, reject) => {
    const judge = () => void (isChunkAway() && reject(new ChunkAway()));
    stop = onChunkAway(judge);
  });
  return Promise.race([loading, away]).finally(() => stop());
}

/** Resolves when the portal answers again. */
export async function waitForPortal(): Promise<void> {
  waiting ??= backAgain().finally(() => {
    waiting = undefined;
    tellWaiting();
  });
  tellWaiting();
  return waiting;
}

function tellWaiting(): void {
  for (const listener of [...waitingListeners]) listener();
}

let asking: Promise<void> | undefined;

/** However many wait, one asks. */
function backAgain(): Promise<void> {
  asking ??= askUntilAnswered().finally(() => {
    asking = undefined;
  });
  return asking;
}

async function askUntilAnswered(): Promise<void> {
  do await soonOrSign();
  while (!(await portalAnswers()));
}

/** Resolves after a while, or at once when something suggests that the network is back. */
function soonOrSign(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      stop();
      resolve();
    };
    const timer = setTimeout(end, askAgainMs);
    const stop = onReachChange(end);
    window.addEventListener("online", end);
  });
}

/** Asks for a small file, past all caches: is a part missing because of the network, or because of a newer version? */
async function portalAnswers(): Promise<boolean> {
  if (!navigator.onLine) return false;
  try {
    const signal = AbortSignal.timeout(askAgainMs);
    const { status } = await fetch("/favicon.svg", { method: "HEAD", cache: "no-store", credentials: "omit", signal });
    return status < 500;
  } catch {
    return false;
  }
}
