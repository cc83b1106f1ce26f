import { defineFeature } from "../../calls/feature.ts";
import { healGaps } from "./heal-gaps.ts";
import { findBeginnings } from "./find-beginnings.ts";
import { keepScore } from "./keep-score.ts";
import { judgeFrames, judgeTicks, sweepWatched } from "./judge.ts";

/** Frames are judged within a second of their commit, and what is due by the clock each quarter of a minute. */
const framesEveryMs = 1_000;
const ticksEveryMs = 15_000;
const gapsEveryMs = 60_000;
/** Changes are noted by triggers; what they might have missed is found so late. */
const sweepEveryMs = 10 * 60_000;
/** What a new rule finds is looked up while whoever saved it reads what it found. */
const beginningsEveryMs = 5_000;
/** What is held against what came is days old. */
const scoreEveryMs = 15 * 60_000;

export const warningsFeature = defineFeature((base) => ({
  jobs: [
    { name: "warning-frames", everyMs: framesEveryMs, run: ({ signal }) => judgeFrames(base, signal) },
    { name: "warning-ticks", everyMs: ticksEveryMs, run: ({ signal }) => judgeTicks(base, signal) },
    { name: "warning-gaps", everyMs: gapsEveryMs, run: ({ signal }) => healGaps(base, signal) },
    { name: "warning-beginnings", everyMs: beginningsEveryMs, run: ({ signal }) => findBeginnings(base, signal) },
    { name: "warning-sweep", everyMs: sweepEveryMs, run: ({ signal }) => sweepWatched(base, signal) },
    { name: "warning-scores", everyMs: scoreEveryMs, run: ({ signal }) => keepScore(base, signal) },
  ],
}));
