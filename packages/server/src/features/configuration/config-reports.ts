import { configSha256 } from "@offgrid/contract/configuration/config-hash";
import { ConfigReportMessage } from "@offgrid/contract/configuration/configuration.schema";

import type { UpMessage } from "../../broker/broker.types.ts";
import { type Announcement, announced } from "../../bus/announcement.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import type { Db } from "../../core/db.ts";
import type { ControllerAnswers, IngestSide } from "../ingest/ingest-side.ts";
import { readPayload } from "../ingest/payload.ts";
import { saveRejected } from "../ingest/telemetry.store.ts";
import { warnPeople } from "./config-events.ts";
import { isDeliverable, renewTries, stateOf, takeReport } from "./config-steps.ts";
import { lockConfig, saveConfig } from "./configuration.store.ts";

type Tools = Pick<FeatureBase, "bus" | "clock">;

/** What controllers say that they run, each report stored before it is acknowledged. */
export class ConfigReports implements ControllerAnswers {
  readonly #tools: Tools;
  readonly #side: Pick<IngestSide, "write">;
  #taken = 0;
  #refused = 0;

  constructor(tools: Tools, side: Pick<IngestSide, "write">) {
    this.#tools = tools;
    this.#side = side;
  }

  metrics(): Record<string, number> {
    return { config_reports_total: this.#taken, config_reports_refused_total: this.#refused };
  }

  async take(message: UpMessage): Promise<void> {
    const parsed = ConfigReportMessage.safeParse(await readPayload(message.payload));
    if (!parsed.success) return this.#refuse(message, parsed.error.issues[0]?.path.join(".") ?? null);
    if (configSha256(parsed.data.doc) !== parsed.data.sha256) return this.#refuse(message, "sha256");
    await announced<void>(this.#tools.bus, this.#side.write, (tx, news) =>
      this.#apply(tx, news, message.containerId, parsed.data),
    );
    this.#taken++;
  }

  async #apply(tx: Db, news: Announcement, containerId: string, report: ConfigReportMessage): Promise<void> {
    const nowMs = this.#tools.clock.now();
    const before = await lockConfig(tx, containerId);
    // Removed meanwhile.
    if (!before) return;
    const taken = takeReport(before, report, nowMs);
    const row = taken === before ? renewTries(before, nowMs) : taken;
    if (row !== before) await saveConfig(tx, row);
    if (isDeliverable(row, nowMs) && row.tries === 0) news.add("configQueued", { containerIds: [containerId] });
    if (taken === before) return;
    news.add("configChanged", { containerIds: [containerId] });
    const state = stateOf(row);
    const isNew = state !== stateOf(before) || row.version !== before.version;
    if (isNew && (state === "reverted" || state === "rejected")) await warnPeople(tx, news, row, state, nowMs);
  }

  async #refuse({ containerId, topic }: UpMessage, detail: string | null): Promise<void> {
    this.#refused++;
    const nowMs = this.#tools.clock.now();
    await this.#side.write((tx) => saveRejected(tx, [{ containerId, topic, reason: "schema", detail }], nowMs));
  }
}
