import type { OutputTarget } from "@offgrid/contract/devices/output-kinds";

import type { Output } from "../drivers/driver.ts";

/**
 * The output that keeps another one without power: one that feeds it and is off, or that feeds what feeds it. Of several, the one
 * that is nearest to the source, since the others would not help. Pure. @param isOff Whether an output is known to be off.
 */
export function deadFeeder(
  outputs: readonly Pick<Output, "target" | "fedBy">[],
  target: string,
  isOff: (target: string) => boolean,
): OutputTarget | undefined {
  const feeders = outputs.find((output) => output.target === target)?.fedBy ?? [];
  for (const feeder of feeders) {
    const above = deadFeeder(outputs, feeder, isOff);
    if (above) return above;
  }
  return feeders.find((feeder) => isOff(feeder));
}

/** An output that feeds itself by way of others, which no wiring does; undefined: none does. */
export function feedsItself(outputs: readonly Pick<Output, "target" | "fedBy">[]): string | undefined {
  const isReached = (target: string, from: string, seen: ReadonlySet<string>): boolean =>
    (outputs.find((output) => output.target === from)?.fedBy ?? []).some(
      (feeder) => feeder === target || (!seen.has(feeder) && isReached(target, feeder, new Set([...seen, feeder]))),
    );
  return outputs.find(({ target }) => isReached(target, target, new Set()))?.target;
}
