import { sectionOf } from "@offgrid/contract/configuration/config-doc";

import { announced } from "../../bus/announcement.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import type { JobKind } from "../../jobs/job.ts";
import { insertEvents } from "../events/events.store.ts";
import { stateOf, withSyncDue } from "./config-steps.ts";
import { applySync, stepsOf } from "./config-sync.handlers.ts";
import { listSyncDue, lockConfig, saveConfig } from "./configuration.store.ts";

type Tools = Pick<FeatureBase, "bus" | "db" | "clock">;

const everyMs = 15_000;
const perRound = 500;

/** Carries out what people have laid down about values that were changed on site. */
export function configSyncJob(tools: Tools): JobKind {
  return {
    name: "config-sync",
    everyMs,
    run: async ({ signal }) => {
      for (const containerId of await listSyncDue(tools.db, tools.clock.now(), perRound)) {
        if (signal.aborted) return;
        await followRule(tools, containerId);
      }
    },
  };
}

/** @returns how many values it changed. */
export async function followRule({ bus, db, clock }: Tools, containerId: string): Promise<number> {
  return announced<number>(
    bus,
    (whole) => db.transaction().execute(whole),
    async (tx, news) => {
      const nowMs = clock.now();
      const row = await lockConfig(tx, containerId);
      if (!row) return 0;
      const { syncRule: rule, syncDueAt } = row;
      // Another worker, or a person, was faster.
      if (!rule || !syncDueAt || syncDueAt.getTime() > nowMs) return 0;
      const steps = stateOf(row) === "drifted" ? stepsOf(row, rule) : [];
      if (steps.length === 0) {
        await saveConfig(tx, withSyncDue({ ...row, syncDueAt: null }));
        return 0;
      }
      await saveConfig(tx, applySync(row, steps, rule.by, nowMs));
      const sections = [...new Set(steps.map(({ path }) => sectionOf(path)))];
      const data = { direction: rule.direction, count: steps.length, sections: sections.join(", ") };
      const event = { ts: nowMs, code: "config.synced", level: "info", data } as const;
      const events = await insertEvents(tx, [{ containerId, boot: null, seq: null, event }], nowMs);
      news.add("eventRaised", { eventIds: events.map(({ id }) => id) });
      news.add("configQueued", { containerIds: [containerId] });
      news.add("configChanged", { containerIds: [containerId] });
      return steps.length;
    },
  );
}
