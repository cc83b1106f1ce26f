import { upgradeLimitsMs } from "@offgrid/contract/upgrades/upgrade-moves";
import { FirmwareReportMessage } from "@offgrid/contract/upgrades/upgrades.schema";

import type { UpMessage } from "../../broker/broker.types.ts";
import { type Announcement, announced } from "../../bus/announcement.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import type { Db } from "../../core/db.ts";
import type { ControllerAnswers, IngestSide } from "../ingest/ingest-side.ts";
import { readPayload } from "../ingest/payload.ts";
import { saveRejected } from "../ingest/telemetry.store.ts";
import { tellOfUpgrade } from "./upgrade-events.ts";
import { applyEvent, lockUpgrade, noteProgress } from "./upgrades.store.ts";

type Tools = Pick<FeatureBase, "bus" | "clock">;

/** What controllers report of releases, each stored before it is acknowledged. */
export class UpgradeReports implements ControllerAnswers {
  readonly #tools: Tools;
  readonly #side: Pick<IngestSide, "write">;
  #taken = 0;
  #refused = 0;

  constructor(tools: Tools, side: Pick<IngestSide, "write">) {
    this.#tools = tools;
    this.#side = side;
  }

  metrics(): Record<string, number> {
    return { upgrade_reports_total: this.#taken, upgrade_reports_refused_total: this.#refused };
  }

  async take(message: UpMessage): Promise<void> {
    const parsed = FirmwareReportMessage.safeParse(await readPayload(message.payload));
    if (!parsed.success) return this.#refuse(message, "schema", parsed.error.issues[0]?.path.join(".") ?? null);
    const isKnown = await announced<boolean>(this.#tools.bus, this.#side.write, (tx, news) =>
      this.#apply(tx, news, message.containerId, parsed.data),
    );
    if (!isKnown) return this.#refuse(message, "unknown_upgrade", parsed.data.id);
    this.#taken++;
  }

  /** @returns whether the portal has given this upgrade to this container. */
  async #apply(tx: Db, news: Announcement, containerId: string, report: FirmwareReportMessage): Promise<boolean> {
    const row = await lockUpgrade(tx, report.id);
    if (row?.containerId !== containerId) return false;
    const nowMs = this.#tools.clock.now();
    const { st, error: reason, log, progress, bytes } = report;
    const state = await applyEvent(tx, row, st, nowMs, { reason, log });
    if (state !== undefined) await tellOfUpgrade(tx, news, row, { state, reason }, nowMs);
    if (progress !== undefined && bytes !== undefined && bytes >= row.bytes)
      await noteProgress(tx, row.id, progress, bytes, nowMs + (upgradeLimitsMs.downloading ?? 0));
    return true;
  }

  async #refuse({ containerId, topic }: UpMessage, reason: string, detail: string | null): Promise<void> {
    this.#refused++;
    const nowMs = this.#tools.clock.now();
    await this.#side.write((tx) => saveRejected(tx, [{ containerId, topic, reason, detail }], nowMs));
  }
}
