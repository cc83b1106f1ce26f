import { type OutputMetric, outputMetric, outputTargets } from "../devices/output-kinds.ts";
import { type MetricId, metrics } from "./metrics.ts";

/** What switches the loads of a container: open, a part of them or all has no power. */
export type PhaseSwitch = Extract<MetricId, `phase.${number}.on`>;
export type PhaseVoltage = Extract<MetricId, `phase.${number}.voltage`>;
export type RelaySwitch = OutputMetric<"relay">;

const names = Object.keys(metrics);
export const phaseSwitches = names.filter((name): name is PhaseSwitch => /^phase\.\d+\.on$/.test(name));
/** What a phase that is supplied shows, be it that nothing is drawn from it. */
export const phaseVoltages = names.filter((name): name is PhaseVoltage => /^phase\.\d+\.voltage$/.test(name));
export const relaySwitches: readonly RelaySwitch[] = outputTargets("relay").map(outputMetric);
/** Street lights are loads that protection may cut, and are off by day: none that is off says that loads have no power. */
export const lightLevels: readonly OutputMetric<"street_light">[] = outputTargets("street_light").map(outputMetric);
/** All of them: where none is on, no load that can be switched has power. */
export const loadSwitches: readonly (PhaseSwitch | RelaySwitch)[] = [...phaseSwitches, ...relaySwitches];
