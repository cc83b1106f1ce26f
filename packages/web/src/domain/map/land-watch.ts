import type { Map as MapLibre } from "maplibre-gl";

/** How much of the land below the marks is there: still on its way, all of it, or all but a part that could not be had. */
export type Land = "coming" | "there" | "missing";

/** What the portal itself has; what others serve lies above its world, which stays visible without them. */
const ownSources: ReadonlySet<string> = new Set(["world", "region"]);
/** Between one try and the next, ever longer. */
const retryMs = [2_000, 5_000, 15_000, 60_000];

/** What the map library adds to an error of a tile, beside what its types say. */
interface FailedTile {
  sourceId: string;
  tile: { tileID: { canonical: { x: number; y: number; z: number } } };
}

/** Tries again by itself after a while, each time after a longer one, and as soon as there is a network again. */
export class Retries {
  readonly #again: () => void;
  #count = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(again: () => void, gone: AbortSignal) {
    this.#again = again;
    const onNetwork = () => {
      if (this.#timer) this.now();
    };
    window.addEventListener("online", onNetwork, { signal: gone });
    gone.addEventListener("abort", () => this.stop());
  }

  plan(): void {
    this.stop();
    this.#timer = setTimeout(() => this.now(), retryMs[Math.min(this.#count++, retryMs.length - 1)]);
  }

  now(): void {
    this.stop();
    this.#again();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** All is well: the next time begins with the shortest wait. */
  done(): void {
    this.stop();
    this.#count = 0;
  }
}

/**
 * Reports each change of the land of what is seen. The map library draws nothing where a tile did not come, and never asks
 * for it again, so that land ended in a straight line at the sea.
 * @returns Asks for what is missing at once.
 */
export function watchLand(map: MapLibre, gone: AbortSignal, report: (land: Land) => void): () => void {
  const sources = [...ownSources].filter((source) => map.getSource(source));
  if (sources.length === 0) {
    report("there");
    return () => {};
  }
  let failed: FailedTile[] = [];
  const retries = new Retries(() => {
    const again = failed;
    failed = [];
    // By name: without names, the library waits for ever for those that did not come.
    for (const { sourceId, tile } of again) map.refreshTiles(sourceId, [tile.tileID.canonical]);
  }, gone);
  let last: Land = "coming";
  const judge = () => {
    if (gone.aborted || !sources.every((source) => map.isSourceLoaded(source))) return;
    const land = failed.length > 0 ? "missing" : "there";
    if (land === last) return;
    last = land;
    if (land === "there") retries.done();
    report(land);
  };
  map.on("error", (event) => {
    const { sourceId, tile } = event as Partial<FailedTile>;
    if (sourceId === undefined || tile === undefined || !ownSources.has(sourceId) || gone.aborted) return;
    failed.push({ sourceId, tile });
    retries.plan();
    judge();
  });
  map.on("render", judge);
  map.on("sourcedata", judge);
  judge();
  return () => retries.now();
}
