import { type MetricId, metrics } from "./metrics.ts";

/** What switches the loads of a container: open, a part of them or all has no power. */
export type PhaseSwitch = Extract<MetricId, `phase.${number}.on`>;
export type RelaySwitch = Extract<MetricId, `relay.${number}.on`>;

const names = Object.keys(metrics);
export const phaseSwitches = names.filter((name): name is PhaseSwitch => /^phase\.\d+\.on$/.test(name));
export const relaySwitches = names.filter((name): name is RelaySwitch => /^relay\.\d+\.on$/.test(name));

/** The metric that tells where an output is: `relay.3.on` for the target `relay.3`. */
export const outputMetric = (target: string): string => `${target}.on`;
/** The output whose position a metric tells. */
export const outputTarget = (metric: string): string => metric.replace(/\.on$/, "");

/** Every relay that there may be, as commands name it. */
export const relayTargets = relaySwitches.map(outputTarget);
