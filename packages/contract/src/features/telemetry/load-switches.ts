import { type MetricId, metrics } from "./metrics.ts";

/** What switches the loads of a container: open, a part of them or all has no power. */
export type PhaseSwitch = Extract<MetricId, `phase.${number}.on`>;
export type RelaySwitch = Extract<MetricId, `relay.${number}.on`>;

const names = Object.keys(metrics);
export const phaseSwitches = names.filter((name): name is PhaseSwitch => /^phase\.\d+\.on$/.test(name));
export const relaySwitches = names.filter((name): name is RelaySwitch => /^relay\.\d+\.on$/.test(name));
