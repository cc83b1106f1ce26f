import { may } from "@offgrid/contract/core/access";
import { Refusal } from "@offgrid/contract/core/refusal";
import type { kitApplyCalls } from "@offgrid/contract/kits/kits.calls";

import type { Actor } from "../../calls/actor.ts";
import type { Handlers } from "../../calls/handler.ts";
import { mustServeAll } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";
import { markOld } from "../forecast/forecast.store.ts";
import * as kits from "../kits/kits.store.ts";
import { giveKit, type KitMember, listMembers } from "./kit-apply.store.ts";

export const kitApplyHandlers: Handlers<typeof kitApplyCalls> = {
  kitPreview: async ({ id, containerIds }, { actor, db }) => {
    const kit = await kits.mustFind(db, id);
    const members = await membersOf(db, actor, containerIds);
    return {
      data: members.map((one) => ({
        containerId: one.id,
        name: one.name,
        kit: one.kit,
        before: kits.takenBy(one),
        after: kits.takenFrom(kit, one),
      })),
      kit: { pvWp: kit.pvWp, reserveSoc: kit.reserveSoc },
    };
  },

  kitApply: async ({ id, containerIds, kit: known }, { actor, db, audit, publish }) => {
    // Kits belong to those who hold `kit`; what forecasts count with to those who may configure the container.
    if (!may(actor.permissions, "configure")) throw new Refusal("forbidden");
    const { pvWp, limits } = await kits.lock(db, id);
    const { reserveSoc } = limits;
    if (pvWp !== known.pvWp || reserveSoc !== known.reserveSoc) throw new Refusal("template_changed");
    const members = await membersOf(db, actor, containerIds);
    // In one order for all, so that two never wait for each other.
    for (const one of members.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
      await giveKit(db, { id, pvWp, reserveSoc }, one);
      await markOld(db, one.id);
    }
    audit({
      target: id,
      before: Object.fromEntries(members.map((one) => [one.id, { kit: one.kit, ...kits.takenBy(one) }])),
      after: Object.fromEntries(members.map((one) => [one.id, kits.takenFrom({ pvWp, reserveSoc }, one)])),
    });
    publish("containerChanged", { containerIds: members.map((one) => one.id) });
    return {};
  },
};

/** @throws Refusal not_found unless the actor sees all of them, container_retired where one is out of service. */
async function membersOf(db: Db, actor: Actor, containerIds: readonly string[]): Promise<KitMember[]> {
  return listMembers(db, [...(await mustServeAll(db, actor, containerIds))]);
}
