import { defineFeature } from "../../calls/feature.ts";
import { tellScreens } from "../live/tell-screens.ts";

export const outputNamesFeature = defineFeature((base) => ({
  subscriptions: { live: (side) => tellScreens(base, side, "outputNamesChanged") },
}));
