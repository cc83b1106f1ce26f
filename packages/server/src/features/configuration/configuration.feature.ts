import { configReportTopic } from "@offgrid/contract/telemetry/telemetry.topics";

import { defineFeature, type FeatureBase } from "../../calls/feature.ts";
import { ControllerReports } from "../ingest/controller-reports.ts";
import type { IngestSide } from "../ingest/ingest-side.ts";
import { tellScreens } from "../live/tell-screens.ts";
import { configDeadlineJob } from "./config-deadlines.ts";
import { configReports } from "./config-reports.ts";
import { ConfigSender } from "./config-sender.ts";
import { configSyncJob } from "./config-sync.job.ts";
import { movedPlacesJob } from "./moved-places.job.ts";
import { announcedWorksJob } from "./announced-works.job.ts";

export const configurationFeature = defineFeature((base) => ({
  jobs: [configDeadlineJob(base), configSyncJob(base), movedPlacesJob(base), announcedWorksJob(base)],
  subscriptions: {
    ingest: (side) => serveControllers(base, side),
    live: (side) => tellScreens(base, side, "configChanged"),
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
