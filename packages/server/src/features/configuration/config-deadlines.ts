import { announced } from "../../bus/announcement.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import { eachInTurn } from "../../jobs/each-in-turn.ts";
import type { JobKind } from "../../jobs/job.ts";
import { warnPeople } from "./config-events.ts";
import { isDeliverable, passTime } from "./config-steps.ts";
import { listDueConfigs, lockDueConfig, saveConfig } from "./configuration.store.ts";

type Tools = Pick<FeatureBase, "bus" | "db" | "clock">;

const name = "config-deadlines";
const everyMs = 5_000;
const perRound = 500;

/** Has configurations sent again that were not answered, and ends those that could not be delivered for seven days. */
export function configDeadlineJob(tools: Tools & Pick<FeatureBase, "log">): JobKind {
  const { log } = tools;
  return {
    name,
    everyMs,
    run: async ({ signal }) => {
      await eachInTurn(await listDueConfigs(tools.db, tools.clock.now(), perRound), { name, log, signal }, (id) =>
        passDue(tools, id),
      );
    },
  };
}

/** @returns whether this worker did it. */
export async function passDue({ bus, db, clock }: Tools, containerId: string): Promise<boolean> {
  return announced<boolean>(
    bus,
    (whole) => db.transaction().execute(whole),
    async (tx, news) => {
      const nowMs = clock.now();
      const before = await lockDueConfig(tx, containerId, nowMs);
      if (!before) return false;
      const row = passTime(before, nowMs);
      await saveConfig(tx, row);
      if (isDeliverable(row, nowMs)) news.add("configQueued", { containerIds: [containerId] });
      if (row.lapsedAt === null || before.lapsedAt !== null) return true;
      news.add("configChanged", { containerIds: [containerId] });
      await warnPeople(tx, news, row, "lapsed", nowMs);
      return true;
    },
  );
}
