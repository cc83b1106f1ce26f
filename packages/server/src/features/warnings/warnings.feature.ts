import { defineFeature } from "../../calls/feature.ts";
import { judgeFrames, judgeTicks } from "./judge.ts";

/** Frames are judged within a second of their commit, and what only the clock tells each quarter of a minute. */
const framesEveryMs = 1_000;
const ticksEveryMs = 15_000;

export const warningsFeature = defineFeature((base) => ({
  jobs: [
    { name: "warning-frames", everyMs: framesEveryMs, run: ({ signal }) => judgeFrames(base, signal) },
    { name: "warning-ticks", everyMs: ticksEveryMs, run: ({ signal }) => judgeTicks(base, signal) },
  ],
}));
