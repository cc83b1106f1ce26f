import { join } from "node:path";

/** Whatever makes the bytes of the world's tiles: when one of these changes, they are made anew. */
export const worldScripts: readonly string[] = [
  join(import.meta.dirname, "world-land.ts"),
  join(import.meta.dirname, "world-tiles.ts"),
  join(import.meta.dirname, "world-towns.ts"),
  join(import.meta.dirname, "../packages/contract/src/features/map/map-extent.ts"),
  join(import.meta.dirname, "../packages/server/src/features/map/archive-writer.ts"),
];
