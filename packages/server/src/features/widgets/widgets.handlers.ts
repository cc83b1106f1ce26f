import { randomBytes } from "node:crypto";

import { Refusal } from "@offgrid/contract/core/refusal";
import type { widgetCalls } from "@offgrid/contract/widgets/widgets.calls";

import type { Handlers } from "../../calls/handler.ts";
import { readPicture } from "../users/avatar.ts";
import { hasNotes } from "../users/picture-notes.ts";
import * as pictures from "./widget-pictures.store.ts";
import * as widgets from "./widgets.store.ts";

export const widgetHandlers: Handlers<typeof widgetCalls> = {
  widgetsChange: async (change, { actor, db }) => ({
    data: { widgets: await widgets.change(db, actor.userId, change) },
  }),

  widgetsReset: async (_, { actor, db }) => ({ data: { widgets: await widgets.reset(db, actor.userId) } }),

  widgetPictureSave: async ({ picture }, { actor, db, clock, audit }) => {
    const { type, bytes } = readPicture(picture, "picture");
    if (hasNotes(type, bytes)) {
      const hint = "It says where, when or how it was taken; save it without that.";
      throw new Refusal("bad_input", { fields: { picture: hint } });
    }
    const id = randomBytes(16).toString("hex");
    const kept = { id, ownerId: actor.userId, type, data: bytes, madeAtMs: clock.now() };
    if (!(await pictures.keep(db, kept))) throw new Refusal("too_large");
    audit({ target: id, after: { type, bytes: bytes.length } });
    return { data: { id } };
  },

  widgetPicture: async ({ id }, { actor, db }) => {
    const found = await pictures.find(db, actor.userId, id);
    if (!found) throw new Refusal("not_found");
    return { data: { picture: `data:${found.type};base64,${found.data.toString("base64")}` } };
  },
};
