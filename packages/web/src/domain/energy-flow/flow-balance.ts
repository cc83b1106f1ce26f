import { devicesOf, meterAccuracy } from "@offgrid/contract/charts/energy-parts";
import { idleBelowW } from "@offgrid/contract/devices/battery-levels";

/** What a branch of the picture represents. */
export type FlowKind = "solar" | "generator" | "grid" | "battery" | "load" | "losses" | "unmetered";

/** One metered value of the instant that is shown, in the unit of its metric. */
export interface Reading {
  value: number;
  atMs: number;
  /** Too old to say what flows now. */
  isStale: boolean;
}

/** By metric; undefined: the container has this metric, but nothing was measured at this instant. */
export type Readings = Readonly<Record<string, Reading | undefined>>;

/** One thing at the bus. */
export interface FlowBranch {
  /** Its metric without the quantity, such as "solar.1"; "load.rest" is what its total has beyond its parts. */
  id: string;
  kind: FlowKind;
  /** Into the bus; negative: out of it. Undefined: not measured. */
  powerW: number | undefined;
  /** When its oldest value was measured. */
  atMs: number | undefined;
  isStale: boolean;
  /** Part of the sum that makes zero. Old values are not, unless there are none but old ones. */
  isCounted: boolean;
  /** How far the rounding of its meters may have moved it, W. */
  roundingW: number;
  /** Of batteries. */
  socPercent?: number | undefined;
  /** When the charge was read, where that is too long ago to say what it is now. */
  socOldAtMs?: number | undefined;
}

export interface Flow {
  /** In the order of the screen; the unmetered one is the last. Empty: no power is metered here. */
  branches: FlowBranch[];
  /** All that goes into the bus, which is all that leaves it. */
  throughputW: number;
  /** What no meter explains: positive where more goes out than is known to come in. */
  unmeteredW: number;
  /** Everything counted is old: the picture is the last known one. */
  isLastKnown: boolean;
}

interface Part {
  id: string;
  powerW: number | undefined;
  atMs: number | undefined;
  isStale: boolean;
  /** How far rounding may have moved it. */
  roundingW: number;
  socPercent?: number | undefined;
  socOldAtMs?: number | undefined;
  /** A battery of another voltage: it is connected through a converter and is not part of the bank's total. */
  isApart?: boolean;
}

interface Group {
  kind: FlowKind;
  total: string;
  parts: (readings: Readings) => Part[];
  /** The parts never make the whole, so there is always a rest. */
  hasRest?: true;
}

const groups: readonly Group[] = [
  { kind: "solar", total: "solar", parts: (all) => powers(all, devicesOf.solar) },
  { kind: "generator", total: "generator", parts: (all) => powers(all, devicesOf.generator) },
  { kind: "grid", total: "grid", parts: () => [] },
  { kind: "battery", total: "battery", parts: (all) => packs(all) },
  { kind: "load", total: "load", parts: (all) => powers(all, devicesOf.load), hasRest: true },
  { kind: "losses", total: "losses", parts: () => [] },
];
const sourceKinds: readonly FlowKind[] = ["solar", "generator", "grid"];

/**
 * What feeds what at one instant. The powers of all counted branches add up to zero, because the last one, the
 * unmetered, is the remainder of all others: measuring errors, loads and losses without a meter. A remainder that the
 * rounding of the meters explains is none.
 *
 * A group is drawn device by device where its devices are metered; what its total has beyond them is a branch of its own.
 */
export function flowOf(readings: Readings): Flow {
  const metered = groups.flatMap((group) => branchesOf(group, readings));
  const isLastKnown = metered.length > 0 && !metered.some(({ powerW, isStale }) => powerW !== undefined && !isStale);
  const branches = metered.map((branch): FlowBranch => ({
    ...branch,
    isCounted: branch.powerW !== undefined && (isLastKnown || !branch.isStale),
  }));
  const counted = branches.filter(({ isCounted }) => isCounted);
  const roundingW = counted.reduce((sum, branch) => sum + branch.roundingW, 0);
  const restW = -counted.reduce((sum, { powerW = 0 }) => sum + powerW, 0);
  const unmeteredW = Math.abs(restW) <= roundingW ? 0 : restW;
  const throughputW = counted.reduce((sum, { powerW = 0 }) => sum + Math.max(0, powerW), Math.max(0, unmeteredW));
  if (counted.length > 0) {
    branches.push({
      id: "unmetered",
      kind: "unmetered",
      powerW: unmeteredW,
      atMs: Math.min(...counted.map(({ atMs = 0 }) => atMs)),
      isStale: isLastKnown,
      isCounted: true,
      roundingW,
    });
  }
  return { branches, throughputW, unmeteredW, isLastKnown };
}

/** Is it drawn? A flow that rounds to 0 W is not. */
export function isFlowing(branch: FlowBranch): boolean {
  return branch.powerW !== undefined && Math.abs(branch.powerW) >= 0.5;
}

/** Has it a direction? A battery that neither charges nor discharges has none, though its meter shows some watts. */
export function hasDirection(branch: FlowBranch): boolean {
  return isFlowing(branch) && (branch.kind !== "battery" || Math.abs(branch.powerW ?? 0) >= idleBelowW);
}

