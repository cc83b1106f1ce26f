import { OutputChange } from "@offgrid/contract/commands/commands.schema";
import { CutCause } from "@offgrid/contract/energy-state/energy-state.schema";
import {
  outputKindNames,
  outputMetric,
  type OutputTarget,
  outputTargets,
} from "@offgrid/contract/devices/output-kinds";

/** Which outputs protection keeps off: by what their controller said last of each, and by what the switches read. Pure. */

/** The metric that tells where an output is, by its target. */
export const readBacks: ReadonlyMap<OutputTarget, string> = new Map(
  outputKindNames.flatMap((kind) => outputTargets(kind).map((target) => [target, outputMetric(target)] as const)),
);

/** A reading below this is off: relays read 0 or 1, street lights a level. */
export const offBelow = 0.5;

export function isOpen(value: number | undefined): boolean {
  return value !== undefined && Math.abs(value) < offBelow;
}

/** What its controller said last of an output without power, as it is stored: of all but the instant nobody has looked at it. */
export interface StoredCut extends Partial<Record<"reason" | (typeof storedFacts)[number], unknown>> {
  /** Since when, epoch ms. */
  sinceMs: number;
}

/** What is kept of an event beside its reason, by the names that it has there. */
export const storedFacts = ["low", "limit", "passed", "restoreSoc", "times", "retry", "feeder"] as const;

/** By target. */
export type CutOutputs = Readonly<Record<string, StoredCut>>;

export interface KeptOff {
  target: OutputTarget;
  metric: string;
  sinceMs: number;
  /** Undefined: not known. */
  cause: CutCause | undefined;
}

type Read = (metric: string) => number | undefined;

/**
 * What protection keeps off itself; what lost its power with one of these counts with what feeds it.
 * @param read The value of a metric; undefined: not known. An output that was closed since does not count.
 * @returns in the order of the kinds and numbers.
 */
export function keptOff(cutOutputs: CutOutputs | null, read: Read): KeptOff[] {
  return withoutPower(cutOutputs, read, ({ reason }) => reason !== "no_supply");
}

/**
 * The highest charge below which protection cuts loads, percent: as it is set (null: it is not, or that is not known), or as
 * was said when it switched off what it keeps off now; null: neither.
 */
export function protectionSocOf(setSoc: number | null, ...known: Parameters<typeof keptOff>): number | null {
  const limits = keptOff(...known).flatMap(({ cause }) => {
    if (cause?.low === "charge") return cause.limit ?? [];
    return cause?.passed?.of === "charge" ? cause.passed.limit : [];
  });
  return setSoc === null && limits.length === 0 ? null : Math.max(setSoc ?? 0, ...limits);
}

/** What lost its power with one of these, in the same order. */
export function unfedBy(held: readonly KeptOff[], cutOutputs: CutOutputs | null, read: Read): KeptOff[] {
  const isHeld = (feeder: unknown) => held.some(({ target }) => target === feeder);
  return withoutPower(cutOutputs, read, ({ reason, feeder }) => reason === "no_supply" && isHeld(feeder));
}

function withoutPower(cutOutputs: CutOutputs | null, read: Read, counts: (stored: StoredCut) => boolean): KeptOff[] {
  return [...readBacks].flatMap(([target, metric]) => {
    const stored = cutOutputs?.[target];
    if (stored === undefined || !counts(stored) || !isOpen(read(metric))) return [];
    return [{ target, metric, sinceMs: stored.sinceMs, cause: causeOf(stored) }];
  });
}

const StoredCause = CutCause.omit({ retryAt: true, feeder: true }).extend({
  retry: OutputChange.shape.retry,
  feeder: OutputChange.shape.feeder,
});

function causeOf(stored: StoredCut): CutCause | undefined {
  const said = StoredCause.safeParse(stored).data;
  if (!said) return undefined;
  const { retry, feeder, ...cause } = said;
  return {
    ...cause,
    ...(retry !== undefined && { retryAt: new Date(retry * 1_000).toISOString() }),
    ...(feeder !== undefined && { feeder: { target: feeder, name: null } }),
  };
}

/** The targets of the same by the last readings, in the order of the alphabet; null: none. */
export function keptOffNames(...known: Parameters<typeof keptOff>): string[] | null {
  const names = keptOff(...known).map(({ target }) => target);
  return names.length === 0 ? null : names.toSorted();
}
