import { linkLimits } from "@offgrid/contract/charts/chart-limits";

import { announced } from "../../../bus/announcement.ts";
import type { FeatureBase } from "../../../calls/feature.ts";
import type { JobKind } from "../../../jobs/job.ts";
import { insertEvents } from "../../events/events.store.ts";
import * as links from "./chart-links.store.ts";

type Tools = Pick<FeatureBase, "bus" | "db" | "clock">;

const everyMs = 10 * 60_000;
const perRound = 100;

/** Notifies owners of links that end soon, and of those that many people open. */
export function linkNoticesJob(tools: Tools): JobKind {
  return { name: "chart-link-notices", everyMs, run: () => noticeLinks(tools) };
}

/** Notices of one round; each is given once, in whichever process. */
export async function noticeLinks({ bus, db, clock }: Tools): Promise<void> {
  await announced<void>(
    bus,
    (whole) => db.transaction().execute(whole),
    async (tx, news) => {
      const nowMs = clock.now();
      for (const notice of await links.takeNotices(tx, nowMs, perRound)) {
        const { ownerId, containerId, hint, chart, expiresAt, isBusy } = notice;
        const data = { hint, chart, ...(isBusy ? { uses: linkLimits.manyUses } : { until: expiresAt.toISOString() }) };
        const code = isBusy ? "chart_link.busy" : "chart_link.ending";
        const event = { ts: nowMs, code, level: "info", data } as const;
        const events = await insertEvents(tx, [{ containerId, boot: null, seq: null, event }], nowMs, [ownerId]);
        news.add("eventRaised", { eventIds: events.map(({ id }) => id) });
      }
    },
  );
}
