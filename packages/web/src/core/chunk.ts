import { chunkReloadGuardMs } from "@offgrid/contract/core/constants";

import { onReachChange } from "./api/reach.ts";

const reloadedAtKey = "offgrid.chunk-reloaded-at";
const askAgainMs = 5_000;
/** A part may be on its way this long before the page asks whether the portal answers at all. */
const askAfterMs = 3_000;
/** What had stalled may still come by itself this long after the portal answers again. */
export const comesWithinMs = 2_000;

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
 * reached and the part still fails, the whole page reloads, at most once per 60 s. Where nothing fails and nothing comes,
 * the part waits for the connection as well; see `waitForStalled` for when it is back.
 * @throws ChunkFailure when the page has just been reloaded for this.
 */
export async function loadChunk<Module>(load: () => Promise<Module>): Promise<Module> {
  const loading = load();
  try {
    if (await isStalled(loading)) awaitStalled(loading);
    return await loading;
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
  const loading = load();
  try {
    if (await isStalled(loading)) throw new ChunkAway();
    return await loading;
  } catch (error) {
    if (!(error instanceof ChunkAway) && (await portalAnswers())) return reloadFor(error);
    try {
      const others = instead();
      if (await isStalled(others)) throw new ChunkAway();
      const other = await others;
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

let isLeaving = false;

function reloadFor(error: unknown): Promise<never> {
  if (isLeaving) return new Promise<never>(() => {});
  if (!mayReloadNow()) throw new ChunkFailure(error);
  return reload();
}

function mayReloadNow(): boolean {
  const kept = sessionStorage.getItem(reloadedAtKey);
  return mayReload(Date.now(), kept === null ? undefined : Number(kept));
}

function reload(): Promise<never> {
  sessionStorage.setItem(reloadedAtKey, String(Date.now()));
  isLeaving = true;
  // A page asks on the same few connections as the one before it, which what is stuck would hold until it has come.
  window.stop();
  location.reload();
  return new Promise<never>(() => {});
}

/**
 * Resolves with true when a part has neither come nor failed for a while and the portal does not answer either, and with
 * false once the part has come or failed. A link that is only slow answers meanwhile.
 */
async function isStalled(loading: Promise<unknown>): Promise<boolean> {
  let isOver = false;
  const over = () => {
    isOver = true;
    return false;
  };
  const ended = loading.then(over, over);
  const asked = async (): Promise<boolean> => {
    await new Promise((resolve) => setTimeout(resolve, askAfterMs));
    if (isOver) return false;
    if (isChunkAway() || !(await portalAnswersNow())) return true;
    return asked();
  };
  return Promise.race([ended, asked()]);
}

let answering: Promise<boolean> | undefined;

/** However many are on their way, one asks at a time. */
function portalAnswersNow(): Promise<boolean> {
  answering ??= portalAnswers().finally(() => {
    answering = undefined;
  });
  return answering;
}

/** Parts that stalled and have not come since. */
const stuck = new Set<Promise<unknown>>();

/** For what waits for a part without knowing how it is loaded: until it has come, the page finds out whether it can come at all. */
export async function watchStalled(coming: Promise<unknown>): Promise<void> {
  if (await isStalled(coming)) awaitStalled(coming);
}

/** Waits for the connection on behalf of a part that stalled. */
function awaitStalled(loading: Promise<unknown>): void {
  const over = () => void stuck.delete(loading);
  stuck.add(loading);
  loading.then(over, over);
  void waitForPortal();
}

/**
 * Resolves when the portal answers again and no part is stuck. A browser never gives up a module that has stalled, and
 * gives the same one to whoever asks for it again: while `isWanted`, the page is loaded anew where a part still does not
 * come, at most once per 60 s.
 */
export async function waitForStalled(isWanted: () => boolean): Promise<void> {
  await waitForPortal();
  const free = async (): Promise<void> => {
    if (stuck.size === 0 || !isWanted()) return undefined;
    const limit = new Promise((resolve) => setTimeout(resolve, comesWithinMs));
    await Promise.race([limit, Promise.allSettled(stuck)]);
    if (stuck.size > 0 && isWanted() && mayReloadNow()) return reload();
    return free();
  };
  return free();
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
