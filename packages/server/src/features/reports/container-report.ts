import { energyOrigins, type EnergyOrigin } from "@offgrid/contract/charts/energy-parts";
import type { ReportSpan } from "@offgrid/contract/reports/report-schedule";
import type { EnergyBalance } from "@offgrid/contract/charts/charts.schema";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { formatQuantityText, formatShare, missing } from "@offgrid/contract/telemetry/format";
import { rangeWords } from "@offgrid/contract/telemetry/range-words";

import { visibleContainers } from "../../calls/scope.ts";
import { type ChartContainer, readContainers } from "../../history/chart-containers.store.ts";
import { drawChart } from "../../history/charts/chart-engine.ts";
import { planSeries } from "../../history/charts/chart-plan.ts";
import { chartQueueOf } from "../../history/charts/chart-queue.ts";
import { balanceMetrics, energyBalance } from "../../history/energy/energy-balance.ts";
import { cutMetrics, powerCutsOf } from "../power-cuts/cut-history.ts";
import {
  cutsFigure,
  type EnergyFigure,
  energyFigure,
  energyFigures,
  energyLine,
  metricText,
  originTable,
  warningsFigure,
} from "./energy-report.ts";
import {
  type Figure,
  NothingToSend,
  type ReportContent,
  type ReportFor,
  type ReportPlot,
  type ReportTable,
  SubjectGone,
} from "./report-content.ts";
import { coverageText, dayText, fill, pageLink, wordsIn } from "./report-words.ts";
import { countWarnings, seenByAll } from "./sendings.store.ts";

const soc = "battery.soc";
const dayMs = 86_400_000;

/** The container of a report as owner and reader both see it. @throws SubjectGone, NothingToSend */
export async function mustFindSeen(containerId: string, { db, ownerId, readerId }: ReportFor) {
  const find = async (people: readonly string[]) => (await seenByAll(db, people)).find(({ id }) => id === containerId);
  const found = await find([ownerId, readerId]);
  if (found) return found;
  if (!(await find([ownerId]))) throw new SubjectGone();
  throw new NothingToSend("no_rights");
}

/** What a container gave and used over some local days of its zone. */
export async function containerReport(
  title: string,
  container: { id: string; name: string; zoneName: string },
  span: ReportSpan,
  to: ReportFor,
): Promise<ReportContent> {
  const { db, ownerId, language, url, signal } = to;
  const { id, name, zoneName: zone } = container;
  const work = () => measured(id, span, to);
  const queued = chartQueueOf(db).run(`reports ${ownerId}`, work, { ...(signal && { signal }) });
  const [{ balance, cuts, charge }, warnings] = await Promise.all([queued, countWarnings(db, [id], span)]);
  const words = wordsIn(language);
  const shown = energyFigures.filter(
    (part) => balance.parts[part].total !== null || part === "solar" || part === "load",
  );
  const drawn = (["solar", "load", "generator", "gridIn"] as const).filter(
    (part) => balance.parts[part].total !== null,
  );
  const origins = Object.fromEntries(energyOrigins.map((origin) => [origin, balance.origins[origin].total]));
  const table = originTable(origins as Record<EnergyOrigin, number | null>, language);
  const raised = warnings.get(id) ?? 0;
  const hasData = energyFigures.some((part) => balance.parts[part].total !== null) || charge !== undefined;
  const energyPlot: ReportPlot[] =
    drawn.length === 0
      ? []
      : [
          {
            title: words.energy_by_day,
            t: balance.t,
            lines: drawn.map((part) => energyLine(part, balance.parts[part], language)),
          },
        ];
  return {
    name: title,
    days: rangeWords(span, zone, language, "names"),
    about: [name, fill(words.zone, { zone })],
    figures: [
      ...shown.map((part) => energyFigure(part, balance.parts[part], language)),
      ...chargeFigures(balance.soc, charge, language),
      cutsFigure(cuts, language),
      warningsFigure(raised, undefined, language),
    ],
    plots: [...energyPlot, ...(charge ? [{ ...charge, title: words.soc_by[groupOfCharge(span)] }] : [])],
    drawn: { containers: [name], groupBy: energyPlot.length > 0 ? "day" : groupOfCharge(span) },
    tables: [...(table ? [table] : []), dayTable(balance, shown, zone, language)],
    notes: hasData ? [] : [words.nothing],
    query: words.energy_query,
    link: pageLink(url, language, `containers/${encodeURIComponent(id)}`),
    ...{ span, zone, hasData, raised },
  };
}

function chargeFigures(
  soc: EnergyBalance["soc"],
  charge: Pick<ReportPlot, "lines"> | undefined,
  language: LocaleCode,
): Figure[] {
  if (!soc) return [];
  const { figure } = wordsIn(language);
  const [first, last] = [soc.first, soc.last].map((value) => formatQuantityText(value, "percent", language));
  const value = fill(figure.soc_value, { first: first ?? missing, last: last ?? missing });
  const measured = coverageText(charge?.lines[0]?.coverage ?? 0, language);
  return [{ label: figure.soc, value, note: fill(figure.soc_note, { measured }) }];
}

function dayTable(
  { t, parts }: EnergyBalance,
  shown: readonly EnergyFigure[],
  zone: string,
  language: LocaleCode,
): ReportTable {
  const { by_day, head, figure } = wordsIn(language);
  return {
    title: by_day,
    heads: [head.day, ...shown.map((part) => figure[part])],
    rows: [
      ...t.map((atMs, day) => [
        dayText(atMs, zone, language),
        ...shown.map((part) => formatQuantityText(parts[part].values[day], "Wh", language)),
      ]),
      [head.coverage, ...shown.map((part) => formatShare(parts[part].coverage, language))],
    ],
  };
}

/** What a point of the line of charge stands for. */
const groupOfCharge = ({ fromMs, toMs }: ReportSpan) =>
  toMs - fromMs <= 8 * dayMs ? ("hour" as const) : ("day" as const);

async function measured(id: string, { fromMs: from, toMs }: ReportSpan, { db, readerId, nowMs, language }: ReportFor) {
  const among = visibleContainers(db, { userId: readerId });
  const metrics = [...new Set([...balanceMetrics, ...cutMetrics, soc])];
  const [container] = await readContainers(db, among, [id], metrics);
  if (!container) throw new NothingToSend("no_rights");
  const zone = container.zoneName;
  const question = { from, to: toMs, zone };
  const balance = await energyBalance(db, { ...question, groupBy: "day" }, container, nowMs);
  const cuts = await powerCutsOf(db, container, question, nowMs);
  return { balance, cuts, charge: await chargeOf(container) };

  async function chargeOf(of: ChartContainer): Promise<Omit<ReportPlot, "title"> | undefined> {
    const groupBy = groupOfCharge({ fromMs: from, toMs });
    const series = {
      containerId: id,
      metric: soc,
      func: "average",
      useIf: "all",
      multiply: 1,
      type: "line",
      axis: "left",
    } as const;
    const planned = planSeries({ series: [series], groupBy });
    const answer = await drawChart(db, { ...question, groupBy }, planned, new Map([[id, of]]), nowMs);
    const values = answer.series[0] ?? [];
    if (values.every((value) => value === null)) return undefined;
    const coverage = answer.coverage[0] ?? 0;
    const line = {
      ...{ title: metricText(soc, language), unit: "percent" as const },
      ...{ values, coverage, type: "line" as const, axis: "left" as const, plot: 0, color: null, quantity: soc },
    };
    return { t: answer.t, lines: [line] };
  }
}
