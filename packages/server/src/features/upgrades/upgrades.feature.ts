import { firmwareReportTopic } from "@offgrid/contract/telemetry/telemetry.topics";

import { defineFeature, type FeatureBase } from "../../calls/feature.ts";
import { reasonOf } from "../../core/db.ts";
import { ControllerReports } from "../ingest/controller-reports.ts";
import type { IngestSide } from "../ingest/ingest-side.ts";
import { tellScreens } from "../live/tell-screens.ts";
import { campaignJob } from "./campaign-steps.ts";
import { ReleaseFiles } from "./release-files.ts";
import { upgradeJob } from "./upgrade-deadlines.ts";
import { upgradeReports } from "./upgrade-reports.ts";
import { UpgradeSender } from "./upgrade-sender.ts";
import { listInStates } from "./upgrades.store.ts";

declare module "../../calls/services.ts" {
  interface Services {
    releaseFiles: ReleaseFiles;
  }
}

export const upgradesFeature = defineFeature((base) => ({
  services: { releaseFiles: new ReleaseFiles(base.db, base.clock) },
  jobs: [upgradeJob(base), campaignJob(base)],
  subscriptions: {
    ingest: (side) => serveControllers(base, side),
    live: (side) => tellScreens(base, side, "upgradeChanged"),
  },
}));

/** What only the process with the controllers' connections does. */
function serveControllers(base: FeatureBase, side: IngestSide): () => Promise<void> {
  const { bus, db, log } = base;
  const sender = new UpgradeSender(base, side);
  side.serveAnswers(firmwareReportTopic, new ControllerReports(upgradeReports(base), base, side));
  const ends = [
    bus.subscribe("upgradesWaiting", ({ upgradeIds }) => sender.send(upgradeIds)),
    bus.subscribe("statusChanged", ({ status, containerIds }) => {
      if (status !== "online") return;
      listInStates(db, ["gated", "offered", "silent"], containerIds)
        .then((ids) => sender.send(ids))
        .catch((error: unknown) => log.warn({ reason: reasonOf(error) }, "upgrades are offered later"));
    }),
  ];
  return async () => {
    for (const end of ends) end();
    await sender.idle();
    side.serveAnswers(firmwareReportTopic, undefined);
  };
}
