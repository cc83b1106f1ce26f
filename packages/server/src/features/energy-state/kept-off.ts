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

export interface KeptOff {
  target: OutputTarget;
  metric: string;
  sinceMs: number;
}

/** @param read The value of a metric; undefined: not known. An output that was closed since does not count. @returns in the order of the kinds and numbers. */
export function keptOff(
  cutOutputs: Readonly<Record<string, number>> | null,
  read: (metric: string) => number | undefined,
): KeptOff[] {
  return [...readBacks].flatMap(([target, metric]) => {
    const sinceMs = cutOutputs?.[target];
    return sinceMs !== undefined && isOpen(read(metric)) ? [{ target, metric, sinceMs }] : [];
  });
}

/** The targets of the same by the last readings, in the order of the alphabet; null: none. */
export function keptOffNames(...known: Parameters<typeof keptOff>): string[] | null {
  const names = keptOff(...known).map(({ target }) => target);
  return names.length === 0 ? null : names.toSorted();
}
