import type { favoriteCalls } from "@offgrid/contract/favorites/favorites.calls";

import type { Handlers } from "../../calls/handler.ts";
import { mustSee } from "../../calls/scope.ts";
import * as favorites from "./favorites.store.ts";

export const favoriteHandlers: Handlers<typeof favoriteCalls> = {
  favoriteSet: async (change, { actor, db, audit }) => {
    audit({ after: { favorite: change.favorite } });
    // A container that was taken away can still be removed from the list.
    if (change.favorite) await mustSee(db, actor, change.containerId);
    return { data: { favorites: await favorites.set(db, actor.userId, change) } };
  },
};
