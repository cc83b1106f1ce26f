import { announced } from "../../bus/announcement.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import { eachInTurn } from "../../jobs/each-in-turn.ts";
import type { JobKind } from "../../jobs/job.ts";
import { tellOfUpgrade } from "./upgrade-events.ts";
import { findPlace } from "./upgrade-gates.ts";
import { applyEvent, listDue, listInStates, lockUpgrade, postpone } from "./upgrades.store.ts";

type Tools = Pick<FeatureBase, "bus" | "db" | "clock">;

const name = "upgrade-steps";
const everyMs = 30_000;
const perRound = 500;
/** The time of a download counts only while the container is there. */
const awayAgainMs = 3_600_000;
/** A report may have been lost although the link is up; each question costs a few KB of it. */
const askAgainMs = 3_600_000;
const reasons: Partial<Record<string, string>> = { offered: "no_start", downloading: "stalled" };

/** Ends upgrades whose time is over, and has those that wait looked at again and silent ones asked. All instants are stored. */
export function upgradeJob(tools: Tools & Pick<FeatureBase, "log">): JobKind {
  return {
    name,
    everyMs,
    run: async ({ signal }) => {
      const { bus, db, clock, log } = tools;
      const due = await listDue(db, clock.now(), perRound);
      await eachInTurn(due, { name, log, signal }, (id) => endOverdue(tools, id));
      const upgradeIds = await listInStates(db, ["gated"]);
      if (upgradeIds.length > 0) bus.publish("upgradesWaiting", { upgradeIds });
    },
  };
}

export async function endOverdue({ bus, db, clock }: Tools, id: string): Promise<void> {
  await announced<void>(
    bus,
    (whole) => db.transaction().execute(whole),
    async (tx, news) => {
      const row = await lockUpgrade(tx, id);
      const nowMs = clock.now();
      // Another worker may have been here meanwhile.
      if (!row?.dueAt || row.dueAt.getTime() > nowMs) return;
      if (row.state === "silent") {
        await postpone(tx, id, nowMs + askAgainMs);
        news.add("upgradesWaiting", { upgradeIds: [id] });
        return;
      }
      const reason = reasons[row.state] ?? null;
      if (reason !== null && !(await findPlace(tx, row.containerId, nowMs, -Infinity)).isOnline)
        return postpone(tx, id, nowMs + awayAgainMs);
      const state = await applyEvent(tx, row, "timeout", nowMs, { reason });
      if (state === undefined) return;
      if (state === "silent") await postpone(tx, id, nowMs + askAgainMs);
      news.add("upgradeChanged", { containerIds: [row.containerId] });
      await tellOfUpgrade(tx, news, row, { state, reason }, nowMs);
    },
  );
}
