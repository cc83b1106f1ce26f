import { z } from "zod";

import type { CallMap } from "../../core/call.ts";

const Container = z.string().min(1).max(64);

export const favoriteCalls = {
  favoriteSet: {
    summary: "Make a container a favourite or none any more, or move it among one's favourites.",
    access: "view",
    effect: "write",
    input: z.strictObject({
      /** With `favorite: false` also one that the caller does not see any more. */
      containerId: Container,
      favorite: z.boolean().default(true),
      /**
       * The favourite that it shall stand before; null: at the end. Left out: one that is there already keeps its place, a
       * new one goes to the end.
       */
      before: Container.nullable().optional(),
    }),
    /** All favourites in their order, also those that the caller does not see any more. */
    output: z.object({ data: z.object({ favorites: z.array(z.string()) }) }),
  },
} satisfies CallMap;
