import { isOn } from "@offgrid/contract/commands/arbitrate";
import type { commandGroupCalls } from "@offgrid/contract/commands/command-groups.calls";
import { Refusal } from "@offgrid/contract/core/refusal";
import { findOutput, outputKinds, outputTarget } from "@offgrid/contract/devices/output-kinds";
import { randomUUID } from "node:crypto";

import type { Handlers } from "../../calls/handler.ts";
import { mustSeeAll, type Viewer } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";
import { toCommand } from "./command-rows.ts";
import * as groups from "./command-groups.store.ts";
import { findCommands } from "./commands.store.ts";
import { obstacleTo } from "./group-obstacle.ts";
import { findDeadFeeder, mustFindEquipment } from "./outputs.store.ts";

const { op } = outputKinds.relay;

export const commandGroupHandlers: Handlers<typeof commandGroupCalls> = {
  commandGroupPreview: async ({ containers, relay, on }, { actor, db, clock, portalStartedAtMs }) => {
    await mustSeeAll(db, actor, containers);
    const times = { nowMs: clock.now(), portalStartedAtMs };
    const order = { op, target: outputTarget("relay", relay), args: { on }, userId: actor.userId };
    const data = [];
    for (const containerId of containers) {
      const equipment = await mustFindEquipment(db, actor, containerId);
      const { name, outputs } = equipment;
      const output = outputs.find(({ target }) => target === order.target);
      const value = output?.value ?? null;
      const feeder = output && (await findDeadFeeder(db, equipment, containerId, output));
      data.push({
        containerId,
        containerName: name,
        outputName: output?.givenName ?? null,
        feeder: feeder
          ? { target: feeder, name: outputs.find(({ target }) => target === feeder)?.givenName ?? null }
          : null,
        on: value === null ? null : isOn(value),
        obstacle: await obstacleTo(db, order, containerId, times),
      });
    }
    return { data };
  },

  commandGroupStart: async ({ containers, relay, on }, { actor, db, clock, audit }) => {
    await mustSeeAll(db, actor, containers);
    const groupId = randomUUID();
    const order = { id: groupId, op, target: outputTarget("relay", relay), args: { on }, userId: actor.userId };
    await groups.insertGroup(db, order, containers, clock.now());
    audit({ target: groupId, after: { relay, on, containers } });
    return { data: { groupId } };
  },

  commandGroupGet: async ({ groupId }, { actor, db }) => {
    const { group, members } = await mustFindGroup(db, actor, groupId);
    const ids = members.flatMap(({ commandId }) => commandId ?? []);
    const commands = new Map((await findCommands(db, ids)).map((row) => [row.id, toCommand(row)]));
    return {
      data: {
        groupId,
        relay: findOutput(group.target)?.number ?? 0,
        on: group.args.on,
        state: group.state,
        at: group.createdAt.toISOString(),
        by: { userId: group.userId, name: group.userName },
        members: members.map(({ containerId, containerName, commandId, obstacle }) => ({
          containerId,
          containerName,
          obstacle,
          command: (commandId !== null && commands.get(commandId)) || null,
        })),
      },
    };
  },

  commandGroupCancel: async ({ groupId }, { actor, db, clock, audit }) => {
    await mustFindGroup(db, actor, groupId);
    audit({ target: groupId });
    await groups.endGroup(db, groupId, "cancelled", clock.now());
    return {};
  },
};

/** @throws Refusal not_found when there is no such group, or nothing of it is in the person's sight. */
async function mustFindGroup(db: Db, viewer: Viewer, groupId: string) {
  const group = await groups.findGroup(db, groupId);
  const members = await groups.listMembers(db, groupId, viewer);
  if (!group || members.length === 0) throw new Refusal("not_found");
  return { group, members };
}
