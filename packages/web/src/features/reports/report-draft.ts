import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { clockTime } from "@offgrid/contract/core/moments";
import { type ReportFile, type ReportKind, reportLimits } from "@offgrid/contract/reports/report-choices";

import { type OddDay, oddDay } from "@offgrid/contract/reports/report-schedule";

import type { Report, ReportInput, ReportPlan } from "./reports.data.ts";

/** A report as its form has it. Pure. */
export interface ReportDraft {
  name: string;
  kind: ReportKind;
  chartId: string | undefined;
  containerId: string | undefined;
  clusterId: string | undefined;
  time: string;
  zone: string;
  repeat: "day" | "week" | "month";
  days: number[];
  day: number;
  language: "en" | "fr";
  files: ReportFile[];
  condition: NonNullable<ReportPlan["condition"]>;
  people: string[];
}

/** Languages of reports, each by its own name. */
export const languageNames = { en: "English", fr: "Français" } as const;

/** "taken": another of one's own is called so. "subject": all is chosen, but it is about nothing. */
export type DraftFault = "name" | "taken" | "chart" | "container" | "cluster" | "subject" | "time" | "days" | "people";

/** In the definition of a chart: the container, or the cluster, that is chosen for it later. */
export type Placeholder = "$container" | "$cluster";

export function placeholdersOf(series: ChartDefinition["series"] = []): ReadonlySet<Placeholder> {
  const places = series.flatMap((one) => (one.kind === "metric" ? [one.of.kind] : []));
  return new Set((["$container", "$cluster"] as const).filter((one) => places.includes(one)));
}

/** Of a part of the form. */
export interface DraftProps {
  draft: ReportDraft;
  placeholders: ReadonlySet<Placeholder>;
  faultAt: (fault: DraftFault) => string | undefined;
  onSet: (change: Partial<ReportDraft>) => void;
}

interface Begun {
  chart?: string | undefined;
  container?: string | undefined;
  zone: string;
  language: "en" | "fr";
  ownId: string;
}

/** What a new one begins with: each Monday morning, to oneself. */
export function newDraft({ chart, container, zone, language, ownId }: Begun): ReportDraft {
  return {
    ...{ name: "", zone, language, chartId: chart, containerId: container, clusterId: undefined },
    kind: chart !== undefined ? "chart" : container !== undefined ? "container_month" : "fleet_week",
    ...{ time: "07:00", repeat: chart === undefined && container !== undefined ? "month" : "week", days: [1], day: 1 },
    ...{ files: ["pdf"], condition: "always", people: [ownId] },
  };
}

type Named = readonly { id: string; name: string }[];

/** The name of the container or chart that it is about; undefined: it is about none, or that is not known yet. */
export function subjectName(
  { kind, chartId, containerId }: ReportDraft,
  { charts, containers }: { charts?: Named | undefined; containers?: Named | undefined },
): string | undefined {
  const subject = {
    fleet_week: undefined,
    container_month: containers?.find(({ id }) => id === containerId),
    chart: charts?.find(({ id }) => id === chartId),
  }[kind];
  return subject && subject.name.slice(0, reportLimits.nameLength).trim();
}

export function draftOf({ plan, people }: Report): ReportDraft {
  const { name, subject, schedule, language, files, condition } = plan;
  const { repeat } = schedule;
  return {
    ...{ name, language, files, condition, kind: subject.kind, time: schedule.time, zone: schedule.zone },
    chartId: subject.kind === "chart" ? subject.chartId : undefined,
    containerId: subject.kind === "fleet_week" ? undefined : subject.containerId,
    clusterId: subject.kind === "chart" ? subject.clusterId : undefined,
    repeat: repeat.kind,
    days: repeat.kind === "week" ? repeat.days : [1],
    day: repeat.kind === "month" ? repeat.day : 1,
    people: people.map(({ userId }) => userId),
  };
}

const isSameName = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase();

/** The name, or with a number where one's own reports are called so: "Fleet week 2". @param others Names of those. */
export function freeName(name: string, others: readonly string[]): string {
  for (let number = 1; ; number++) {
    const end = number === 1 ? "" : ` ${number}`;
    const free = name.slice(0, reportLimits.nameLength - end.length).trimEnd() + end;
    if (!others.some((other) => isSameName(other, free))) return free;
  }
}

/**
 * @param placeholders Of the chart that it is about.
 * @param others Names of one's other reports.
 */
export function faultsOf(
  draft: ReportDraft,
  placeholders: ReadonlySet<Placeholder> = new Set(),
  others: readonly string[] = [],
): DraftFault[] {
  const { name, kind, chartId, containerId, clusterId, time, repeat, days, people } = draft;
  const needsContainer = kind === "container_month" || placeholders.has("$container");
  const faults: [DraftFault, boolean][] = [
    ["chart", kind === "chart" && chartId === undefined],
    ["container", needsContainer && containerId === undefined],
    ["cluster", placeholders.has("$cluster") && clusterId === undefined],
    ["name", name.trim() === ""],
    ["taken", others.some((other) => isSameName(other, name))],
    ["time", !clockTime.test(time)],
    ["days", repeat === "week" && days.length === 0],
    ["people", people.length === 0],
  ];
  return faults.flatMap(([fault, isThere]) => (isThere ? [fault] : []));
}

/** The fields of the form that the portal's refusal is about. @param names Paths of the input, such as plan.subject. */
export function faultsOfPortal(names: readonly string[]): DraftFault[] {
  const known: [DraftFault, string][] = [
    ["name", "plan.name"],
    ["chart", "plan.subject.chartId"],
    ["container", "plan.subject.containerId"],
    ["container", "containerId"],
    ["cluster", "plan.subject.clusterId"],
    ["cluster", "clusterId"],
    ["subject", "plan.subject"],
    ["time", "plan.schedule.time"],
    ["days", "plan.schedule.repeat"],
    ["people", "people"],
  ];
  const faultOf = (name: string) => known.find(([, path]) => name.startsWith(path))?.[0];
  return [...new Set(names.flatMap((name) => faultOf(name) ?? []))];
}

export function planOf(draft: ReportDraft): ReportPlan {
  const { name, kind, chartId = "", containerId, clusterId, time, zone, repeat, days, day } = draft;
  const { language, files, condition } = draft;
  const places = { ...(containerId !== undefined && { containerId }), ...(clusterId !== undefined && { clusterId }) };
  const subject: ReportPlan["subject"] =
    kind === "fleet_week"
      ? { kind }
      : kind === "chart"
        ? { kind, chartId, ...places }
        : { kind, containerId: containerId ?? "" };
  const schedule = { time, zone, repeat: repeatOf({ repeat, days, day }) };
  return { name: name.trim(), subject, schedule, language, files, condition };
}

function repeatOf({
  repeat,
  days,
  day,
}: Pick<ReportDraft, "repeat" | "days" | "day">): ReportPlan["schedule"]["repeat"] {
  if (repeat === "day") return { kind: "day" };
  return repeat === "week" ? { kind: "week", days: [...days] } : { kind: "month", day };
}

/** When clocks will not show its time exactly once; undefined: they always do, or there is no time yet. */
export function oddDayOf(draft: ReportDraft, nowMs: number): OddDay | undefined {
  const { time, zone } = draft;
  if (!clockTime.test(time) || zone === "") return undefined;
  return oddDay({ time, zone, repeat: repeatOf(draft) }, nowMs);
}

export function inputOf(draft: ReportDraft, report?: Report): ReportInput {
  const kept = report && { id: report.id, paused: report.pauseReason === "paused" };
  return { ...kept, plan: planOf(draft), people: draft.people };
}
