import { minutesOf, type Moment } from "../../core/moments.ts";
import type { Condition, MetricCondition } from "./automations.schema.ts";

/**
 * When a condition can be true, as boxes: spans of metrics, positions of outputs, minutes of the day. It is true in one of
 * them at least. Where a condition says more than a box can, as of the sun's times, the box is larger. Pure.
 */

/** Numbers from `from` to `to`, both included; what has to be above a number begins a trifle above it. */
export interface Span {
  from: number;
  to: number;
}

export interface Box {
  metrics: ReadonlyMap<string, Span>;
  outputs: ReadonlyMap<string, boolean>;
  /** Minutes of the day on clocks, from included, to not; undefined: all. */
  minutes: readonly Span[] | undefined;
  sun: "up" | "down" | undefined;
}

/** More than so many would take long, and one that is everything is right as well. */
const mostBoxes = 256;
const dayMinutes = 1_440;
const everything: Box = { metrics: new Map(), outputs: new Map(), minutes: undefined, sun: undefined };

/** @param isMet False: when it can be not true. @returns None: never. */
export function boxesOf(condition: Condition, isMet = true): Box[] {
  switch (condition.kind) {
    case "group":
      return groupBoxes(condition, isMet);
    case "metric":
      return metricBoxes(condition, isMet);
    case "output":
      return [{ ...everything, outputs: new Map([[condition.output, condition.isOn === isMet]]) }];
    case "sun":
      return [{ ...everything, sun: (condition.is === "up") === isMet ? "up" : "down" }];
    case "time":
      return timeBoxes(condition, isMet);
  }
}

function groupBoxes({ match, of }: Extract<Condition, { kind: "group" }>, isMet: boolean): Box[] {
  const areMet = match === "none" ? !isMet : isMet;
  const isEach = match === "all" ? isMet : !areMet;
  const parts = of.map((one) => boxesOf(one, areMet));
  if (!isEach) return atMost(parts.flat());
  return parts.reduce(
    (boxes, next) => atMost(boxes.flatMap((box) => next.flatMap((other) => meet(box, other) ?? []))),
    [everything],
  );
}

const atMost = (boxes: Box[]): Box[] => (boxes.length > mostBoxes ? [everything] : boxes);

function metricBoxes({ metric, is, value, until = value, without }: MetricCondition, isMet: boolean): Box[] {
  const name = without ? `${metric} without ${without.output} ${without.powerW}` : metric;
  const box = (from: number, to: number): Box => ({ ...everything, metrics: new Map([[name, { from, to }]]) });
  if (is === "equal") return isMet ? [box(value, value)] : [everything];
  // Once it was so, it stays so until the metric is back: both ends count.
  const trifle = Math.max(1, Math.abs(until)) * 1e-9;
  if (is === "above") return [isMet ? box(until + trifle, Infinity) : box(-Infinity, value)];
  return [isMet ? box(-Infinity, until - trifle) : box(value, Infinity)];
}

function timeBoxes({ from, to, days }: Extract<Condition, { kind: "time" }>, isMet: boolean): Box[] {
  if (!("time" in from) || !("time" in to)) return [bySun(from, to, days, isMet)];
  if (days && !isMet) return [everything];
  const [first, last] = [minutesOf(from.time), minutesOf(to.time)];
  const [begin, end] = isMet ? [first, last] : [last, first];
  const minutes =
    begin <= end
      ? [{ from: begin, to: end }]
      : [
          { from: 0, to: end },
          { from: begin, to: dayMinutes },
        ];
  return [{ ...everything, minutes: minutes.filter((span) => span.to > span.from) }];
}

/** From sunset to sunrise the sun is down; with minutes before or after, nobody can tell here. */
function bySun(from: Moment, to: Moment, days: unknown, isMet: boolean): Box {
  const isPlain = "sun" in from && "sun" in to && !from.offsetMinutes && !to.offsetMinutes && days === undefined;
  if (!isPlain || from.sun === to.sun) return everything;
  return { ...everything, sun: (from.sun === "sunrise") === isMet ? "up" : "down" };
}

/** What is in both; undefined: nothing is. */
export function meet(one: Box, other: Box): Box | undefined {
  const metrics = new Map(one.metrics);
  for (const [name, span] of other.metrics) {
    const known = metrics.get(name);
    const both = known ? { from: Math.max(known.from, span.from), to: Math.min(known.to, span.to) } : span;
    if (both.from > both.to) return undefined;
    metrics.set(name, both);
  }
  const outputs = new Map(one.outputs);
  for (const [name, isOn] of other.outputs) {
    if ((outputs.get(name) ?? isOn) !== isOn) return undefined;
    outputs.set(name, isOn);
  }
  if (one.sun && other.sun && one.sun !== other.sun) return undefined;
  const minutes = meetMinutes(one.minutes, other.minutes);
  if (minutes?.length === 0) return undefined;
  return { metrics, outputs, minutes, sun: one.sun ?? other.sun };
}

function meetMinutes(one: Box["minutes"], other: Box["minutes"]): Box["minutes"] {
  if (!one || !other) return one ?? other;
  return one.flatMap((span) =>
    other.flatMap(({ from, to }) => {
      const both = { from: Math.max(span.from, from), to: Math.min(span.to, to) };
      return both.from < both.to ? [both] : [];
    }),
  );
}
