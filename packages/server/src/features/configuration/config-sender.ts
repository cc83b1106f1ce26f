import { configSha256 } from "@offgrid/contract/configuration/config-hash";
import type { ConfigSetMessage } from "@offgrid/contract/configuration/configuration.schema";

import { announced } from "../../bus/announcement.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import { mayStill } from "../../calls/scope.ts";
import { type Db, reasonOf } from "../../core/db.ts";
import type { IngestSide } from "../ingest/ingest-side.ts";
import { findOthersAtWork } from "../works/works.store.ts";
import { warnPeople } from "./config-events.ts";
import { changesWorksAlone, isDeliverable, lapse, noteSent, passTime } from "./config-steps.ts";
import { type ConfigRow, lockConfig, saveConfig } from "./configuration.store.ts";

type Tools = Pick<FeatureBase, "bus" | "clock" | "log">;
type Side = Pick<IngestSide, "canReach" | "sendConfig" | "write">;

/**
 * Sends what is wanted, from the process that has the controllers' connections. It may be sent twice: a controller decides
 * on a version once. What cannot be sent now is, when the controller connects and reports.
 */
export class ConfigSender {
  readonly #tools: Tools;
  readonly #side: Side;
  #sending: Promise<void> = Promise.resolve();

  constructor(tools: Tools, side: Side) {
    this.#tools = tools;
    this.#side = side;
  }

  send(containerIds: readonly string[]): void {
    this.#sending = this.#sending.then(() => this.#sendAll(containerIds));
  }

  /** Resolves when nothing is being sent. */
  async idle(): Promise<void> {
    await this.#sending;
  }

  async #sendAll(containerIds: readonly string[]): Promise<void> {
    for (const containerId of containerIds) {
      try {
        if (this.#side.canReach(containerId)) await this.#sendOne(containerId);
      } catch (error) {
        this.#tools.log.warn({ reason: reasonOf(error), containerId }, "a configuration is sent later");
      }
    }
  }

  async #sendOne(containerId: string): Promise<void> {
    const { bus, clock } = this.#tools;
    const message = await announced<ConfigSetMessage | undefined>(bus, this.#side.write, async (tx, news) => {
      const row = await lockConfig(tx, containerId);
      const nowMs = clock.now();
      if (!row?.wanted || !isDeliverable(row, nowMs)) return undefined;
      const isFree = changesWorksAlone(row);
      if (!isFree && !(await isStillWanted(tx, row))) {
        await saveConfig(tx, lapse(row, nowMs));
        news.add("configChanged", { containerIds: [containerId] });
        await warnPeople(tx, news, row, "lapsed", nowMs);
        return undefined;
      }
      // Load protection and a new address switch things, too: while somebody else works there it waits.
      if (!isFree && (await findOthersAtWork(tx, { containerId, userId: row.wantedBy ?? "" }))) {
        await saveConfig(tx, passTime(row, nowMs));
        return undefined;
      }
      await saveConfig(tx, noteSent(row, nowMs));
      news.add("configChanged", { containerIds: [containerId] });
      const { wanted: doc, wantedVersion: version, wantedBase: base } = row;
      return { version, base, doc, sha256: configSha256(doc) };
    });
    if (message) this.#side.sendConfig(containerId, message);
  }
}

/** What someone asked for who may no longer ask for anything there reaches no controller. */
async function isStillWanted(tx: Db, { containerId, wantedBy: userId }: ConfigRow): Promise<boolean> {
  if (userId === null) return true;
  const may = (permission: "configure" | "automation") => mayStill(tx, permission, { userId }, containerId);
  return (await may("configure")) || may("automation");
}
