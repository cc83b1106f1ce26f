import { announced } from "../../bus/announcement.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import { mayStill } from "../../calls/scope.ts";
import { reasonOf } from "../../core/db.ts";
import type { IngestSide } from "../ingest/ingest-side.ts";
import { keepCampaign } from "./campaigns.store.ts";
import { findRelease } from "./releases.store.ts";
import { findPlace, gatesOf } from "./upgrade-gates.ts";
import { applyEvent, findLoad, lockUpgrade, noteGates, type UpgradeRow } from "./upgrades.store.ts";

type Tools = Pick<FeatureBase, "bus" | "db" | "clock" | "log">;

/**
 * Offers upgrades to containers from the process that has their connections. One that is offered is sent again with each
 * connection, until the controller has reported: the same id twice is one upgrade for it. So is one that went silent: a
 * controller that knows it says what became of it, and one that lost its disk begins again.
 */
export class UpgradeSender {
  readonly #tools: Tools;
  readonly #side: Pick<IngestSide, "canReach" | "sendRelease" | "write">;
  #sending: Promise<void> = Promise.resolve();

  constructor(tools: Tools, side: Pick<IngestSide, "canReach" | "sendRelease" | "write">) {
    this.#tools = tools;
    this.#side = side;
  }

  /** Looks at these whether they may go on. */
  send(upgradeIds: readonly string[]): void {
    this.#sending = this.#sending.then(() => this.#sendAll(upgradeIds));
  }

  /** Resolves when nothing is being sent. */
  async idle(): Promise<void> {
    await this.#sending;
  }

  async #sendAll(upgradeIds: readonly string[]): Promise<void> {
    for (const id of upgradeIds) {
      try {
        await this.#sendOne(id);
      } catch (error) {
        this.#tools.log.warn({ reason: reasonOf(error), upgradeId: id }, "an upgrade is offered later");
      }
    }
  }

  async #sendOne(id: string): Promise<void> {
    const { bus, db, clock } = this.#tools;
    const row = await announced<UpgradeRow | undefined>(bus, this.#side.write, async (tx, news) => {
      // The campaign first and then the upgrade, as whoever halts it: the other way round each may wait for the other.
      const campaign = await keepCampaign(tx, id);
      if (campaign === "halted" || campaign === "cancelled") return undefined;
      const known = await lockUpgrade(tx, id);
      if (known?.state === "offered") return known;
      if (known?.state !== "gated" && known?.state !== "silent") return undefined;
      const nowMs = clock.now();
      if (known.state === "gated" && !(await mayStill(tx, "upgrade", known, known.containerId))) {
        // A campaign halts for this by itself, so that somebody else can resume it.
        if (campaign !== undefined) return undefined;
        await applyEvent(tx, known, "cancel", nowMs, { reason: "rights" });
        news.add("upgradeChanged", { containerIds: [known.containerId] });
        return undefined;
      }
      // Offered only then: what stands in the way is looked at when it is to be installed, and it can be withdrawn until then.
      if (known.installAt && known.installAt.getTime() > nowMs) return undefined;
      const place = await findPlace(tx, known.containerId, nowMs, -Infinity);
      const isOnline = place.isOnline && this.#side.canReach(known.containerId);
      // What a silent one has loaded is not known; it is only asked.
      const load = known.state === "silent" ? undefined : await findLoad(tx, known);
      const gates = gatesOf({ ...place, isOnline }, load, nowMs);
      if (known.state === "silent") return gates.length > 0 ? undefined : known;
      if (gates.length > 0) {
        if (await noteGates(tx, id, gates)) news.add("upgradeChanged", { containerIds: [known.containerId] });
        return undefined;
      }
      // In the database before it leaves, so that one that has left is never taken for one that waits.
      await applyEvent(tx, known, "offer", nowMs);
      news.add("upgradeChanged", { containerIds: [known.containerId] });
      return known;
    });
    const release = row && (await findRelease(db, row.version));
    if (!row || !release || !this.#side.canReach(row.containerId)) return;
    const { manifest, signature } = release;
    this.#side.sendRelease(row.containerId, { id, manifest, signature });
  }
}
