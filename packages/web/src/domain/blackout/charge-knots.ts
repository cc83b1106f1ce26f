import { toEpochMs } from "@offgrid/contract/core/constants";
import type { BlackoutForecast } from "@offgrid/contract/forecast/forecast.schema";

/** Charges at rising instants, epoch ms, percent: the line of a forecast and the range around it. */
export interface ChargeKnots {
  times: number[];
  series: Record<"low" | "middle" | "high", number[]>;
}

type Forecast = Pick<
  BlackoutForecast,
  "t" | "soc" | "soc10" | "soc50" | "soc90" | "likely" | "generatorStart" | "cutOff"
>;

/**
 * What a forecast draws, from the charge that was measured last on: there it has no range yet. Between the full hours the line
 * falls to the cut-off at the instant that is said, since no charge is used once the loads are cut.
 */
export function chargeKnots({ t, soc, soc10, soc50, soc90, likely, generatorStart, cutOff }: Forecast): ChargeKnots {
  const [ends, socMs] = [t.map(toEpochMs), soc ? Date.parse(soc.at) : Infinity];
  const first = soc && socMs < (ends[0] ?? 0) ? [soc.value] : [];
  const times = first.length > 0 ? [socMs, ...ends] : ends;
  const from = (values: readonly number[]) => [...first, ...values];
  const series = { low: from(soc10), middle: from(soc50), high: from(soc90) };
  const cutAt = likely ?? generatorStart?.withoutAt;
  const cutMs = cutAt === undefined ? Number.NaN : Date.parse(cutAt);
  const place = times.findIndex((at) => at > cutMs);
  const beforeMs = times[place - 1];
  if (beforeMs === undefined || beforeMs >= cutMs) return { times, series };
  const share = (cutMs - beforeMs) / ((times[place] ?? cutMs) - beforeMs);
  const between = (values: readonly number[]) => {
    const [one, other] = [values[place - 1] ?? cutOff.soc, values[place] ?? cutOff.soc];
    return one + (other - one) * share;
  };
  const { low, middle, high } = series;
  const withKnot = (values: readonly number[], value: number) => values.toSpliced(place, 0, value);
  return {
    times: withKnot(times, cutMs),
    series: {
      low: withKnot(low, Math.min(cutOff.soc, between(low))),
      middle: withKnot(middle, cutOff.soc),
      high: withKnot(high, Math.max(cutOff.soc, between(high))),
    },
  };
}
