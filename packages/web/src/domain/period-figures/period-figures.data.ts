import { tickMs } from "@offgrid/contract/core/constants";
import { useQueries } from "@tanstack/react-query";

import { callQueryInTurn } from "../../core/api/call-query-in-turn.ts";
import type { CallOptions } from "../../core/api/use-call.ts";
import type { Pending } from "../../ui/async.tsx";
import type { TimeRange } from "../../ui/period-range.ts";
import { barsFor } from "../energy-balance/bars-for.ts";
import { type PeriodFigures, periodFigures } from "./period-figures.ts";

export interface FiguresQuestion {
  containerId: string;
  zone: string;
  range: TimeRange;
}

const quietly = { refetchInterval: 10 * tickMs, staleTime: 2 * tickMs } satisfies CallOptions<"getPowerCuts", unknown>;
const asked = ({ containerId, zone, range }: FiguresQuestion) => ({
  containerId,
  zone,
  from: range.fromMs,
  to: range.toMs,
});

/** How containers did, each over its own period; in the order of the questions. One that fails does so alone. */
export function usePeriodFigures(questions: readonly FiguresQuestion[]): readonly Pending<PeriodFigures>[] {
  const balances = useQueries({
    queries: questions.map((one) => ({
      ...callQueryInTurn("getEnergyBalance", { ...asked(one), groupBy: barsFor(one.range) }),
      ...quietly,
    })),
  });
  const cuts = useQueries({
    queries: questions.map((one) => ({ ...callQueryInTurn("getPowerCuts", asked(one)), ...quietly })),
  });
  const costs = useQueries({
    queries: questions.map((one) => ({ ...callQueryInTurn("getEnergyCosts", asked(one)), ...quietly })),
  });
  const lowest = useQueries({
    queries: questions.map((one) => ({ ...callQueryInTurn("getChartData", lowestOf(one)), ...quietly })),
  });
  return questions.map((_, place) => {
    const [balance, cut, cost, low] = [balances[place], cuts[place], costs[place], lowest[place]] as const;
    const all = [balance, cut, cost, low].filter((one) => one !== undefined);
    const isPending = all.some((one) => one.isPending);
    const isWhole = balance?.data && cut?.data && cost?.data && low?.data;
    return {
      data: isWhole
        ? periodFigures({
            balance: balance.data.data,
            cuts: cut.data.data,
            costs: cost.data.data,
            lowest: low.data.data.series[0] ?? [],
          })
        : undefined,
      error: all.find((one) => one.error)?.error ?? null,
      isPending,
      isFetching: isPending,
      refetch: () => Promise.all(all.map((one) => one.refetch())),
    };
  });
}

function lowestOf({ containerId, zone, range }: FiguresQuestion) {
  const series = [{ containerId, metric: "battery.soc", func: "min" as const }];
  return { from: range.fromMs, to: range.toMs, zone, groupBy: "month" as const, series };
}
