import type { z } from "zod";

import type { ChartDefinition } from "./chart-definition.schema.ts";

/** A chart as somebody writes it down: what is left out is as usual. */
export type GivenDefinition = z.input<typeof ChartDefinition>;

const usual: Readonly<Record<string, unknown>> = {
  title: "",
  type: "line",
  axis: "left",
  plot: 0,
  multiply: 1,
  each: false,
  func: "average",
  useIf: "all",
  period: "today",
  groupBy: "auto",
};

/** Without what is as usual, so that addresses stay short. */
function plain(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.map((one) => plain(one, ""));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).flatMap(([name, part]) => {
    const isUsual = part === undefined || (part === usual[name] && name in usual) || isEmpty(name, part);
    return isUsual ? [] : [[name, plain(part, name)] as const];
  });
  return key === "" || entries.length > 0 ? Object.fromEntries(entries) : value;
}

/** What is there only if there is something in it. */
function isEmpty(name: string, part: unknown): boolean {
  if (name === "compare") return (part as { kind?: string }).kind === "none";
  return (name === "aggregates" || name === "thresholds" || name === "tags") && (part as unknown[]).length === 0;
}

/** A definition as a part of an address. */
export function definitionText(definition: GivenDefinition | ChartDefinition): string {
  const bytes = new TextEncoder().encode(JSON.stringify(plain(definition, "")));
  let binary = "";
  for (const byte of bytes) binary += String.fromCodePoint(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * What stands in such a text, with what is usual filled in; undefined where it is none. Whether it is a definition, the
 * portal says, which has its schema.
 */
export function readDefinitionText(text: string): ChartDefinition | undefined {
  const read = parsed(text) as Partial<ChartDefinition> | undefined;
  if (typeof read !== "object" || read === null || !Array.isArray(read.series)) return undefined;
  if (read.series.some((one) => typeof one !== "object" || one === null)) return undefined;
  const thresholds = Array.isArray(read.thresholds) ? read.thresholds : [];
  return {
    ...{ name: "", period: "today", groupBy: "auto", aggregates: [], compare: { kind: "none" }, tags: [] },
    ...read,
    series: read.series.map((one) => ({ ...usualLook, ...(one.kind === "metric" && usualMetric), ...one })),
    thresholds: thresholds.map((one) => Object.assign({ axis: "left", plot: 0, title: "" } as const, one)),
  };
}

const usualLook = { title: "", type: "line", axis: "left", plot: 0, multiply: 1 } as const;
const usualMetric = { each: false, func: "average", useIf: "all" } as const;

function parsed(text: string): unknown {
  try {
    const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (letter) => letter.codePointAt(0) ?? 0);
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}
