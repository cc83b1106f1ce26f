import type { Answer } from "../../../core/api/call.ts";
import { useCall } from "../../../core/api/use-call.ts";
import { lastDay } from "../../../domain/energy-flow/flow.data.ts";
import { useEnergyToday, useFinestDay } from "../container.data.ts";
import type { LocalDay } from "../days/local-day.ts";

/**
 * Histories of the metrics by quarter hours; single readings where there are few.
 * @param day Undefined: the last 24 h.
 */
export function useReplayedDay(
  containerId: string,
  zone: string,
  metrics: readonly string[],
  day: LocalDay | undefined,
) {
  const { question, options } = lastDay(containerId, zone, metrics);
  const { period, ...of } = question;
  const asked = day ? { ...of, from: day.fromMs, to: day.toMs } : { ...of, period };
  return useFinestDay(asked, day ? { enabled: options.enabled } : options);
}

/** Energy of the local day that an instant of the replay belongs to. */
export function useEnergyOfDay(containerId: string, zone: string, day: LocalDay) {
  const today = useEnergyToday(containerId, zone);
  const { fromMs: from, toMs: to, isToday } = day;
  const earlier = useCall(
    "getEnergyBalance",
    { containerId, from, to, zone, groupBy: "day" },
    { select: ({ data }: Answer<"getEnergyBalance">) => data, enabled: !isToday },
  );
  return isToday ? today : earlier;
}
