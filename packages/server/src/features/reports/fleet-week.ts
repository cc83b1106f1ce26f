import { weekBefore } from "@offgrid/contract/reports/report-schedule";
import { reportLimits } from "@offgrid/contract/reports/report-choices";
import { formatCount, formatQuantityText, formatShare, missing } from "@offgrid/contract/telemetry/format";
import { rangeWords } from "@offgrid/contract/telemetry/range-words";

import { visibleContainers } from "../../calls/scope.ts";
import { type ChartContainer, readContainers } from "../../history/chart-containers.store.ts";
import { chartQueueOf } from "../../history/charts/chart-queue.ts";
import { balanceMetrics, fleetOrigins } from "../../history/energy/energy-balance.ts";
import { totalOf } from "../../history/energy/energy-origin.ts";
import { energyByGroup, shareOf } from "../../history/energy/fleet-energy.ts";
import { energyGroups } from "../../history/energy/fleet-parts.ts";
import { metricsOf } from "../../history/energy/quantities.ts";
import { cutMetrics, powerCutsOf } from "../power-cuts/cut-history.ts";
import {
  cutsFigure,
  energyFigure,
  energyLine,
  type KnownEnergy,
  originTable,
  warningsFigure,
} from "./energy-report.ts";
import { NothingToSend, type ReportContent, type ReportFor, type ReportTable, SubjectGone } from "./report-content.ts";
import { counted, fill, lastedText, pageLink, wordsIn } from "./report-words.ts";
import { countWarnings, seenByAll } from "./sendings.store.ts";

/** Power cuts and origins are looked at reading by reading, which takes tens of milliseconds each. */
const mostLookedAt = 60;
const parts = ["solar", "load", "generator"] as const;
type Part = (typeof parts)[number];

interface Cuts {
  hours: number | null;
  count: number;
  coverage: number;
}

interface Row {
  name: string;
  energy: Record<Part, KnownEnergy>;
  cuts: Cuts | undefined;
  warnings: number;
}

/** The seven local days before: what all containers of owner and reader together gave and used. */
export async function fleetWeek(name: string, zone: string, to: ReportFor): Promise<ReportContent> {
  const { db, ownerId, readerId, language, dueMs, url, signal } = to;
  const span = weekBefore(zone, dueMs);
  const seen = await mustSeeSome(to);
  const ids = seen.map(({ id }) => id);
  const warnings = await countWarnings(db, ids, span);
  const work = async () => {
    const among = visibleContainers(db, { userId: readerId });
    const containers = await readContainers(db, among, ids, [...new Set([...balanceMetrics, ...cutMetrics])]);
    return measured(containers, { ...to, zone, span });
  };
  const { t, byContainer, all, origins } = await chartQueueOf(db).run(`reports ${ownerId}`, work, {
    ...(signal && { signal }),
  });
  const rows = seen.map(({ id, name: title }): Row => ({
    name: title,
    energy: byContainer.get(id)!.energy,
    cuts: byContainer.get(id)!.cuts,
    warnings: warnings.get(id) ?? 0,
  }));
  const words = wordsIn(language);
  const raised = rows.reduce((sum, row) => sum + row.warnings, 0);
  const table = originTable(origins, language);
  const hasData = parts.some((part) => all[part].total !== null);
  const isMany = ids.length > mostLookedAt;
  const cuts = isMany
    ? { label: words.figure.cuts, value: missing, note: tooMany(language) }
    : cutsFigure(sumOfCuts(rows), language);
  const dark = rows.filter((row) => row.warnings > 0).length;
  return {
    name,
    days: rangeWords(span, zone, language, "names"),
    about: [counted(words.fleet, seen.length, language), fill(words.zone, { zone })],
    figures: [
      ...parts
        .filter((part) => part !== "generator" || all[part].total !== null)
        .map((part) => energyFigure(part, all[part], language)),
      cuts,
      warningsFigure(raised, dark, language),
    ],
    plots: [
      { title: words.energy_by_day, t, lines: linesOf(all).map((part) => energyLine(part, all[part], language)) },
    ],
    drawn: { containers: seen.map((one) => one.name), groupBy: "day" },
    tables: [...(table ? [table] : []), containerTable(rows, all, language)],
    notes: notesOf(rows.length, { hasData, isMany }, language),
    query: words.energy_query,
    link: pageLink(url, language, ""),
    ...{ span, zone, hasData, raised },
  };
}

const tooMany = (language: ReportFor["language"]) =>
  fill(wordsIn(language).too_many, { count: formatCount(mostLookedAt, language) });

