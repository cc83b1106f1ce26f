import { z } from "zod";

import type { CallMap } from "../../core/call.ts";

const Container = z.string().min(1).max(64);

export const favoriteCalls = {
  favoriteSet: {
    summary: "Add a container to the caller's favourites, remove it from them, or move it among them.",
    access: "view",
    effect: "write",
    input: z.strictObject({
      /** With `favorite: false` also a container that the caller no longer sees. */
      containerId: Container,
      favorite: z.boolean().default(true),
      /**
       * The favourite to put it before; null: at the end. Left out: an existing favourite keeps its place, a new one
       * goes to the end.
       */
      before: Container.nullable().optional(),
    }),
    /** All favourites in their order, also containers that the caller no longer sees. */
    output: z.object({ data: z.object({ favorites: z.array(z.string()) }) }),
  },
} satisfies CallMap;
