import type { MapTiles } from "@offgrid/contract/settings/settings.schema";

import type { MapConfig } from "../../config/config.map.ts";

/** What people set takes the place of what the environment has, also of a whole style. Pure. */
export function withTiles({ file }: MapConfig, { url, credit }: MapTiles): MapConfig {
  return { styleUrl: undefined, tileUrl: url, credit, file };
}

/** The tiles that the environment has; null: none, or a style instead. */
export function tilesIn({ styleUrl, tileUrl, credit }: MapConfig): MapTiles | null {
  return styleUrl === undefined && tileUrl !== undefined
    ? { url: tileUrl, credit: credit ?? new URL(tileUrl).host }
    : null;
}
