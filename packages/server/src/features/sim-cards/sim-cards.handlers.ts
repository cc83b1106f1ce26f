import { isEmptyCard } from "@offgrid/contract/sim-cards/sim-card-rules";
import type { simCardCalls } from "@offgrid/contract/sim-cards/sim-cards.calls";

import type { Handlers } from "../../calls/handler.ts";
import { mustSee } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";
import { findDataBudget, findSimCard, saveSimCard } from "./sim-cards.store.ts";

export const simCardHandlers: Handlers<typeof simCardCalls> = {
  simCardGet: async ({ containerId }, { actor, db, clock }) => {
    await mustSee(db, actor, containerId);
    return { data: await answerOf(db, containerId, clock.now()) };
  },

  simCardSave: async ({ containerId, card }, { actor, db, clock, audit }) => {
    await mustSee(db, actor, containerId);
    const before = await findSimCard(db, containerId);
    // One of which nothing is known is none.
    const after = card === null || isEmptyCard(card) ? null : card;
    await saveSimCard(db, containerId, after);
    audit({ target: containerId, ...(before && { before: { ...before } }), ...(after && { after }) });
    return { data: await answerOf(db, containerId, clock.now()) };
  },
};

async function answerOf(db: Db, containerId: string, nowMs: number) {
  const card = await findSimCard(db, containerId);
  return { card: card ?? null, budget: await findDataBudget(db, containerId, card, nowMs) };
}
