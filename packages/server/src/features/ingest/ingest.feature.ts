import { defineFeature } from "../../calls/feature.ts";
import { subscribeIngest } from "./ingest.subscriptions.ts";
import type { IngestSide } from "./ingest-side.ts";

declare module "../../calls/feature.ts" {
  interface SubscriptionPlaces {
    /** The process that ingests, as long as it does. */
    ingest: IngestSide;
  }
}

export const ingestFeature = defineFeature(({ bus, log }) => ({
  subscriptions: { ingest: (side) => subscribeIngest(bus, side, log) },
}));
