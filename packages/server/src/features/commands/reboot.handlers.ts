import type { rebootCalls } from "@offgrid/contract/commands/reboot.calls";
import { controllerTarget } from "@offgrid/contract/core/constants";
import { Refusal } from "@offgrid/contract/core/refusal";

import type { Handlers } from "../../calls/handler.ts";
import { mustNotDisturb } from "../works/works.store.ts";
import { giveCommand, mustBeIdle } from "./give-command.ts";
import { holdOutput } from "./locks.store.ts";
import { isOnline, mustFindEquipment } from "./outputs.store.ts";

export const rebootHandlers: Handlers<typeof rebootCalls> = {
  rebootContainer: async ({ containerId, reason }, context) => {
    const { actor, db, clock, audit, publish } = context;
    audit({ target: containerId, after: { reason } });
    const equipment = await mustFindEquipment(db, actor, containerId);
    await mustNotDisturb(db, actor, containerId);
    if (!isOnline(equipment, context)) throw new Refusal("container_offline");
    const controller = { containerId, target: controllerTarget };
    await holdOutput(db, controller);
    await mustBeIdle(db, containerId);
    const order = { ...controller, op: "reboot", args: { reason }, userId: actor.userId } as const;
    const commandId = await giveCommand(db, order, clock.now());
    if (commandId === undefined) throw new Refusal("controller_busy");
    audit({ after: { reason, commandId } });
    publish("commandQueued", { commandIds: [commandId] });
    publish("commandChanged", { commandIds: [commandId] });
    return { data: { commandId } };
  },
};
