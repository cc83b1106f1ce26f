import type { Announcement } from "../../bus/announcement.ts";
import type { Db } from "../../core/db.ts";
import { insertEvents } from "../events/events.store.ts";
import type { ConfigRow } from "./configuration.store.ts";

/** Warns people of a configuration that they asked for and that does not run. */
export async function warnPeople(
  tx: Db,
  news: Announcement,
  { containerId, wantedVersion }: ConfigRow,
  state: "reverted" | "rejected" | "lapsed",
  nowMs: number,
): Promise<void> {
  const event = { ts: nowMs, code: `config.${state}`, level: "warning", data: { version: wantedVersion } } as const;
  const events = await insertEvents(tx, [{ containerId, boot: null, seq: null, event }], nowMs);
  news.add("eventRaised", { eventIds: events.map(({ id }) => id) });
}
