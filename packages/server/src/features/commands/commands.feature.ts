import { commandResultTopic } from "@offgrid/contract/telemetry/telemetry.topics";

import { defineFeature, type FeatureBase } from "../../calls/feature.ts";
import { reasonOf } from "../../core/db.ts";
import { ControllerReports } from "../ingest/controller-reports.ts";
import type { IngestSide } from "../ingest/ingest-side.ts";
import { Gathered } from "../../bus/gathered.ts";
import type { LiveSide } from "../live/live-side.ts";
import { tellScreens } from "../live/tell-screens.ts";
import { deadlineJob, retentionJob } from "./command-deadlines.ts";
import { groupJob } from "./command-groups.job.ts";
import { commandResults } from "./command-results.ts";
import { toCommand } from "./command-rows.ts";
import { CommandSender } from "./command-sender.ts";
import { findCommands } from "./commands.store.ts";
import { lockReminderJob } from "./lock-reminders.job.ts";
import { hastenLocks } from "./locks.store.ts";
import { rebootJob } from "./reboots.job.ts";

const mostWaiting = 5_000;

export const commandsFeature = defineFeature((base) => ({
  jobs: [deadlineJob(base), groupJob(base), lockReminderJob(base), rebootJob(base), retentionJob(base)],
  subscriptions: {
    ingest: (side) => serveControllers(base, side),
    live: (side) => notifyScreens(base, side),
  },
}));

/** What only the process with the controllers' connections does. */
function serveControllers(base: FeatureBase, side: IngestSide): () => Promise<void> {
  const { bus, clock, log } = base;
  const sender = new CommandSender(base, side);
  side.serveAnswers(commandResultTopic, new ControllerReports(commandResults(base), base, side));
  const ends = [
    bus.subscribe("commandQueued", ({ commandIds }) => sender.send(commandIds)),
    bus.subscribe("statusChanged", ({ status, containerIds }) => {
      if (status !== "online") return;
      side
        .write((tx) => hastenLocks(tx, containerIds, clock.now()))
        .catch((error: unknown) => log.warn({ reason: reasonOf(error) }, "locks are asked for later"));
    }),
  ];
  return async () => {
    for (const end of ends) end();
    await sender.stop();
    side.serveAnswers(commandResultTopic, undefined);
  };
}

/** Sends each change to those who see its container. */
function notifyScreens({ bus, db, log }: FeatureBase, side: LiveSide): () => Promise<void> {
  const commands = new Gathered<true>(log, mostWaiting, async (batch) => {
    const rows = (await findCommands(db, [...batch.keys()])).map(toCommand);
    await side.sendAbout(
      rows.map((data) => ({ containerId: data.containerId, message: { command: "commandChanged", data } })),
    );
  });
  const end = bus.subscribe("commandChanged", ({ commandIds }) => commandIds.forEach((id) => commands.put(id, true)));
  const endLocks = tellScreens({ bus, log }, side, "locksChanged");
  return async () => {
    end();
    await Promise.all([commands.idle(), endLocks()]);
  };
}
