import type { GivenDefinition } from "@offgrid/contract/charts/definition-text";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { cutAttribute } from "@offgrid/contract/warnings/cut-attribute";
import {
  bundleAttributes,
  forecastAttributes,
  type WarningType,
  warningTypes,
} from "@offgrid/contract/warnings/warning-types";

import { measuredDefinition } from "../../domain/charts/measured-definition.ts";
import type { Warning } from "./history.data.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Judged by what came in days: an hour before says nothing of it. */
const byDays: ReadonlySet<WarningType> = new Set(["expected", "neighbours", "budget"]);
const beforeMs = 72 * hourMs;

/** Where to look on from a warning. */
export type WarningLead =
  | { kind: "chart"; definition: GivenDefinition }
  | { kind: "events"; aroundMs: number }
  | { kind: "commands" }
  /** Its connection and its forecast stand on its own screen. */
  | { kind: "container" | "forecast" | "bundle" };

/** Names the level at which a warning clears. */
export type ClearWords = (value: number, metric: string) => string;

/** To what was measured around it; of a warning that nothing was measured for, to what it was raised by. Pure. */
export function warningLead(warning: Warning, nowMs: number, clearWords: ClearWords): WarningLead {
  const { attribute, raisedBy, raisedAt } = warning;
  const type = raisedBy?.type;
  const metrics = metricsOf(warning);
  if (metrics.length > 0) return { kind: "chart", definition: definitionOf(warning, metrics, nowMs, clearWords) };
  if (type === "command") return { kind: "commands" };
  if (type === "forecast" || includes(forecastAttributes, attribute)) return { kind: "forecast" };
  if (type === "bundle" || includes(bundleAttributes, attribute)) return { kind: "bundle" };
  if (type === "silent") return { kind: "container" };
  return { kind: "events", aroundMs: Date.parse(raisedAt) };
}

function includes(names: readonly string[], attribute: string | null): boolean {
  return attribute !== null && names.includes(attribute);
}

/** What the rule looked at, as far as it was measured; of a rule that nobody knows any more, what it was raised by. */
function metricsOf({ attribute, raisedBy }: Warning): readonly string[] {
  if (raisedBy?.type === "neighbours") return ["solar.power"];
  if (raisedBy?.type === "cut" || attribute === cutAttribute) return ["load.power", "battery.soc"];
  if (raisedBy && warningTypes[raisedBy.type].reads === "values" && raisedBy.attributes.length > 0)
    return raisedBy.attributes;
  return [...new Set([attribute ?? "", ...(raisedBy?.attributes ?? [])])].filter((name) => findMetric(name));
}

/** From an hour before it was raised to an hour after it was over, by the minute: as long as it is open, the address holds. */
function definitionOf(
  warning: Warning,
  metrics: readonly string[],
  nowMs: number,
  clearWords: ClearWords,
): GivenDefinition {
  const { raisedBy, raisedAt, clearedAt, content, containerId, containerName } = warning;
  const type = raisedBy?.type;
  const raisedMs = Date.parse(raisedAt);
  const endMs = clearedAt === null ? nowMs : Date.parse(clearedAt);
  return measuredDefinition({
    name: `${content}, ${containerName}`,
    containerId,
    metrics,
    fromMs: floor(raisedMs - (type !== undefined && byDays.has(type) ? beforeMs : hourMs)),
    toMs: floor(endMs + hourMs + minuteMs),
    levels: levelsOf(raisedBy, (value) => clearWords(value, metrics[0] ?? "")),
  });
}

const floor = (atMs: number) => Math.floor(atMs / minuteMs) * minuteMs;

/** Of the others the level is of a difference, a number or a share, and not of what is drawn. */
const drawnLevels: ReadonlySet<WarningType> = new Set(["above", "below", "outside", "inside"]);

/** What it is beyond, and where it clears, as far as that is elsewhere. */
function levelsOf(raisedBy: Warning["raisedBy"], clearTitle: (value: number) => string) {
  if (!raisedBy || raisedBy.level === null || !drawnLevels.has(raisedBy.type)) return [];
  const numbers = (level: number | readonly number[]) => (typeof level === "number" ? [level] : level);
  const levels = numbers(raisedBy.level);
  const clear = numbers(raisedBy.clearLevel ?? []).filter((value) => !levels.includes(value));
  return [...levels.map((value) => ({ value })), ...clear.map((value) => ({ value, title: clearTitle(value) }))];
}
