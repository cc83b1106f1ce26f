import type { Automation } from "@offgrid/contract/automations/automations.schema";
import type { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { type ConfigValue, isSameValue } from "@offgrid/contract/configuration/config-doc";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { suggestedRules } from "@offgrid/contract/warnings/suggested-rules";
import type { WarningType } from "@offgrid/contract/warnings/warning-types";
import type { WarningRule } from "@offgrid/contract/warnings/warnings.schema";
import { type FleetFigure, idOf, type WidgetType } from "@offgrid/contract/widgets/widget-types";
import type { KeptWidget, Widget } from "@offgrid/contract/widgets/widgets.schema";

import {
  exampleAutomation,
  exampleNames,
  type ExampleName,
  type Offer,
} from "../../domain/automations/automation-examples.ts";
import { suggestedRule } from "../../domain/warnings/new-rule.ts";
import { newWidget } from "../../domain/widgets/new-widget.ts";
import { type ChartIdea, chartIdeas, drawnBy, ideaChart, metricsChart } from "./chart-ideas.ts";
import type { IdeaKind } from "./inspire.search.ts";

/** What the gallery offers, made for one container. Pure but for the ids of new widgets. */

export type Idea = {
  /** Of all that are offered. */
  key: string;
  /** What it is made of measures that this container does not have. */
  lacks: readonly string[];
} & (
  | { kind: "chart"; name: ChartIdea; chart: ChartDefinition }
  | { kind: "widget"; widget: Widget }
  | { kind: "rule"; rule: WarningRule; chart: ChartDefinition | undefined }
  | { kind: "automation"; name: ExampleName; automation: Automation; chart: ChartDefinition | undefined }
);

export interface Own {
  container: { id: string; name: string };
  /** How many the person sees. */
  containers: number;
  /** Metrics that the container has sent. */
  sent: ReadonlySet<string>;
  /** What can be switched there; undefined: the person may not make automations. */
  offer: Offer | undefined;
  locale: LocaleCode;
  /** What charts and automations are called. */
  nameOf: { chart: (name: ChartIdea) => string; automation: (name: ExampleName) => string };
}

/** Those that are low stand beside each other, at the end. */
const widgetIdeas: readonly (readonly [key: string, type: WidgetType, needs: string | undefined, more?: object])[] = [
  ["flow", "flow", undefined],
  ["hours", "outlook", "battery.soc", { shows: "hours" }],
  ["days", "outlook", "battery.soc", { shows: "days" }],
  ["charge", "charge", "battery.soc"],
  ["incidents", "incidents", undefined],
  ["list", "list", undefined],
  ["weather", "weather", undefined],
  ["soc", "kpi", "battery.soc", { figure: "soc" satisfies FleetFigure }],
  ["solar", "kpi", "solar.power", { figure: "solarToday" satisfies FleetFigure }],
];

/** @param kinds Those that the person may make. */
export function ideasFor(own: Own, kinds: readonly IdeaKind[]): Idea[] {
  const all = { chart: charts, widget: widgets, rule: rules, automation: automations };
  return kinds.flatMap((kind) => all[kind](own));
}

function missing(metrics: readonly string[], { sent }: Own): string[] {
  return metrics.filter((metric) => !sent.has(metric));
}

function charts(own: Own): Idea[] {
  return chartIdeas.map((name) => {
    const chart = ideaChart(name, own.nameOf.chart(name), own.container.id);
    const looksAt = chart.series.flatMap((one) => (one.kind === "metric" ? [one.metric] : []));
    return { key: `chart-${name}`, kind: "chart", name, chart, lacks: missing(looksAt, own) };
  });
}

function widgets(own: Own): Idea[] {
  const about = { container: own.container.id, containers: own.containers };
  return widgetIdeas.map(([name, type, needs, more]) => {
    const widget = { ...newWidget(type, about), ...more } as Widget;
    return { key: `widget-${name}`, kind: "widget", widget, lacks: needs === undefined ? [] : missing([needs], own) };
  });
}

/** What shows best what a rule watches that looks at no metric of its own. What goes by commands or data has nothing. */
const standIns: Partial<Record<WarningType, string>> = {
  silent: "load.power",
  cut: "load.power",
  forecast: "battery.soc",
  neighbours: "solar.power",
};

/** What is drawn of a rule or an automation, as far as the container has sent it. */
function drawn(metrics: readonly string[], { sent, container }: Own): ChartDefinition | undefined {
  const measured = [...new Set(metrics)].filter((name) => sent.has(name)).slice(0, 3);
  return measured.length > 0 ? metricsChart(measured, container.id) : undefined;
}

function rules(own: Own): Idea[] {
  return suggestedRules.flatMap((suggestion): Idea[] => {
    const fitting = suggestedRule(suggestion, own.locale, own.sent);
    const rule = fitting ?? suggestedRule(suggestion, own.locale);
    if (!rule) return [];
    const looksAt = rule.conditions.flatMap(({ attributes }) => attributes);
    const chart =
      drawn(looksAt, own) ??
      drawn(
        rule.conditions.flatMap(({ type }) => standIns[type] ?? []),
        own,
      );
    return [{ key: `rule-${suggestion.key}`, kind: "rule", rule, chart, lacks: fitting ? [] : missing(looksAt, own) }];
  });
}

function automations(own: Own): Idea[] {
  const { offer } = own;
  if (!offer || offer.outputs.length === 0) return [];
  return exampleNames.map((name) => {
    // It switches nothing until somebody lets it: a click in a gallery is not meant for a pump.
    const automation = { ...exampleAutomation(name, own.nameOf.automation(name), offer), shadow: true };
    const looksAt = name === "spareBattery" ? ["battery.soc"] : [];
    const lacks = missing(looksAt, own);
    const chart = drawn(name === "eveningLight" ? ["load.power"] : looksAt, own);
    return { key: `automation-${name}`, kind: "automation", name, automation, chart, lacks };
  });
}

/** What the person has already. */
export interface Had {
  charts: readonly { id: string; definition: ChartDefinition; isOwn: boolean }[];
  widgets: readonly KeptWidget[];
  rules: readonly { id: string; rule: Pick<WarningRule, "ruleName"> }[];
  /** Of the container. */
  automations: readonly { id: string; automation: Automation }[];
}

/** What the person has that does the same, by its id; undefined: nothing does. */
export function sameAs(idea: Idea, had: Had): string | undefined {
  if (idea.kind === "chart") {
    const drawn = drawnBy(idea.chart);
    return had.charts.find(
      ({ definition, isOwn }) => isOwn && isSameValue(plainOf(drawnBy(definition)), plainOf(drawn)),
    )?.id;
  }
  if (idea.kind === "widget") {
    const found = had.widgets.find((one) => isSameValue(shownBy(one), shownBy(idea.widget)));
    return found && idOf(found);
  }
  if (idea.kind === "rule") return had.rules.find(({ rule }) => rule.ruleName === idea.rule.ruleName)?.id;
  return had.automations.find(({ automation }) => isSameValue(doneBy(automation), doneBy(idea.automation)))?.id;
}

/** As it is kept: without what is left out. The database has the keys in an order of its own. */
function plainOf(value: unknown): ConfigValue {
  return JSON.parse(JSON.stringify(value)) as ConfigValue;
}

/** What a widget shows, whatever it is called and wherever it stands. */
function shownBy({ id: _id, title: _title, size: _size, pinned: _pinned, ...rest }: KeptWidget | Widget) {
  return plainOf(rest);
}

/** What an automation does, whatever it is called and whether it may. */
function doneBy({ name: _name, enabled: _enabled, shadow: _shadow, priority: _priority, ...rest }: Automation) {
  return plainOf(rest);
}

/** Does a text have all of these words, in any order? */
export function hasWords(text: string, search: string): boolean {
  const among = plain(text);
  return plain(search)
    .split(/\s+/)
    .every((word) => among.includes(word));
}

/** People type without accents what has some. */
function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/** The first so many of each kind, in their order. Pure. */
export function firstOfEach<One extends { idea: Pick<Idea, "kind"> }>(ideas: readonly One[], most: number): One[] {
  const seen = new Map<Idea["kind"], number>();
  return ideas.filter(({ idea: { kind } }) => {
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    return seen.get(kind)! <= most;
  });
}
