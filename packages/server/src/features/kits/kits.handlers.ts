import type { kitCalls } from "@offgrid/contract/kits/kits.calls";

import type { Handlers } from "../../calls/handler.ts";
import * as kits from "./kits.store.ts";

export const kitHandlers: Handlers<typeof kitCalls> = {
  kitGet: async (_, { actor, db }) => ({ data: await kits.list(db, actor) }),

  kitSet: async (kit, { db, audit }) => {
    const id = await kits.insert(db, kit);
    audit({ target: id, after: kit });
    return { data: { id } };
  },

  kitUpdate: async ({ id, ...kit }, { db, audit }) => {
    const before = await kits.lock(db, id);
    await kits.update(db, id, kit);
    audit({ target: id, before, after: kit });
    return {};
  },

  kitDelete: async ({ id }, { db, audit }) => {
    const before = await kits.lock(db, id);
    await kits.remove(db, id);
    audit({ target: id, before });
    return {};
  },
};