/** Share of the power at the bus that no meter explains, 0..1. */
export function unmeteredShare({ unmeteredW, throughputW }: Flow): number {
  return throughputW === 0 ? 0 : Math.abs(unmeteredW) / throughputW;
}

type Metered = Omit<FlowBranch, "isCounted">;

function branchesOf(group: Group, readings: Readings): Metered[] {
  const parts = group.parts(readings);
  const [total] = powers(readings, [group.total]);
  const whole = total && { ...total, ...(group.kind === "battery" && chargeOf(readings, "battery")) };
  if (parts.length === 0) return whole ? [toBranch(group, whole)] : [];
  const rest = whole && restOf(group, whole, parts);
  return [...parts, ...(rest ? [rest] : [])].map((part) => toBranch(group, part));
}

function toBranch({ kind }: Group, { id, powerW, atMs, isStale, roundingW, socPercent, socOldAtMs }: Part): Metered {
  const direction = sourceKinds.includes(kind) ? 1 : -1;
  return {
    id,
    kind,
    powerW: powerW === undefined ? undefined : direction * powerW + 0,
    atMs,
    isStale,
    roundingW,
    ...(kind === "battery" ? { socPercent, socOldAtMs } : {}),
  };
}

/** What a total has beyond the parts that are known now; undefined where meters that are never quite right explain it. */
function restOf({ total: name, hasRest }: Group, total: Part, parts: readonly Part[]): Part | undefined {
  if (total.powerW === undefined) return hasRest ? { ...total, id: `${name}.rest` } : undefined;
  // Old parts beside an old total were measured with it.
  const known = parts.filter(
    ({ powerW, isStale, isApart }) => powerW !== undefined && !isApart && (total.isStale || !isStale),
  );
  const restW = total.powerW - known.reduce((sum, { powerW = 0 }) => sum + powerW, 0);
  const roundingW = known.reduce((sum, part) => sum + part.roundingW, total.roundingW);
  const explainedW = Math.max(roundingW, meterAccuracy * Math.abs(total.powerW));
  if (!hasRest && (Math.abs(restW) <= explainedW || total.isStale)) return undefined;
  return {
    ...total,
    id: `${name}.rest`,
    powerW: hasRest ? Math.max(0, restW) : restW,
    socPercent: undefined,
    socOldAtMs: undefined,
  };
}

function powers(readings: Readings, things: readonly string[]): Part[] {
  return things.flatMap((id) => {
    const metric = `${id}.power`;
    if (!Object.hasOwn(readings, metric)) return [];
    const reading = readings[metric];
    return [{ id, powerW: reading?.value, atMs: reading?.atMs, isStale: reading?.isStale ?? false, roundingW: 0.5 }];
  });
}

/** Packs report voltage and current; each keeps its own direction. */
function packs(readings: Readings): Part[] {
  const bankV = readings["battery.voltage"]?.value;
  return [1, 2].flatMap((number) => {
    const id = `battery.pack.${number}`;
    if (!Object.hasOwn(readings, `${id}.voltage`) || !Object.hasOwn(readings, `${id}.current`)) return [];
    const [voltage, current] = [readings[`${id}.voltage`], readings[`${id}.current`]];
    const isKnown = voltage !== undefined && current !== undefined;
    return [
      {
        id,
        powerW: isKnown ? voltage.value * current.value : undefined,
        atMs: isKnown ? Math.min(voltage.atMs, current.atMs) : undefined,
        isStale: isKnown && (voltage.isStale || current.isStale),
        // A tenth of an ampere and a hundredth of a volt are the last places of such meters.
        roundingW: isKnown ? 0.1 * Math.abs(voltage.value) + 0.01 * Math.abs(current.value) : 0,
        isApart: voltage !== undefined && bankV !== undefined && Math.abs(voltage.value - bankV) > 0.2 * bankV,
        ...chargeOf(readings, id),
      },
    ];
  });
}

function chargeOf(readings: Readings, battery: string): Pick<Part, "socPercent" | "socOldAtMs"> {
  const reading = readings[`${battery}.soc`];
  return { socPercent: reading?.value, socOldAtMs: reading?.isStale ? reading.atMs : undefined };
}

/** The metrics that the picture is drawn from. */
export const flowMetrics: readonly string[] = [
  ...["solar", ...devicesOf.solar, "generator", ...devicesOf.generator],
  ...["grid", "battery", "load", ...devicesOf.load, "losses"],
]
  .map((thing) => `${thing}.power`)
  .concat([
    "battery.soc",
    "battery.voltage",
    ...[1, 2].flatMap((n) => ["soc", "voltage", "current"].map((q) => `battery.pack.${n}.${q}`)),
  ]);

/** Flows above this move. */
const movingFromW = 20;

/** Width of a line in pixels of the drawing, by the logarithm of its power: 2 up to 20 W, 10 from 20 kW. */
export function lineWidth(powerW: number): number {
  const decades = Math.log10(Math.max(movingFromW, Math.abs(powerW)) / movingFromW);
  return Math.min(10, 2 + (8 * decades) / 3);
}

/** How fast the dashes of a line move: 0 stands still, 4 is the fastest. */
export function speedClass(powerW: number): 0 | 1 | 2 | 3 | 4 {
  const power = Math.abs(powerW);
  if (power <= movingFromW) return 0;
  if (power < 200) return 1;
  if (power < 1_000) return 2;
  return power < 5_000 ? 3 : 4;
}
