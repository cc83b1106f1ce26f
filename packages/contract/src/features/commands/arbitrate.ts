import { acOff, hasCompressor } from "../devices/ac-setting.ts";
import type { OutputTarget } from "../devices/output-kinds.ts";
import type { LowSide, OutputReason, OutputValue, PassedLimit } from "./commands.schema.ts";

/**
 * Who decides about an output, first to last: limits narrow what it may be, then the first request within them wins.
 *
 * - `equipment`: what the equipment does by itself, such as a battery that disconnects.
 * - `interlock`: safety of the installation.
 * - `lock`: people work on what the output feeds.
 * - `protection`: the battery would be emptied, or a phase has passed its limits.
 * - `dwell`: shortest time on or off; it delays requests, never the limits before it.
 * - `hold`: somebody set it, on site or from the portal; it always ends.
 * - `phases`: what phase control leaves for it.
 * - `automation`, `schedule`: rules and times that people have set.
 * - `default`: where people left it.
 */
export const limitRanks = { equipment: 0, interlock: 1, lock: 2, protection: 3, dwell: 4 } as const;
export const requestRanks = { hold: 5, phases: 6, automation: 7, schedule: 8, default: 9 } as const;

interface Reason {
  code: OutputReason;
  /** Of load protection and phase control: the charge from which the output is given back, in percent. */
  restoreSoc?: number;
  /** Of load protection: what was too low when it was cut. */
  low?: LowSide;
  /** Of load protection: what the charge, in percent, or the voltage, in V, fell below. */
  limit?: number;
  /** Of phase control: which limit was passed. */
  passed?: PassedLimit;
  /** Of a phase that drew too much: how often in a row, from the second time on. */
  times?: number;
  /** Of phase control: when the phase is tried again at the earliest, epoch s. */
  retry?: number;
  /** Of one without supply: the output that feeds it and is off. */
  feeder?: OutputTarget;
}

/** What both have: who it is, for people, why, and when it ends by itself. */
interface Voice {
  by: string;
  reason: Reason;
  /** Epoch ms; left out: it stays until whoever it belongs to ends it. */
  untilMs?: number;
}

export interface OutputLimit extends Voice {
  kind: Exclude<keyof typeof limitRanks, "dwell">;
  /** `off`: without power. `keep`: as it is. `stay_off`: as it is, if it would start; what is on may stay on. */
  effect: "off" | "keep" | "stay_off";
}

export interface OutputRequest extends Voice {
  kind: keyof typeof requestRanks;
  /** Among requests of one kind, the lower one wins: a hand on site is 0, the portal 1; an automation has its priority. */
  order: number;
  value: OutputValue;
  /** An emergency run: load protection counts for nothing while it lasts, and every other limit as before. */
  isEmergency?: boolean;
}

/** An output as it was read. */
export interface OutputState {
  value: OutputValue;
  /** Since when it is working, or is not, as `isWorking` has it, epoch ms; not after the present. */
  changedAtMs: number;
  minOnMs: number;
  minOffMs: number;
}

export interface Decision {
  value: OutputValue;
  /** Never empty, as is the reason. */
  by: string;
  rank: number;
  reason: Reason;
  /** Requests for another value, first the one that would come next. */
  blocked: readonly OutputRequest[];
  /** When time alone may change the decision, epoch ms. */
  nextAtMs?: number;
}

/**
 * What an output is to be now. The same arguments give the same decision, in any order of the lists; a limit that is added
 * never energises anything.
 */
export function arbitrate(
  output: OutputState,
  limits: readonly OutputLimit[],
  requests: readonly OutputRequest[],
  nowMs: number,
): Decision {
  const isInForce = ({ untilMs }: Voice) => untilMs === undefined || untilMs > nowMs;
  const asked = requests.filter(isInForce).toSorted(firstRequest);
  const isEmergency = asked.some((request) => request.isEmergency);
  const counts = (limit: OutputLimit) => isInForce(limit) && !(isEmergency && limit.kind === "protection");
  const inForce = limits.filter(counts).toSorted(firstLimit);
  const winner = asked[0] ?? { kind: "default", by: "controller", reason: { code: "as_left" }, value: output.value };
  const works = isWorking(output.value);
  const freeAtMs = output.changedAtMs + (works ? output.minOnMs : output.minOffMs);
  const nextAtMs = Math.min(...[...inForce, ...asked].map(({ untilMs = Infinity }) => untilMs));

  const decide = (value: OutputValue, voice: Voice, rank: number, dueMs = nextAtMs): Decision => ({
    value,
    by: voice.by,
    rank,
    reason: voice.reason,
    blocked: asked.filter((request) => request.value !== value),
    ...(Number.isFinite(dueMs) && { nextAtMs: dueMs }),
  });

  const off = inForce.find(({ effect }) => effect === "off");
  if (off) return decide(offLike(output.value), off, limitRanks[off.kind]);
  const keep = inForce.find(({ effect }) => effect === "keep");
  if (keep) return decide(output.value, keep, limitRanks[keep.kind]);
  const stayOff = inForce.find(({ effect }) => effect === "stay_off");
  const starts = (isOnNow: (value: OutputValue) => boolean) => !isOnNow(output.value) && isOnNow(winner.value);
  // A compressor that starts while its fan runs takes power that was off.
  if (stayOff && (starts(isOn) || starts(isWorking))) return decide(output.value, stayOff, limitRanks[stayOff.kind]);
  if (isWorking(winner.value) !== works && nowMs < freeAtMs) {
    const reason: Reason = { code: works ? "min_on" : "min_off" };
    return decide(output.value, { by: "controller", reason }, limitRanks.dwell, Math.min(nextAtMs, freeAtMs));
  }
  return decide(winner.value, winner, requestRanks[winner.kind]);
}

/** What an output without power has: a switch, one with a level, and an air conditioner. */
export const offValues: readonly OutputValue[] = [false, 0, acOff];

export function isOn(value: OutputValue): boolean {
  return !offValues.includes(value);
}

/**
 * Does it do what shortest times are for? An air conditioner does with its compressor, and not with its fan alone; all else
 * does while it is on.
 */
export function isWorking(value: OutputValue): boolean {
  return typeof value === "string" ? hasCompressor(value) : isOn(value);
}

/** Without power, in the kind of value that the output has. */
function offLike(value: OutputValue): OutputValue {
  if (typeof value === "string") return acOff;
  return typeof value === "boolean" ? false : 0;
}

function firstLimit(one: OutputLimit, other: OutputLimit): number {
  return limitRanks[one.kind] - limitRanks[other.kind] || firstVoice(one, other);
}

function firstRequest(one: OutputRequest, other: OutputRequest): number {
  return (
    requestRanks[one.kind] - requestRanks[other.kind] ||
    one.order - other.order ||
    firstVoice(one, other) ||
    // Where nothing else tells them apart, the one that takes less power.
    firstValue(one.value, other.value)
  );
}

function firstValue(one: OutputValue, other: OutputValue): number {
  if (typeof one !== "string" || typeof other !== "string") return Number(one) - Number(other);
  return Number(isOn(one)) - Number(isOn(other)) || compare(one, other);
}

function firstVoice(one: Voice, other: Voice): number {
  return compare(one.by, other.by) || compare(one.reason.code, other.reason.code);
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
