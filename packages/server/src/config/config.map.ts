import { z } from "zod";

import type { Setting } from "./config.setting.ts";

/** Where the map of the web app comes from; all undefined: the world map that comes with the portal,
 * and the archive of a region in the data folder. */
export interface MapConfig {
  styleUrl: string | undefined;
  tileUrl: string | undefined;
  credit: string | undefined;
  /** A PMTiles archive of a region, absolute; undefined: the first one in the data folder, if there is one. */
  file: string | undefined;
}

const webUrl = z.url({ protocol: /^https?$/ });

export const mapSettings = {
  mapStyleUrl: {
    name: "MAP_STYLE_URL",
    fallback: undefined,
    shown: "unset: own world",
    meaning: "style of the map (MapLibre); every address in it must be absolute and of the same origin",
    expected: "an address such as https://maps.example.org/style.json",
    schema: webUrl.optional(),
  },
  mapTileUrl: {
    name: "MAP_TILE_URL",
    fallback: undefined,
    shown: "unset: own world",
    meaning: "raster tiles drawn over the portal's own world map; ignored when MAP_STYLE_URL is set",
    expected: "an address with {z}, {x} and {y} such as https://tiles.example.org/{z}/{x}/{y}.png",
    schema: webUrl.refine((url) => ["{z}", "{x}", "{y}"].every((part) => url.includes(part))).optional(),
  },
  mapCredit: {
    name: "MAP_CREDIT",
    fallback: undefined,
    shown: "unset",
    meaning: "attribution that the provider of the style or tiles requires under the map",
    expected: "a text of 1 to 200 characters",
    schema: z.string().trim().min(1).max(200).optional(),
  },
  mapFile: {
    name: "MAP_FILE",
    fallback: undefined,
    shown: "first *.pmtiles in DATA_DIR",
    meaning: "street map of a region that the portal serves itself; docs/operations.md says where to cut one",
    expected: "the path of a PMTiles file, such as /srv/maps/kenya.pmtiles",
    schema: z.string().trim().endsWith(".pmtiles").optional(),
  },
} satisfies Record<string, Setting>;

/** Origins that the page must be allowed to load the map from, each once. */
export function mapOrigins({ styleUrl, tileUrl }: MapConfig): string[] {
  return [...new Set([styleUrl, tileUrl].flatMap((url) => (url === undefined ? [] : new URL(url).origin)))];
}
