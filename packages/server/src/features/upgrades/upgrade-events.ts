import type { EventMessage } from "@offgrid/contract/telemetry/telemetry.schema";

import type { Announcement } from "../../bus/announcement.ts";
import type { Db } from "../../core/db.ts";
import { insertEvents } from "../events/events.store.ts";
import { type CampaignRow, listMembers } from "./campaigns.store.ts";
import type { UpgradeRow } from "./upgrades.store.ts";

/** The four events of an upgrade that people are told of. */
const codes: Partial<Record<UpgradeRow["state"], [code: string, level: EventMessage["level"]]>> = {
  downloading: ["upgrade.start", "info"],
  booted: ["upgrade.upgraded", "info"],
  healthy: ["upgrade.success", "info"],
  failed: ["upgrade.fail", "warning"],
  rolled_back: ["upgrade.fail", "warning"],
};

export async function tellOfUpgrade(
  tx: Db,
  news: Announcement,
  { id, containerId, version }: UpgradeRow,
  to: { state: UpgradeRow["state"]; reason: string | null },
  nowMs: number,
): Promise<void> {
  const [code, level] = codes[to.state] ?? [];
  if (code === undefined || level === undefined) return;
  const data = { upgrade: id, version, reason: to.reason };
  const event = { ts: nowMs, code, level, data };
  const events = await insertEvents(tx, [{ containerId, boot: null, seq: null, event }], nowMs);
  news.add("eventRaised", { eventIds: events.map((one) => one.id) });
}

/** That a campaign halted by itself, as an event of a container of its present wave: people look there first. */
export async function tellOfHalt(
  tx: Db,
  news: Announcement,
  { id, name, version, wave, haltCause }: Pick<CampaignRow, "id" | "name" | "version" | "wave" | "haltCause">,
  nowMs: number,
): Promise<void> {
  const first = (await listMembers(tx, id)).find((member) => member.wave === wave && !member.isGone);
  if (!first) return;
  const data = { campaign: id, name, version, cause: haltCause };
  const event = { ts: nowMs, code: "upgrade.halted", level: "warning" as const, data };
  const events = await insertEvents(tx, [{ containerId: first.containerId, boot: null, seq: null, event }], nowMs);
  news.add("eventRaised", { eventIds: events.map((one) => one.id) });
}
