import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { unitFactors, unitInName } from "@offgrid/contract/recordings/unit-factors";

import type { ImportPlan, OpenedFile } from "./import.data.ts";

/** What a person decides about a file, until it is imported. Pure. */
export interface Draft {
  timeColumn: string | undefined;
  /** Of the time of day, where the time column has days alone. */
  clockColumn: string | undefined;
  format: string;
  zone: string;
  /** Empty: found in the file. */
  separator: string;
  decimal: "" | "." | ",";
  /** Texts that mean "no reading", as they are typed. */
  missing: string;
  /** By column; those that are left out are not here. */
  metrics: Readonly<Record<string, Assigned>>;
  shift: string | undefined;
  ambiguous: "refuse" | "earlier" | "later";
  leaveOut: boolean;
}

export interface Assigned {
  metric: string;
  /** Into the metric's unit and sign. */
  multiply: number;
}

type Mapping = OpenedFile["mapping"];

export function draftOf({ time, separator, decimal, missing, columns }: Mapping): Draft {
  return {
    timeColumn: time.column,
    clockColumn: time.clock,
    format: time.format,
    zone: time.zone,
    separator: separator ?? "",
    decimal: decimal ?? "",
    missing: missing.join(", "),
    metrics: Object.fromEntries(columns.map(({ column, metric, multiply }) => [column, { metric, multiply }])),
    shift: undefined,
    ambiguous: "refuse",
    leaveOut: false,
  };
}

const metricName = /^[a-z][a-z0-9_]*(\.[a-z0-9_]+)*$/;

export type ColumnFault = "twice" | "ownWrong";

/** What is wrong with what a column is said to be. */
export function faultOf({ metrics }: Draft, column: string): ColumnFault | undefined {
  const metric = metrics[column]?.metric;
  if (metric === undefined) return undefined;
  if (!metricName.test(metric) || metric.length > 64) return "ownWrong";
  const first = Object.keys(metrics).find((other) => metrics[other]?.metric === metric);
  return first === column ? undefined : "twice";
}

/** What is missing before the file can be read. */
export function lackOf(draft: Draft): "needTime" | "needMetric" | undefined {
  if (draft.timeColumn === undefined) return "needTime";
  return Object.keys(draft.metrics).length === 0 ? "needMetric" : undefined;
}

/** @returns undefined while something is missing or wrong. */
export function planOf(draft: Draft, columns: readonly { name: string }[]): ImportPlan | undefined {
  const { timeColumn, clockColumn, metrics } = draft;
  if (timeColumn === undefined || lackOf(draft)) return undefined;
  if (Object.keys(metrics).some((column) => faultOf(draft, column))) return undefined;
  return {
    mapping: {
      time: {
        column: timeColumn,
        ...(clockColumn !== undefined && { clock: clockColumn }),
        format: draft.format,
        zone: draft.zone,
      },
      ...(draft.separator !== "" && { separator: draft.separator }),
      ...(draft.decimal !== "" && { decimal: draft.decimal }),
      missing: [...new Set(draft.missing.split(",").map((text) => text.trim()))].filter((text) => text !== ""),
      columns: [...new Set(columns.map(({ name }) => name))].flatMap((column) => {
        const assigned = column === timeColumn || column === clockColumn ? undefined : metrics[column];
        return assigned ? [{ column, ...assigned }] : [];
      }),
    },
    ...(draft.shift !== undefined && { shift: draft.shift }),
    ambiguous: draft.ambiguous,
    leaveOut: draft.leaveOut,
  };
}

/** What a column may be, besides a metric. */
export const roles = { skip: "", time: "@time", clock: "@clock", own: "@own" } as const;

/** Says what a column is: a metric, the time or its time of day, or nothing that is imported. */
export function assigned(draft: Draft, column: string, role: string): Draft {
  const { [column]: before, ...others } = draft.metrics;
  const timeColumn = draft.timeColumn === column ? undefined : draft.timeColumn;
  const clockColumn = draft.clockColumn === column ? undefined : draft.clockColumn;
  if (role === roles.time) {
    // What was the time is nothing that is measured.
    return { ...draft, timeColumn: column, clockColumn, metrics: others };
  }
  if (role === roles.clock) return { ...draft, timeColumn, clockColumn: column, metrics: others };
  if (role === roles.skip) return { ...draft, timeColumn, clockColumn, metrics: others };
  const metric = role === roles.own ? ownName(column) : role;
  const units = unitsOf(metric);
  const named = unitInName(column);
  const isKept = before !== undefined && unitsOf(before.metric) === units;
  const multiply = isKept ? before.multiply : ((named === undefined ? undefined : units?.[named]) ?? 1);
  return { ...draft, timeColumn, clockColumn, metrics: { ...others, [column]: { metric, multiply } } };
}

function ownName(column: string): string {
  const words = column
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, "_")
    .replaceAll(/^[^a-z]+|[_.]+$/g, "");
  return words === "" ? "own" : words.slice(0, 64);
}

/** The units that a metric may be given in; undefined where its unit has no others. */
export function unitsOf(metric: string): Readonly<Record<string, number>> | undefined {
  const unit = findMetric(metric)?.unit;
  return unit === undefined ? undefined : unitFactors[unit];
}

/** The unit that a factor stands for; undefined: none of the metric's units. */
export function unitOf({ metric, multiply }: Assigned): string | undefined {
  const units = Object.entries(unitsOf(metric) ?? {});
  return units.find(([, factor]) => Math.abs(Math.abs(multiply) / factor - 1) < 1e-9)?.[0];
}

/** The formats that are offered: the usual ones, and every order of day, month and year as the present one is written. */
export function formatsFor(format: string): string[] {
  const usual = ["iso", "epoch-s", "epoch-ms"];
  const pattern = usual.includes(format) ? "dd/MM/yyyy HH:mm" : format;
  const [, sign = "/"] = /(?:yyyy|MM|dd)([^a-zA-Z])/.exec(pattern) ?? [];
  const clock = pattern.replace(/^.*?(?:yyyy|MM|dd)[^a-zA-Z](?:yyyy|MM|dd)[^a-zA-Z](?:yyyy|MM|dd)/, "");
  const orders = [
    ["dd", "MM", "yyyy"],
    ["MM", "dd", "yyyy"],
    ["yyyy", "MM", "dd"],
  ].map((order) => order.join(sign) + clock);
  return [...new Set([...usual, format, ...orders, "dd/MM/yyyy HH:mm", "dd.MM.yyyy HH:mm", "dd/MM/yyyy HH:mm:ss"])];
}
