import { type ReportSpan, weekBefore } from "@offgrid/contract/reports/report-schedule";
import { reportLimits } from "@offgrid/contract/reports/report-choices";
import { formatCount, formatQuantityText, formatShare, missing } from "@offgrid/contract/telemetry/format";
import { rangeWords } from "@offgrid/contract/telemetry/range-words";

import { visibleContainers } from "../../calls/scope.ts";
import { type ChartContainer, readContainers } from "../../history/chart-containers.store.ts";
import { chartQueueOf } from "../../history/charts/chart-queue.ts";
import { balanceMetrics, fleetOrigins } from "../../history/energy/energy-balance.ts";
import { totalOf } from "../../history/energy/energy-origin.ts";
import { energyByGroup, FleetSum } from "../../history/energy/fleet-energy.ts";
import { energyGroups, fleetParts, ownRange } from "../../history/energy/fleet-parts.ts";
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

interface Harm {
  cuts: Cuts | undefined;
  warnings: number;
}

interface Row extends Harm {
  name: string;
  energy: Record<Part, KnownEnergy>;
}

/** The worst first: longest without power, then most warnings. Those that had neither stay by name. */
export function byHarm(one: Harm, other: Harm): number {
  return (other.cuts?.hours ?? 0) - (one.cuts?.hours ?? 0) || other.warnings - one.warnings;
}

/** The seven days before, as each container's own time zone has them: what all containers of owner and reader together gave and used. */
export async function fleetWeek(name: string, zone: string, to: ReportFor): Promise<ReportContent> {
  const { db, ownerId, readerId, language, dueMs, url, signal } = to;
  const span = weekBefore(zone, dueMs);
  const seen = await mustSeeSome(to);
  const ids = seen.map(({ id }) => id);
  const ownDays = seen.some(({ zoneName }) => zoneName !== zone);
  const warnings = await warningsOf(seen, { ...to, zone, span });
  const work = async () => {
    const among = visibleContainers(db, { userId: readerId });
    const containers = await readContainers(db, among, ids, [...new Set([...balanceMetrics, ...cutMetrics])]);
    return measured(containers, { ...to, zone, span });
  };
  const { t, byContainer, all, origins } = await chartQueueOf(db).run(`reports ${ownerId}`, work, {
    ...(signal && { signal }),
  });
  const rows = seen
    .map(({ id, name: title }): Row => ({
      name: title,
      energy: byContainer.get(id)!.energy,
      cuts: byContainer.get(id)!.cuts,
      warnings: warnings.get(id) ?? 0,
    }))
    .toSorted(byHarm);
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
    about: [counted(words.fleet, seen.length, language), ownDays ? words.own_days : fill(words.zone, { zone })],
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
    drawn: { containers: seen.map((one) => one.name), groupBy: "day", ownDays },
    tables: [...(table ? [table] : []), containerTable(rows, all, language)],
    notes: [...notesOf(rows.length, { hasData, isMany }, language), ...unfinished(seen, { ...to, zone, span })],
    query: words.energy_query,
    link: pageLink(url, language, ""),
    ...{ span, zone, hasData, raised },
  };
}

interface Seen {
  id: string;
  zoneName: string;
}
type SpanIn = ReportFor & { zone: string; span: ReportSpan };

/** Warnings of the same days. */
async function warningsOf(seen: readonly Seen[], { db, zone, span }: SpanIn): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const own of new Set(seen.map(({ zoneName }) => zoneName))) {
    const ids = seen.filter(({ zoneName }) => zoneName === own).map(({ id }) => id);
    for (const [id, count] of await countWarnings(db, ids, ownRange(span, zone, own))) found.set(id, count);
  }
  return found;
}

/** That a report is due where the last date has begun and is not over everywhere. */
function unfinished(seen: readonly Seen[], { zone, span, nowMs, language }: SpanIn): string[] {
  const count = seen.filter(({ zoneName }) => ownRange(span, zone, zoneName).toMs > nowMs).length;
  return count === 0 ? [] : [counted(wordsIn(language).unfinished, count, language)];
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

/** Each container's own days, as the dashboard has them: the dates of the span, from its own midnight. */
async function measured(containers: readonly ChartContainer[], { db, zone, span, nowMs }: SpanIn) {
  const question = { from: span.fromMs, to: span.toMs, zone, groupBy: "day" as const, ownDays: true };
  const groups = energyGroups(question, containers, nowMs);
  const isMany = containers.length > mostLookedAt;
  const byContainer = new Map<string, Pick<Row, "energy" | "cuts">>();
  const sums = byPart(() => new FleetSum(groups));
  for (const part of fleetParts(question, groups, containers)) {
    const asked = part.containers.flatMap((container) =>
      parts.map((which) => ({ container, metrics: metricsOf(which) })),
    );
    const each = await energyByGroup(db, part.groups, asked);
    for (const [place, container] of part.containers.entries()) {
      const energy = byPart((which, index) => {
        const own = new FleetSum(groups);
        const at = place * parts.length + index;
        for (const sum of [own, sums[which]]) sum.add(part, asked[at]!, each[at]);
        return knownOf(own);
      });
      const { range } = part.groups;
      const week = { from: range.fromMs, to: range.toMs, zone: part.groups.zone };
      const cuts = isMany ? undefined : await powerCutsOf(db, container, week, nowMs);
      byContainer.set(container.id, { energy, cuts });
    }
  }
  const all = byPart((which) => {
    const measuring = containers.filter(({ slots }) => metricsOf(which).some((metric) => slots.has(metric)));
    return { ...knownOf(sums[which]), containers: { measuring: measuring.length, of: containers.length } };
  });
  const origins = await fleetOrigins(db, question, isMany ? [] : containers, nowMs);
  return { t: [...groups.t], byContainer, all, origins };
}

function byPart<Value>(valueOf: (part: Part, index: number) => Value): Record<Part, Value> {
  return Object.fromEntries(parts.map((part, index) => [part, valueOf(part, index)])) as Record<Part, Value>;
}

function knownOf(sum: FleetSum): KnownEnergy {
  const { values, coverage } = sum.answer();
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

/** The share of the one that was measured least, of those that the row shows. */
function measuredText(shown: readonly KnownEnergy[], language: ReportFor["language"]): string {
  const shares = shown.filter(({ total }) => total !== null).map(({ coverage }) => coverage);
  return shares.length === 0 ? wordsIn(language).not_measured : formatShare(Math.min(...shares), language);
}

export function containerTable(
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
    rows: rows.slice(0, reportLimits.rows).map(({ name, energy, cuts, warnings }) => [
      name,
      ...shown.map((part) => formatQuantityText(energy[part].total, "Wh", language)),
      measuredText(
        shown.map((part) => energy[part]),
        language,
      ),
      lastedText(cuts?.hours ?? null),
      formatCount(warnings, language),
    ]),
  };
}
