import { configReportTopic } from "@offgrid/contract/telemetry/telemetry.topics";

import { defineFeature, type FeatureBase } from "../../calls/feature.ts";
import { ControllerReports } from "../ingest/controller-reports.ts";
import type { IngestSide } from "../ingest/ingest-side.ts";
import { Gathered } from "../live/gathered.ts";
import type { LiveSide } from "../live/live-side.ts";
import { configDeadlineJob } from "./config-deadlines.ts";
import { configReports } from "./config-reports.ts";
import { ConfigSender } from "./config-sender.ts";

const mostWaiting = 5_000;

export const configurationFeature = defineFeature((base) => ({
  jobs: [configDeadlineJob(base)],
  subscriptions: {
    ingest: (side) => serveControllers(base, side),
    live: (side) => notifyScreens(base, side),
  },
}));

/** What only the process with the controllers' connections does. */
function serveControllers(base: FeatureBase, side: IngestSide): () => Promise<void> {
  const sender = new ConfigSender(base, side);
  side.serveAnswers(configReportTopic, new ControllerReports(configReports(base), base, side));
  const end = base.bus.subscribe("configQueued", ({ containerIds }) => sender.send(containerIds));
  return async () => {
    end();
    await sender.idle();
    side.serveAnswers(configReportTopic, undefined);
  };
}

/** Tells those who see a container that there is something else to fetch. */
function notifyScreens({ bus, log }: FeatureBase, side: LiveSide): () => Promise<void> {
  const changed = new Gathered<true>(log, mostWaiting, async (batch) => {
    const messages = [...batch.keys()].map((containerId) => ({
      containerId,
      message: { command: "configChanged", data: { containerId } } as const,
    }));
    await side.sendAbout(messages);
  });
  const end = bus.subscribe("configChanged", ({ containerIds }) => containerIds.forEach((id) => changed.put(id, true)));
  return async () => {
    end();
    await changed.idle();
  };
}