function notesOf(
  containers: number,
  { hasData, isMany }: { hasData: boolean; isMany: boolean },
  language: ReportFor["language"],
): string[] {
  const words = wordsIn(language);
  const more = containers - reportLimits.rows;
  return [
    ...(hasData ? [] : [words.nothing]),
    ...(isMany ? [`${words.origins.title}: ${tooMany(language)}.`] : []),
    ...(more > 0 ? [counted(words.more_rows, more, language)] : []),
  ];
}

async function mustSeeSome({ db, ownerId, readerId }: ReportFor) {
  const seen = await seenByAll(db, [ownerId, readerId]);
  if (seen.length > 0) return seen;
  if ((await seenByAll(db, [ownerId])).length === 0) throw new SubjectGone();
  throw new NothingToSend("no_rights");
}

const linesOf = (all: Record<Part, KnownEnergy>) => parts.filter((part) => all[part].total !== null);

async function measured(
  containers: readonly ChartContainer[],
  { db, zone, span, nowMs }: ReportFor & { zone: string; span: { fromMs: number; toMs: number } },
) {
  const question = { from: span.fromMs, to: span.toMs, zone, groupBy: "day" as const };
  const groups = energyGroups(question, containers, nowMs);
  const asked = containers.flatMap((container) => parts.map((part) => ({ container, metrics: metricsOf(part) })));
  const each = await energyByGroup(db, groups, asked);
  const isMany = containers.length > mostLookedAt;
  const byContainer = new Map<string, Pick<Row, "energy" | "cuts">>();
  for (const [place, container] of containers.entries()) {
    const energy = {} as Record<Part, KnownEnergy>;
    for (const [index, part] of parts.entries()) {
      const { wh = [], measuredMs = [] } = each[place * parts.length + index] ?? {};
      const values = groups.t.map((_, group) => wh[group] ?? null);
      const ms = measuredMs.reduce((sum, one) => sum + one, 0);
      energy[part] = { values, total: totalOf(values), coverage: shareOf(ms, groups.range, nowMs) };
    }
    const cuts = isMany
      ? undefined
      : await powerCutsOf(db, container, { from: span.fromMs, to: span.toMs, zone }, nowMs);
    byContainer.set(container.id, { energy, cuts });
  }
  const all = {} as Record<Part, KnownEnergy>;
  for (const part of parts) {
    const measuring = containers.filter(({ slots }) => metricsOf(part).some((metric) => slots.has(metric)));
    const sum = sumOfEnergies(
      groups.t,
      measuring.map(({ id }) => byContainer.get(id)!.energy[part]),
    );
    all[part] = { ...sum, containers: { measuring: measuring.length, of: containers.length } };
  }
  const origins = await fleetOrigins(db, question, isMany ? [] : containers, nowMs);
  return { t: [...groups.t], byContainer, all, origins };
}

/** @param each Of the containers that have ever measured it. */
function sumOfEnergies(t: readonly number[], each: readonly KnownEnergy[]): KnownEnergy {
  const values = t.map((_, group) => totalOf(each.map((one) => one.values[group] ?? null)));
  const coverage = each.length === 0 ? 0 : each.reduce((sum, one) => sum + one.coverage, 0) / each.length;
  return { values, total: totalOf(values), coverage };
}

function sumOfCuts(rows: readonly Row[]) {
  const known = rows.flatMap(({ cuts }) => (cuts && cuts.hours !== null ? [{ ...cuts, hours: cuts.hours }] : []));
  if (known.length === 0) return { hours: null, count: 0, coverage: 0 };
  return {
    hours: known.reduce((sum, { hours }) => sum + hours, 0),
    count: known.reduce((sum, { count }) => sum + count, 0),
    coverage: known.reduce((sum, { coverage }) => sum + coverage, 0) / rows.length,
    containers: known.filter(({ count }) => count > 0).length,
  };
}

function containerTable(
  rows: readonly Row[],
  all: Record<Part, KnownEnergy>,
  language: ReportFor["language"],
): ReportTable {
  const words = wordsIn(language);
  const shown = linesOf(all);
  return {
    title: words.by_container,
    heads: [
      words.head.container,
      ...shown.map((part) => words.figure[part]),
      words.head.coverage,
      words.head.cuts,
      words.head.warnings,
    ],
    rows: rows
      .slice(0, reportLimits.rows)
      .map(({ name, energy, cuts, warnings }) => [
        name,
        ...shown.map((part) => formatQuantityText(energy[part].total, "Wh", language)),
        energy.load.total === null ? words.not_measured : formatShare(energy.load.coverage, language),
        lastedText(cuts?.hours ?? null, language),
        formatCount(warnings, language),
      ]),
  };
}
