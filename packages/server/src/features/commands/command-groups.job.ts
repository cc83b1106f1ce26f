import { announced } from "../../bus/announcement.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import { isDatabaseAway } from "../../core/db.ts";
import type { JobKind } from "../../jobs/job.ts";
import * as groups from "./command-groups.store.ts";
import { giveCommand } from "./give-command.ts";
import { obstacleTo } from "./group-obstacle.ts";
import { groupStep } from "./group-steps.ts";
import { holdOutput } from "./locks.store.ts";

type Tools = Pick<FeatureBase, "bus" | "db" | "clock">;
type JobTools = Tools & Pick<FeatureBase, "log">;

const everyMs = 1_000;
const perRound = 20;
/** What was not given by then is not given any more: nothing is switched later by itself, as after an outage. */
const longestMs = 10 * 60_000;

/** Gives the commands of groups. What was given is stored with its group, so that any worker goes on with it. */
export function groupJob(tools: JobTools): JobKind {
  return {
    name: "command-groups",
    everyMs,
    run: async ({ signal }) => {
      for (const { id } of await groups.listRunning(tools.db, perRound)) {
        if (signal.aborted) return;
        try {
          await stepGroup(tools, id, signal);
        } catch (error) {
          if (isDatabaseAway(error)) throw error;
          // One that always fails, such as an order that only a newer version knows, must not stop the others.
          tools.log.warn({ err: error, group: id }, "a group command failed; it is tried again until it is too old");
        }
      }
    },
  };
}

/** Gives all commands that may be given now. */
export async function stepGroup(tools: Tools, id: string, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await giveNext(tools, id)));
}

/**
 * One command in a transaction of its own, in which nobody else goes on with the group: what a worker looked at before may
 * be over by then.
 * @returns whether another one may follow.
 */
async function giveNext({ bus, db, clock }: Tools, groupId: string): Promise<boolean> {
  return announced<boolean>(
    bus,
    (whole) => db.transaction().execute(whole),
    async (tx, news) => {
      const group = await groups.lockRunning(tx, groupId);
      if (!group) return false;
      const nowMs = clock.now();
      if (nowMs - group.createdAt.getTime() > longestMs) {
        await groups.endGroup(tx, groupId, "expired", nowMs);
        return false;
      }
      const { give, end } = groupStep(await groups.listMembers(tx, groupId));
      if (end) await groups.endGroup(tx, groupId, end, nowMs);
      const [containerId] = give;
      if (containerId === undefined) return false;
      const { op, target, args, userId } = group;
      await holdOutput(tx, { containerId, target });
      const obstacle = await obstacleTo(tx, group, containerId, { nowMs, portalStartedAtMs: -Infinity });
      const order = { containerId, target, op, args, userId };
      const commandId = obstacle === null ? await giveCommand(tx, order, nowMs) : undefined;
      if (commandId === undefined) {
        await groups.noteMember(tx, groupId, containerId, { commandId: null, obstacle: obstacle ?? "busy" });
        return true;
      }
      await groups.noteMember(tx, groupId, containerId, { commandId, obstacle: null });
      news.add("commandQueued", { commandIds: [commandId] });
      news.add("commandChanged", { commandIds: [commandId] });
      return true;
    },
  );
}
