import type { BlackoutForecast } from "@offgrid/contract/forecast/forecast.schema";

import { chargeKnots } from "../../../domain/blackout/charge-knots.ts";
import type { History } from "../../../domain/container/history.ts";

const hourMs = 3_600_000;
const quarterMs = hourMs / 4;

/** What is expected of the coming hours, by quarter hours: the same quantities as are measured. */
export interface HoursAhead {
  /** Epoch ms, rising. */
  t: number[];
  /** W; undefined: there is no forecast of the sun. */
  solar: number[] | undefined;
  /** W; undefined: the forecast is too old to tell. */
  load: number[] | undefined;
  /** Percent. */
  soc: number[];
  /** The panels lately gave clearly less than the same forecast said. */
  isDoubtful: boolean;
}

/**
 * A forecast from the next quarter hour on; undefined: there is none, or it is over. All of it is what the headline is made
 * from: the middle of all cases, which in doubt has the sun that the panels lately gave.
 */
export function hoursAhead(
  forecast: Pick<
    BlackoutForecast,
    | "t"
    | "served"
    | "load"
    | "hasGenerator"
    | "likely"
    | "generatorStart"
    | "taken"
    | "soc10"
    | "soc50"
    | "soc90"
    | "soc"
    | "cutOff"
    | "sunPercent"
  >,
  nowMs: number,
  toMs: number,
): HoursAhead | undefined {
  const ends = forecast.t.map((endS) => endS * 1_000);
  const lastMs = Math.min(toMs, ends.at(-1) ?? 0);
  const t: number[] = [];
  for (let at = Math.ceil(nowMs / quarterMs) * quarterMs; at <= lastMs; at += quarterMs) t.push(at);
  if (t.length === 0) return undefined;
  // The mean of an hour is the power at its middle.
  const middles = ends.map((endMs) => endMs - hourMs / 2);
  const power = (means: readonly number[]) => t.map((at) => onLine(middles, means, at));
  const { taken } = forecast;
  const { times: knots, series } = chargeKnots(forecast);
  return {
    t,
    solar: taken.length > 0 ? power(taken) : undefined,
    load: forecast.served.length > 0 ? power(servedFrom(forecast, ends)) : undefined,
    soc: t.map((at) => onLine(knots, series.middle, at)),
    isDoubtful: forecast.sunPercent !== null,
  };
}

/** What loads are supplied with: from the battery's cut-off on a generator supplies them, which the forecast does not count. */
function servedFrom(
  {
    served,
    load,
    hasGenerator,
    likely,
    generatorStart,
  }: Pick<BlackoutForecast, "served" | "load" | "hasGenerator" | "likely" | "generatorStart">,
  ends: readonly number[],
): number[] {
  const cutAt = likely ?? generatorStart?.withoutAt;
  const neededMs = hasGenerator && cutAt !== undefined ? Date.parse(cutAt) : Infinity;
  return served.map((powerW, hour) => ((ends[hour] ?? 0) > neededMs ? Math.max(powerW, load[hour] ?? 0) : powerW));
}

/** The value at an instant on the lines between knots; beyond them that of the nearest. */
function onLine(knots: readonly number[], values: readonly number[], atMs: number): number {
  const next = knots.findIndex((knot) => knot >= atMs);
  const [to, from] = [values[next < 0 ? values.length - 1 : next] ?? 0, values[next - 1]];
  if (next <= 0 || from === undefined) return to;
  const [fromMs, untilMs] = [knots[next - 1] ?? atMs, knots[next] ?? atMs];
  return from + ((to - from) * (atMs - fromMs)) / (untilMs - fromMs);
}

/** What was measured and what is expected after it, on one axis. */
export interface JoinedHours extends History {
  ahead:
    | (Record<"solar" | "load", (number | null)[] | undefined> &
        Pick<HoursAhead, "isDoubtful"> & { soc: (number | null)[] })
    | undefined;
}

/** Puts what is expected after the last of what was measured. */
export function withAhead({ t, series }: History, ahead: HoursAhead | undefined): JoinedHours {
  if (!ahead) return { t, series, ahead: undefined };
  const last = t.findLastIndex((_at, index) => series.some((values) => typeof values[index] === "number"));
  const measured = t.slice(0, last + 1);
  const first = ahead.t.findIndex((at) => at > (measured.at(-1) ?? 0));
  const coming = first < 0 ? [] : ahead.t.slice(first);
  // Drawn from what was measured last on, unless there is a gap between.
  const isJoined = (coming[0] ?? Infinity) - (measured.at(-1) ?? 0) <= hourMs;
  const expected = (place: number, values: readonly number[]) => [
    ...measured.map((_, index) => (isJoined && index === last ? (series[place]?.[last] ?? null) : null)),
    ...values.slice(values.length - coming.length),
  ];
  return {
    t: [...measured, ...coming],
    series: series.map((values) => [...values.slice(0, last + 1), ...coming.map(() => null)]),
    ahead: {
      solar: ahead.solar && expected(0, ahead.solar),
      load: ahead.load && expected(1, ahead.load),
      soc: expected(2, ahead.soc),
      isDoubtful: ahead.isDoubtful,
    },
  };
}
