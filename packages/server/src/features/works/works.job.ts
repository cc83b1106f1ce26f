import { passedStates } from "@offgrid/contract/works/works-moves";

import { announced } from "../../bus/announcement.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import type { JobKind } from "../../jobs/job.ts";
import { insertEvents } from "../events/events.store.ts";
import { noteWorks } from "./works-events.ts";
import * as works from "./works.store.ts";

type Tools = Pick<FeatureBase, "bus" | "db" | "clock">;

const everyMs = 2_000;
const perRound = 200;

/** Begins planned works, asks people about those that overrun, and ends those that nobody ended. */
export function worksJob(tools: Tools): JobKind {
  return { name: "works", everyMs, run: ({ signal }) => followTime(tools, signal) };
}

export async function followTime({ bus, db, clock }: Tools, signal?: AbortSignal): Promise<void> {
  for (const ref of await works.listDue(db, clock.now(), perRound)) {
    if (signal?.aborted) return;
    await announced<void>(
      bus,
      (whole) => db.transaction().execute(whole),
      async (tx, news) => {
        await works.holdWorks(tx, ref.containerId);
        let row = await works.findWorks(tx, ref.containerId, ref.id);
        const nowMs = clock.now();
        const passed = row ? passedStates(row.state, works.timesOf(row), nowMs) : [];
        for (const state of passed) {
          if (!row) break;
          row = await works.saveWorks(tx, row, { state }, nowMs);
          if (state === "active") news.add("eventRaised", await noteWorks(tx, row, { kind: "began" }, nowMs));
          if (state === "ended")
            news.add("eventRaised", await noteWorks(tx, row, { kind: "ended", endedBy: null }, nowMs));
        }
        if (passed.length > 0) news.add("worksChanged", { containerIds: [ref.containerId] });
        // Nobody is asked about works that are over by now.
        if (row?.state !== "overrun" || !passed.includes("overrun")) return;
        const data = { by: row.userId, reason: row.reason, until: row.endsAt.toISOString() };
        const event = { ts: nowMs, code: "works.overrun", level: "warning", data } as const;
        const events = await insertEvents(tx, [{ containerId: row.containerId, boot: null, seq: null, event }], nowMs);
        news.add("eventRaised", { eventIds: events.map(({ id }) => id) });
      },
    );
  }
}
