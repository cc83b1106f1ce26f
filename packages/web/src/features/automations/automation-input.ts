import type { Automation } from "@offgrid/contract/automations/automations.schema";

import { common, evening, type Offer } from "../../domain/automations/automation-examples.ts";

/**
 * What the editor writes: an automation that may still have holes. What is not chosen yet is "", what is no number is
 * NaN; the contract's schema finds both. Pure.
 */

export type Keep = Extract<Automation, { kind: "keep" }>;
export type Run = Extract<Automation, { kind: "run" }>;
export type Condition = Keep["while"];
export type Group = Extract<Condition, { kind: "group" }>;
export type Leaf = Exclude<Condition, Group>;
export type Trigger = Run["when"][number];
export type Action = Run["do"][number];
export type Moment = Extract<Trigger, { kind: "moment" }>["at"];

/** By the path of the field, such as `while.of.0.value`: the word of what is wrong with it. */
export type Faults = Readonly<Record<string, Fault>>;

/** Fields whose fault has a sentence of its own, by the last word of their path. */
export const faultyFields = [
  "name",
  "output",
  "metric",
  "value",
  "until",
  "forSeconds",
  "from",
  "to",
  "at",
  "days",
  "seconds",
  "text",
  "priority",
  "quietSeconds",
  "maxRunsPerDay",
  "when",
  "do",
] as const;
export type Fault = (typeof faultyFields)[number] | "other";

/** @param paths Of fields, as the schema or the portal names them. */
export function faultsAt(paths: readonly string[]): Faults {
  return Object.fromEntries(paths.map((path) => [path, faultOf(path)]));
}

function faultOf(path: string): Fault {
  // The parts of a moment have one field each, and are named as the whole is: `at.time` is `at`.
  const words = path.split(".").filter((word) => !["time", "sun", "offsetMinutes"].includes(word));
  return faultyFields.find((field) => field === words.at(-1)) ?? "other";
}

/** The fault of a field, or of a part of it; undefined: it is as it should be. */
export function faultIn(faults: Faults, path: string): Fault | undefined {
  const at = Object.keys(faults).find((one) => one === path || one.startsWith(`${path}.`));
  return at === undefined ? undefined : faults[at];
}

export function newLeaf(kind: Leaf["kind"], { outputs, metrics, hasPosition }: Offer): Leaf {
  if (kind === "sun") return { kind, is: "down" };
  if (kind === "output") return { kind, output: outputs[0] ?? "", isOn: true };
  if (kind === "time") return { kind, ...evening(hasPosition) };
  const metric = metrics.includes("battery.soc") ? "battery.soc" : (metrics[0] ?? "");
  return { kind, metric, is: "below", value: Number.NaN };
}

export function newTrigger(kind: Trigger["kind"], offer: Offer): Trigger {
  return kind === "moment"
    ? { kind, at: { time: "18:30" } }
    : (newLeaf(kind, offer) as Exclude<Trigger, { kind: "moment" }>);
}

export type StepKind = Exclude<Action["kind"], "if">;
export const stepKinds = ["set", "wait", "notify"] as const satisfies readonly StepKind[];

export function newAction(kind: StepKind, { outputs }: Offer): Action {
  if (kind === "wait") return { kind, seconds: 600 };
  if (kind === "notify") return { kind, text: "", level: "info" };
  return { kind, output: outputs[0] ?? "", to: true, forSeconds: 3_600 };
}

export function newAutomation(kind: Automation["kind"], offer: Offer): Automation {
  if (kind === "keep") {
    const output = offer.outputs[0] ?? "";
    return { kind, ...common, output, to: false, while: newLeaf("metric", offer), unknown: "as_before" };
  }
  return {
    kind,
    ...common,
    mode: "single",
    when: [newTrigger("moment", offer)],
    unknown: "stop",
    do: [newAction("set", offer)],
    missed: "skip",
  };
}

/** With another condition beside it. */
export function withCondition(condition: Condition | undefined, more: Condition): Condition {
  if (condition === undefined) return more;
  if (condition.kind === "group") return { ...condition, of: [...condition.of, more] };
  return { kind: "group", match: "all", of: [condition, more] };
}

/** Without one of them; one that is left over needs no group, unless the group says that it must not be. */
export function withoutCondition(group: Group, place: number): Condition | undefined {
  const of = group.of.filter((_, index) => index !== place);
  const [first] = of;
  if (!first) return undefined;
  return of.length === 1 && group.match !== "none" ? first : { ...group, of };
}

/** How deep groups stand in it: 0 without any. */
export function depthOf(condition: Condition): number {
  return condition.kind === "group" ? 1 + Math.max(...condition.of.map(depthOf)) : 0;
}

/** What stands at a path such as `if.of.0`; undefined: nothing does. */
export function partAt(automation: Automation, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (part, word) => (typeof part === "object" && part !== null ? (part as Record<string, unknown>)[word] : undefined),
      automation,
    );
}

/** A setting that may be left out. */
export function withOptional<Of extends object, Key extends keyof Of>(
  of: Of,
  key: Key,
  value: Of[Key] | undefined,
): Of {
  const { [key]: _, ...rest } = of;
  return (value === undefined ? rest : { ...rest, [key]: value }) as Of;
}
