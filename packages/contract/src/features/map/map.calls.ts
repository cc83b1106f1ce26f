import { z } from "zod";

import { type CallMap, noInput } from "../../core/call.ts";

/** Vector tiles of this portal: `GET /map/{kind}/{version}/{z}/{x}/{y}`, which never change under one version. */
const TileSource = z.object({
  version: z.string(),
  minZoom: z.int().min(0).max(22),
  maxZoom: z.int().min(0).max(22),
});

export const mapCalls = {
  getMap: {
    summary: "Where the tiles of the map are: the world that comes with the portal, and the region of its operator.",
    access: "signed-in",
    effect: "read",
    background: true,
    input: noInput,
    output: z.object({
      data: z.object({
        /** Of everyone, without a session; null where the web app was not built with it. */
        world: TileSource.nullable(),
        /** From a PMTiles file in the layers of Protomaps, for those who are signed in; null where there is none. */
        region: TileSource.extend({
          /** [west, south, east, north] in degrees. */
          bounds: z.tuple([z.number(), z.number(), z.number(), z.number()]),
          /** As the maker of the data asks for it; null: it names nobody. */
          attribution: z.string().nullable(),
        }).nullable(),
        /** A file that is there but cannot be shown. */
        problem: z
          .object({
            /** Its name without the folder. */
            file: z.string(),
            /** Not readable, pictures in place of vector tiles, or layers of another scheme than Protomaps. */
            fault: z.enum(["unreadable", "no_vector_tiles", "other_layers"]),
          })
          .nullable(),
      }),
    }),
  },
} satisfies CallMap;
