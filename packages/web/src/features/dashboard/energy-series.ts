import type { TFunction } from "i18next";

import type { ChartSeries } from "../../chart/chart-series.ts";
import type { FleetHistory } from "./fleet-energy.ts";

/**
 * Bars of what was generated, and hanging below them what was used; over them lines of the period before, and of what is
 * expected. Lines of one kind share an entry of the legend.
 */
export function energySeries(t: TFunction<"dashboard">, history: FleetHistory, isDay: boolean): ChartSeries[] {
  const sides = [
    {
      id: "generation",
      title: t("energy.generated"),
      color: "solar",
      mirrored: false,
      values: history.generated,
      coverage: history.coverage.generated,
      earlier: history.generatedBefore,
      ahead: history.generatedAhead,
    },
    {
      id: "consumption",
      title: t("energy.used"),
      color: "load",
      mirrored: true,
      values: history.used,
      coverage: history.coverage.used,
      earlier: history.usedBefore,
      ahead: history.usedAhead,
    },
  ] as const;
  const bars = sides.map(({ earlier: _earlier, ahead: _ahead, ...side }): ChartSeries => ({
    ...side,
    unit: "Wh",
    adds: true,
    type: "stack_bar",
  }));
  const lines = (
    [
      [isDay ? "dayBefore" : "before", { ghost: true }],
      ["ahead", { dashed: true }],
    ] as const
  ).flatMap(([id, look]) =>
    sides.flatMap(({ earlier, ahead, ...side }): ChartSeries[] => {
      const values = id === "ahead" ? ahead : earlier;
      const title = t(`energy.${id}`, { title: side.title });
      const entry = t(`energy.entry.${id}`);
      return values
        ? [
            {
              ...side,
              ...look,
              id: `${side.id}-${id}`,
              title,
              unit: "Wh",
              adds: true,
              type: "line",
              entry,
              values,
              coverage: undefined,
            },
          ]
        : [];
    }),
  );
  return [...bars, ...lines];
}
