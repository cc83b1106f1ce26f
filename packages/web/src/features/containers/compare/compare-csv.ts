import type { TFunction } from "i18next";
import { csvLine } from "@offgrid/contract/core/csv-cells";

import { type FigureId, type PeriodFigures, figureOf } from "../../../domain/period-figures/period-figures.ts";
import type { Compared } from "./compare-table.tsx";

type Words = TFunction<["containers", "period-figures"]>;

/** The figures of a comparison as a file: plain numbers in one unit a column, times in UTC. @param rows The worst first. */
export function compareCsv(t: Words, rows: readonly Compared[], figures: readonly FigureId[]): string {
  const hasCost = figures.includes("cost");
  const head = [
    t("column.name"),
    t("csv.id"),
    t("compare.csv.from"),
    t("compare.csv.to"),
    ...figures.map((id) => {
      const unit = unitOf(id);
      return `${t(`period-figures:figure.${id}`)}${unit === "" ? "" : ` (${unit})`}`;
    }),
    ...(hasCost ? [t("compare.csv.currency")] : []),
  ];
  const lines = rows.map(({ container, question: { range }, figures: known }) => [
    container.name,
    container.containerId,
    new Date(range.fromMs).toISOString(),
    new Date(range.toMs).toISOString(),
    ...figures.map((id) => (known ? cellOf(id, known) : null)),
    ...(hasCost ? [known?.cost?.currency ?? null] : []),
  ]);
  return `\uFEFF${[head, ...lines].map(csvLine).join("")}`;
}

function unitOf(id: FigureId): string {
  if (id === "withoutPowerH" || id === "generatorH") return "h";
  if (id === "lowestSoc" || id === "sufficiency" || id === "measured") return "%";
  if (id === "cost") return "";
  return id === "fuelL" ? "L" : "Wh";
}

function cellOf(id: FigureId, figures: PeriodFigures): number | null {
  const value = figureOf(id, figures);
  // Three decimals of any of these units are more than is measured.
  return value === undefined ? null : Math.round(value * 1_000) / 1_000;
}
