import { defineFeature } from "../../calls/feature.ts";
import { followYields } from "./solar-yield.ts";

const everyMs = 10 * 60_000;

export const solarYieldFeature = defineFeature((base) => ({
  jobs: [{ name: "solar-yields", everyMs, run: ({ signal }) => followYields(base, signal) }],
}));
