import { type EnergyOrigin } from "@offgrid/contract/charts/energy-parts";
import { shownOrigins } from "@offgrid/contract/charts/shown-origins";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { formatCount, formatQuantityText, formatShare, missing } from "@offgrid/contract/telemetry/format";
import { findMetric } from "@offgrid/contract/telemetry/metrics";

import type { Figure, ReportLine, ReportTable } from "./report-content.ts";
import { counted, coverageText, fill, lastedText, wordsIn } from "./report-words.ts";

/** What reports about energy have in common: figures, lines and the split of the consumption. Pure. */

export const energyFigures = ["solar", "load", "generator", "gridIn", "batteryIn", "batteryOut"] as const;
export type EnergyFigure = (typeof energyFigures)[number];

/** An energy over a range, and by local days; null where nothing was measured. */
export interface KnownEnergy {
  values: readonly (number | null)[];
  total: number | null;
  /** Of several containers: that of those that have ever measured it. */
  coverage: number;
  /** How many containers have ever measured it, of how many it could be the sum; left out: it is of one. */
  containers?: { measuring: number; of: number };
}

export function energyFigure(part: EnergyFigure, known: KnownEnergy, language: LocaleCode): Figure {
  const { figure, not_measured } = wordsIn(language);
  const note = known.total === null ? not_measured : knownText(known, language);
  return { label: figure[part], value: formatQuantityText(known.total, "Wh", language), note };
}

/** How much of an energy was measured, and where some containers measure nothing of it, at how many. */
function knownText({ coverage, containers }: KnownEnergy, language: LocaleCode): string {
  if (!containers || containers.measuring >= containers.of) return coverageText(coverage, language);
  return fill(wordsIn(language).measured_at, {
    share: formatShare(coverage, language),
    measuring: formatCount(containers.measuring, language),
    of: formatCount(containers.of, language),
  });
}

const quantityOf: Record<EnergyFigure, string> = {
  solar: "solar.power",
  load: "load.power",
  generator: "generator.power",
  gridIn: "grid.power",
  batteryIn: "battery.power",
  batteryOut: "battery.power",
};

/** A line of bars, one for each day. */
export function energyLine(part: EnergyFigure, { values, coverage }: KnownEnergy, language: LocaleCode): ReportLine {
  const title = wordsIn(language).figure[part];
  const quantity = quantityOf[part];
  return { title, unit: "Wh", values, coverage, quantity, type: "bar", axis: "left", plot: 0, color: null };
}

/** Where the consumption came from; undefined where none was measured. */
export function originTable(
  origins: Readonly<Record<EnergyOrigin, number | null>>,
  language: LocaleCode,
): ReportTable | undefined {
  const { origins: words } = wordsIn(language);
  const rows = shownOrigins(origins).map(({ origin, wh, share }) => [
    words[origin],
    formatQuantityText(wh, "Wh", language),
    formatShare(share, language),
  ]);
  if (rows.length === 0) return undefined;
  return { title: words.title, heads: [words.head, words.energy, words.share], rows };
}

/** Hours without power, and how sure that is. @param known Null: nothing is. */
export function cutsFigure(
  known: { hours: number | null; count: number; coverage: number; containers?: number },
  language: LocaleCode,
): Figure {
  const { figure, of_hours, not_measured } = wordsIn(language);
  const { hours, count, coverage, containers } = known;
  if (hours === null) return { label: figure.cuts, value: missing, note: not_measured };
  const some = counted(figure.cuts_count, count, language);
  // One cut is at one container.
  const places = containers === undefined || count === 1 ? "" : ` ${counted(figure.at, containers, language)}`;
  const cuts = count === 0 ? figure.cuts_none : `${some}${places}`;
  const sure = fill(of_hours, { share: formatShare(coverage, language) });
  return { label: figure.cuts, value: lastedText(hours), note: `${cuts}, ${sure}` };
}

export function warningsFigure(count: number, containers: number | undefined, language: LocaleCode): Figure {
  const { figure } = wordsIn(language);
  const places = containers === undefined ? "" : `, ${counted(figure.at, containers, language)}`;
  const note = count === 0 ? figure.warnings_none : `${counted(figure.warnings_count, count, language)}${places}`;
  return { label: figure.warnings, value: formatCount(count, language), note };
}

/** The name of a metric in a language. */
export const metricText = (metric: string, language: LocaleCode) => findMetric(metric)?.[language] ?? metric;
