import { acWordBy } from "./ac-setting.ts";

/**
 * Everything that a container may have to be switched. No schema library here: screens import it whole. Calls, commands,
 * drivers, simulated plants and screens take from this table what they need to know, so that a new kind begins here.
 */

export interface OutputKind {
  /** Numbers that its outputs may have; a target is the kind and a number, such as `relay.3`. What a container has once is named by its kind alone. */
  numbers: readonly number[];
  /** Type of the device that has them, of the table of devices. */
  device: string;
  /** What a controller announces that can set outputs of this kind. */
  capability: string;
  /** The operation of a command that sets one. */
  op: `${string}.set`;
  /** What stands behind the target in the metric that reads it back: `relay.3.on`. */
  readBack: string;
  /** Values that it may have: on or off, a level of 0 to 100 %, or the setting of an air conditioner in a word. */
  values: "on_off" | "level" | "climate";
  /** The value in which it does no harm. Nothing keeps a person from setting this one but a lock. */
  safeValue: boolean | number | string;
  /** How long it may take until it reads back what was asked for. */
  settleMs: number;
  /** Shortest time between two commands for it, where its controller's settings do not say another. */
  dwellMs: number;
  /** Shortest time off, whoever wants it on; left out: its equipment needs none, or its driver says it. */
  minOffMs?: number;
}

export const outputKinds = {
  relay: {
    numbers: [1, 2, 3, 4, 5, 6, 7, 8],
    device: "relay_board",
    capability: "relay",
    op: "relay.set",
    readBack: "on",
    values: "on_off",
    safeValue: false,
    settleMs: 5_000,
    dwellMs: 5_000,
  },
  street_light: {
    numbers: [1, 2, 3, 4],
    device: "street_light",
    capability: "street_light",
    op: "light.set",
    readBack: "level",
    values: "level",
    safeValue: 0,
    settleMs: 5_000,
    dwellMs: 1_000,
  },
  ac: {
    numbers: [1],
    device: "air_conditioner",
    capability: "ac",
    op: "ac.set",
    readBack: "mode",
    values: "climate",
    safeValue: "off",
    settleMs: 60_000,
    dwellMs: 5_000,
    // A compressor that was stopped has to lose its pressure before it is started.
    minOffMs: 180_000,
  },
  phase: {
    numbers: [1, 2, 3],
    device: "inverter",
    capability: "phase",
    op: "phase.set",
    readBack: "on",
    values: "on_off",
    safeValue: false,
    settleMs: 5_000,
    // Its contactor carries whole houses: motors and fridges behind it must have stopped before they start again.
    dwellMs: 10_000,
  },
} as const satisfies Record<string, OutputKind>;

export type OutputKindName = keyof typeof outputKinds;
export const outputKindNames = Object.keys(outputKinds) as OutputKindName[];

/** An operation that sets an output. */
export type SwitchOp = (typeof outputKinds)[OutputKindName]["op"];
/** Name of an output of one kind. */
export type OutputTarget<Kind extends OutputKindName = OutputKindName> = Kind extends "ac"
  ? Kind
  : `${Kind}.${(typeof outputKinds)[Kind]["numbers"][number]}`;
/** The metric that tells where an output of one kind is. */
export type OutputMetric<Kind extends OutputKindName = OutputKindName> = MetricOf<OutputTarget<Kind>>;
type MetricOf<Target extends OutputTarget> = {
  [Kind in OutputKindName]: Target extends OutputTarget<Kind>
    ? `${Target}.${(typeof outputKinds)[Kind]["readBack"]}`
    : never;
}[OutputKindName];

/** Every output of a kind that there may be, in the order of the numbers. */
export function outputTargets<Kind extends OutputKindName>(kind: Kind): OutputTarget<Kind>[] {
  return outputKinds[kind].numbers.map((number) => outputTarget(kind, number));
}

export function outputTarget<Kind extends OutputKindName>(kind: Kind, number: number): OutputTarget<Kind> {
  return (outputKinds[kind].numbers.length === 1 ? kind : `${kind}.${number}`) as OutputTarget<Kind>;
}

/** An output taken apart: `relay.3` is the third relay. */
export interface OutputName {
  kind: OutputKindName;
  number: number;
}

/** @returns undefined for what is no output. */
export function findOutput(target: string): OutputName | undefined {
  for (const kind of outputKindNames) {
    const number = outputKinds[kind].numbers.find((one) => outputTarget(kind, one) === target);
    if (number !== undefined) return { kind, number };
  }
  return undefined;
}

/** The metric that tells where an output is: `relay.3.on` for the target `relay.3`. */
export function outputMetric<Target extends OutputTarget>(target: Target): MetricOf<Target> {
  const [kind] = target.split(".") as [OutputKindName];
  return `${target}.${outputKinds[kind].readBack}` as MetricOf<Target>;
}

/** Every metric that a value of an output is read from, first the one that tells where it is. */
export function outputMetrics(target: OutputTarget): string[] {
  return target === "ac" ? [outputMetric(target), "ac.setpoint", "ac.fan"] : [outputMetric(target)];
}

const byMetric: ReadonlyMap<string, OutputTarget> = new Map(
  outputKindNames.flatMap((kind) => outputTargets(kind).map((target) => [outputMetric(target), target] as const)),
);

/** The output that a metric tells the place of; undefined: it is about something else. */
export function outputOfMetric(metric: string): OutputTarget | undefined {
  return byMetric.get(metric);
}

/** The value of an output by what its metrics read; undefined where they do not tell. */
export function outputValue(
  target: OutputTarget,
  read: (metric: string) => number | undefined,
): boolean | number | string | undefined {
  const [position, ...more] = outputMetrics(target).map(read);
  if (position === undefined) return undefined;
  const { values } = outputKinds[findOutput(target)?.kind ?? "relay"];
  if (values === "climate") return acWordBy(position, ...more);
  return values === "level" ? Math.round(position) : position !== 0;
}

/** What a controller can set, by what it announces. */
export function kindsOf(capabilities: readonly string[]): OutputKindName[] {
  return outputKindNames.filter((kind) => capabilities.includes(outputKinds[kind].capability));
}

export function isSwitchOp(op: string): op is SwitchOp {
  return outputKindNames.some((kind) => outputKinds[kind].op === op);
}
