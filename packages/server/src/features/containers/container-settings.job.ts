import { announced } from "../../bus/announcement.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import type { JobKind } from "../../jobs/job.ts";
import * as settings from "./container-settings.store.ts";

type Tools = Pick<FeatureBase, "bus" | "db" | "clock" | "isBusy">;

const everyMs = 60_000;
/** How long the history of a removed container is kept. */
export const keptRemovedMs = 30 * 86_400_000;
const perRound = 20;

/** Ends secrets whose day is over, and deletes containers that were removed 30 days ago. */
export function containerSettingsJob(tools: Tools): JobKind {
  return {
    name: "container-settings",
    everyMs,
    run: async ({ signal }) => {
      await Promise.all([endOldSecrets(tools), deleteRemoved(tools, signal)]);
    },
  };
}

/** A controller that still uses the old secret loses its connection; any other connects again by itself. */
export async function endOldSecrets({ bus, db, clock }: Tools): Promise<void> {
  await announced<void>(
    bus,
    (whole) => db.transaction().execute(whole),
    async (tx, news) => {
      for (const containerId of await settings.endOldSecrets(tx, clock.now()))
        news.add("controllerRevoked", { containerId });
    },
  );
}

export async function deleteRemoved({ db, clock, isBusy }: Tools, signal?: AbortSignal): Promise<void> {
  for (const containerId of await settings.listRemoved(db, clock.now() - keptRemovedMs, perRound)) {
    // Day by day: what one statement deletes, others wait for.
    while (await settings.deleteDayOfFrames(db, containerId)) if (signal?.aborted || isBusy()) return;
    await db.transaction().execute((tx) => settings.deleteRemoved(tx, containerId));
  }
}
