import { z } from "zod";

import { runOutcomes } from "./run-outcomes.ts";

/** What a controller remembers of its automations, on disk, so that a restart loses nothing. All instants are epoch ms. */

const Timer = z.object({ sinceMs: z.number(), seenMs: z.number() });

/** Also as a controller tells it, which may say anything. */
const InstantMs = z
  .number()
  .min(0)
  .max(Date.UTC(9999, 11, 31));

const Verdict = z.object({
  path: z.string(),
  is: z.boolean().nullable(),
  value: z.number().optional(),
  sinceMs: InstantMs.optional(),
});

export const AutomationRun = z.object({
  id: z.string(),
  atMs: InstantMs,
  endMs: InstantMs,
  outcome: z.enum(runOutcomes),
  /** What set it off, with its value. */
  trigger: Verdict.optional(),
  /** Its conditions as they were. */
  verdicts: z.array(Verdict),
  /** What it did, in order. */
  steps: z.array(z.string()),
  /** Where it stopped or failed; of what was blocked: the output. */
  at: z.string().optional(),
  /** Of what was blocked: the rank that was above it. */
  rank: z.number().optional(),
  /** Fingerprint of the rule as it was then. */
  of: z.string().max(16).optional(),
  /** It was only watched: nothing was switched. */
  shadow: z.literal(true).optional(),
});
export type AutomationRun = z.infer<typeof AutomationRun>;

const OpenRun = z.object({
  run: AutomationRun,
  /** Paths of the actions to come. */
  rest: z.array(z.string()),
  /** When the first of them, a wait, is over. */
  waitUntilMs: z.number().nullable(),
});
export type OpenRun = z.infer<typeof OpenRun>;

export const AutomationMemory = z.object({
  /** Fingerprint of what this belongs to: a rule that says something else begins again. */
  of: z.string(),
  sinceMs: z.number(),
  timers: z.record(z.string(), Timer),
  /** Whether the condition of one that keeps an output was met; null: it was never known. */
  isMet: z.boolean().nullable(),
  /** What the triggers were when they were known last. */
  triggers: z.record(z.string(), z.boolean()),
  open: OpenRun.nullable(),
  /** What it asks for, by output. */
  sets: z.record(z.string(), z.object({ to: z.boolean(), untilMs: z.number() })),
  lastRunMs: z.number().nullable(),
  /** Runs of a local day. */
  day: z.object({ date: z.string(), runs: z.int() }),
});
export type AutomationMemory = z.infer<typeof AutomationMemory>;

export const AutomationsState = z.object({
  /** The last look with a clock that was right. */
  clockMs: z.number().nullable(),
  automations: z.record(z.string(), AutomationMemory),
});
export type AutomationsState = z.infer<typeof AutomationsState>;

export const noAutomations: AutomationsState = { clockMs: null, automations: {} };
