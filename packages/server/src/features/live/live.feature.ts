import { defineFeature } from "../../calls/feature.ts";
import type { LiveSide } from "./live-side.ts";
import { subscribeLive } from "./live.subscriptions.ts";

declare module "../../calls/feature.ts" {
  interface SubscriptionPlaces {
    /** Each process that has screens. */
    live: LiveSide;
  }
}

export const liveFeature = defineFeature(({ bus }) => ({
  subscriptions: { live: (side) => subscribeLive(bus, side) },
}));
