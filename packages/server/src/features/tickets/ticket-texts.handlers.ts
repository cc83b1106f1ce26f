import { Refusal } from "@offgrid/contract/core/refusal";
import { ticketTextLimits } from "@offgrid/contract/tickets/ticket-texts";
import type { ticketTextCalls } from "@offgrid/contract/tickets/ticket-texts.calls";

import type { Handlers } from "../../calls/handler.ts";
import { mustBeThere } from "./tickets.handlers.ts";
import * as texts from "./ticket-texts.store.ts";

export const ticketTextHandlers: Handlers<typeof ticketTextCalls> = {
  ticketTextList: async (_, { db }) => ({ data: await texts.listTexts(db) }),

  ticketTextSave: async ({ id, ...given }, { db, clock, audit }) => {
    audit({ after: given });
    if (id === undefined) {
      const made = await texts.insertText(db, given, clock.now());
      const full = `There are ${ticketTextLimits.most} texts. Delete one first.`;
      if (!made) throw new Refusal("bad_input", { fields: { title: full } });
      audit({ target: made.id });
      return { data: made };
    }
    const { id: _, ...before } = await mustBeThere(texts.holdText(db, id));
    audit({ target: id, before });
    await texts.changeText(db, { id, ...given }, clock.now());
    return { data: { id, ...given } };
  },

  ticketTextDelete: async ({ id }, { db, audit }) => {
    const { id: _, ...before } = await mustBeThere(texts.holdText(db, id));
    audit({ target: id, before });
    await texts.deleteText(db, id);
    return {};
  },
};
