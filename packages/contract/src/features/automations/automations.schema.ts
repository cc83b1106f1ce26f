import { z } from "zod";

import { MetricName } from "../../core/metric-name.ts";
import { Moment, Weekdays } from "../../core/moments.schema.ts";
import { oneLine } from "../../core/one-line.ts";
import { isSeen, shownName } from "../../core/shown-name.ts";
import { CommandTarget } from "../commands/commands.schema.ts";
import { findOutput, outputKinds, outputMetric, type OutputTarget } from "../devices/output-kinds.ts";
import { automationLimits as limits } from "./automation-limits.ts";

/** Rules that a controller follows by itself, with the portal or without it. What is wrong is said for people, by its field. */

const between = (from: number, to: number, what: string) => {
  const error = `Please fill ${what}: ${from} to ${to}.`;
  return z.number({ error }).min(from, error).max(to, error);
};
const whole = (from: number, to: number, what: string) => between(from, to, what).int(`Please fill a whole number.`);
const oneOf = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z.enum(names, { error: `Please choose one: ${names.join(", ")}.` });

const Output = CommandTarget.refine(
  (target) => findOutput(target) !== undefined,
  "This is no output, such as relay.3.",
);
/** What has a level, such as a street light, follows a plan of its own. */
const SwitchedOutput = Output.refine((target) => {
  const name = findOutput(target);
  return name === undefined || outputKinds[name.kind].values === "on_off";
}, "An automation switches on and off only; this output has levels.");
const Metric = MetricName.refine((name) => name.includes("."), "Please choose a metric, such as battery.soc.");
const ForSeconds = whole(1, limits.longestForS, "for how many seconds it must be so");

const MetricCondition = z
  .strictObject({
    kind: z.literal("metric"),
    metric: Metric,
    is: oneOf(["above", "below", "equal"]),
    value: between(-1e9, 1e9, "a number"),
    until: between(-1e9, 1e9, "a number")
      .optional()
      .describe("Once it was so, it stays so until the metric is back at this; left out: at the value itself"),
    forSeconds: ForSeconds.optional(),
    without: z
      .strictObject({ output: Output, powerW: between(1, 1e6, "the power in W") })
      .optional()
      .describe(
        "While this output is on, its power is left out of what is measured, so that a rule does not undo itself",
      ),
  })
  .superRefine(({ metric, is, value, until, without }, { addIssue }) => {
    const refuse = (key: string, message: string) => addIssue({ code: "custom", path: [key], message });
    if (until !== undefined && is === "equal") refuse("until", "Only above and below may have a way back.");
    if (until !== undefined && is === "above" && until > value)
      refuse("until", "Please fill a number below the other one.");
    if (until !== undefined && is === "below" && until < value)
      refuse("until", "Please fill a number above the other one.");
    if (without && loadSign(metric) === undefined)
      refuse("without", "Only a power that a load is part of can be read without that load.");
  })
  .meta({ id: "MetricCondition" });
export type MetricCondition = z.infer<typeof MetricCondition>;

const OutputCondition = z
  .strictObject({ kind: z.literal("output"), output: Output, isOn: z.boolean(), forSeconds: ForSeconds.optional() })
  .meta({ id: "OutputCondition" });

const TimeCondition = z
  .strictObject({ kind: z.literal("time"), from: Moment, to: Moment, days: Weekdays.optional() })
  .refine(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to), {
    path: ["to"],
    error: "Please fill another time than the first.",
  })
  .meta({ id: "TimeCondition" });

const SunCondition = z.strictObject({ kind: z.literal("sun"), is: oneOf(["up", "down"]) }).meta({ id: "SunCondition" });

const leaves = [MetricCondition, OutputCondition, TimeCondition, SunCondition] as const;
type Leaf = z.infer<(typeof leaves)[number]>;

/** `none`: not a single one of them is true. */
export interface ConditionGroup {
  kind: "group";
  match: "all" | "any" | "none";
  of: Condition[];
}
export type Condition = Leaf | ConditionGroup;

/** Depth is limited by the schema itself, so that no input nests deeper than it is read. */
function conditionOf(depth: number): z.ZodType<Condition> {
  const error = `Please choose a condition; groups may be ${limits.depth} deep.`;
  if (depth >= limits.depth) return z.discriminatedUnion("kind", leaves, { error });
  const of = z
    .array(conditionOf(depth + 1))
    .min(1, "Please add a condition.")
    .max(limits.conditions, `An automation has at most ${limits.conditions} conditions.`);
  const Group = z.strictObject({ kind: z.literal("group"), match: oneOf(["all", "any", "none"]), of });
  return z.discriminatedUnion("kind", [...leaves, Group], { error });
}
export const Condition = conditionOf(1).meta({ id: "Condition" });

const MomentTrigger = z.strictObject({ kind: z.literal("moment"), at: Moment, days: Weekdays.optional() });
/** A metric or an output sets off when it becomes so, not while it is. */
const Trigger = z.discriminatedUnion("kind", [MomentTrigger, MetricCondition, OutputCondition], {
  error: "Please choose what sets it off: a time, a metric or an output.",
});
export type Trigger = z.infer<typeof Trigger>;

/** Every action on an output ends by itself. */
const SetAction = z
  .strictObject({
    kind: z.literal("set"),
    output: SwitchedOutput,
    to: z.boolean(),
    forSeconds: whole(1, limits.longestSetS, "the seconds for which it is so").optional(),
    until: Moment.optional(),
  })
  .superRefine(({ forSeconds, until }, { addIssue }) => {
    if ((forSeconds === undefined) === (until === undefined))
      addIssue({ code: "custom", path: ["forSeconds"], message: "Please fill either for how long, or until when." });
  });
const WaitAction = z.strictObject({
  kind: z.literal("wait"),
  seconds: whole(1, limits.longestWaitS, "the seconds to wait"),
});
const textMessage = "Please fill a text of one line, 1 to 200 characters.";
const NotifyAction = z.strictObject({
  kind: z.literal("notify"),
  text: z
    .string({ error: textMessage })
    .trim()
    .min(1, textMessage)
    .max(200, textMessage)
    .regex(oneLine, textMessage)
    .refine(isSeen, textMessage),
  level: oneOf(["info", "warning"]),
});
const actionMessage = "Please choose what it does: set an output, wait, notify, or decide.";
const Step = z.discriminatedUnion("kind", [SetAction, WaitAction, NotifyAction], { error: actionMessage });
export type Step = z.infer<typeof Step>;
const steps = z.array(Step).max(limits.actions, `An automation has at most ${limits.actions} actions.`);
const ChoiceAction = z.strictObject({
  kind: z.literal("if"),
  condition: Condition,
  do: steps.min(1),
  otherwise: steps,
});
const Action = z.discriminatedUnion("kind", [SetAction, WaitAction, NotifyAction, ChoiceAction], {
  error: actionMessage,
});
export type Action = z.infer<typeof Action>;

const common = {
  name: shownName(limits.longestName).min(1, "Please fill a name."),
  enabled: z.boolean(),
  priority: whole(1, 9, "a priority").describe("1 wins over 9; of two alike, the older automation wins"),
  shadow: z
    .boolean()
    .optional()
    .describe("It is followed, but switches nothing and notifies nobody: its past runs say what it would have done"),
};

const KeepAutomation = z.strictObject({
  kind: z.literal("keep"),
  ...common,
  output: SwitchedOutput,
  to: z.boolean(),
  while: Condition,
  unknown: oneOf(["as_before", "assume_true", "assume_false"]).describe(
    "Where the condition is not known; as_before: as it was when it was known last",
  ),
});

const RunAutomation = z.strictObject({
  kind: z.literal("run"),
  ...common,
  mode: oneOf(["single", "restart"]).describe(
    "What happens when it is set off again during a run; single: nothing, restart: it begins again",
  ),
  when: z.array(Trigger).min(1, "Please add what sets it off.").max(limits.triggers, `At most ${limits.triggers}.`),
  if: Condition.optional(),
  unknown: oneOf(["stop", "assume_true", "assume_false"]).describe("Where a condition is not known"),
  do: z
    .array(Action)
    .min(1, "Please add an action.")
    .max(limits.actions, `An automation has at most ${limits.actions} actions.`),
  missed: oneOf(["skip", "run_once"]).describe("A time that passed more than a quarter of an hour ago, without power"),
  quietSeconds: whole(0, 86_400, "the seconds between two runs").optional(),
  maxRunsPerDay: whole(1, 1_000, "the runs in a day").optional(),
});

export const Automation = z
  .discriminatedUnion("kind", [KeepAutomation, RunAutomation], { error: "Please choose the kind of automation." })
  .superRefine((automation, { addIssue }) => {
    const refuse = (path: string[], message: string) => addIssue({ code: "custom", path, message });
    const [key] = automation.kind === "keep" ? ["while"] : ["if"];
    if (conditionsIn(automation) > limits.conditions)
      refuse([key ?? "if"], `An automation has at most ${limits.conditions} conditions.`);
    if (automation.kind === "run" && actionsIn(automation.do) > limits.actions)
      refuse(["do"], `An automation has at most ${limits.actions} actions.`);
  })
  .meta({ id: "Automation" });
export type Automation = z.infer<typeof Automation>;
export type KeepAutomation = z.infer<typeof KeepAutomation>;
export type RunAutomation = z.infer<typeof RunAutomation>;

/** Ids of older automations come first in alphabetical order. */
export const AutomationId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,35}$/)
  .refine((id) => !(id in {}), "is a name that every object has");

/** Of one container, by id. */
export const Automations = z.record(AutomationId, Automation).superRefine((all, context) => {
  const message = tooMuch(all);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});
export type Automations = z.infer<typeof Automations>;

/** Why one container cannot have all of these; undefined: it can. */
export function tooMuch(all: object): string | undefined {
  if (Object.keys(all).length > limits.automations) return `At most ${limits.automations} automations.`;
  return JSON.stringify(all).length > limits.bytes ? "The automations of a container take too much room." : undefined;
}

/** Those of a section that can be read here. One that a newer program wrote takes none of the others with it. */
export function readableAutomations(section: Readonly<Record<string, unknown>> = {}): Automations {
  const all = Object.entries(section).flatMap(([id, value]): [string, Automation][] => {
    const automation = Automation.safeParse(value).data;
    return automation && AutomationId.safeParse(id).success ? [[id, automation]] : [];
  });
  return Object.fromEntries(all);
}

/** How a load shows in a power: 1 where it adds to it, -1 where it takes from it; undefined: not at all. */
export function loadSign(metric: string): 1 | -1 | undefined {
  if (metric === "battery.power") return -1;
  return ["load.power", "load.ac.power", "load.dc.power", "grid.power", "generator.power"].includes(metric)
    ? 1
    : undefined;
}

/** Every condition of an automation, each in its place, such as `if.of.0`. */
export function conditionsOf(automation: Automation): [path: string, condition: Condition][] {
  if (automation.kind === "keep") return [["while", automation.while]];
  const top: [string, Condition][] = automation.if ? [["if", automation.if]] : [];
  const chosen = automation.do.flatMap((action, index): [string, Condition][] =>
    action.kind === "if" ? [[`do.${index}.condition`, action.condition]] : [],
  );
  return [...top, ...chosen];
}

/** Triggers that are conditions, each in its place. */
export function triggersOf(automation: Automation): [path: string, trigger: Exclude<Trigger, { kind: "moment" }>][] {
  if (automation.kind === "keep") return [];
  return automation.when.flatMap((trigger, index): ReturnType<typeof triggersOf> =>
    trigger.kind === "moment" ? [] : [[`when.${index}`, trigger]],
  );
}

/** Leaves with their groups. */
export function flatConditions(path: string, condition: Condition): [path: string, condition: Condition][] {
  const own: [string, Condition][] = [[path, condition]];
  if (condition.kind !== "group") return own;
  return [...own, ...condition.of.flatMap((one, index) => flatConditions(`${path}.of.${index}`, one))];
}

function conditionsIn(automation: Automation): number {
  const all = conditionsOf(automation).flatMap(([path, condition]) => flatConditions(path, condition));
  return all.filter(([, { kind }]) => kind !== "group").length;
}

/** Actions with those that a choice leads to, each in its place, such as `do.0.otherwise.1`. */
export function flatActions(path: string, actions: readonly Action[]): [path: string, action: Action][] {
  return actions.flatMap((action, index): [string, Action][] => {
    const own: [string, Action] = [`${path}.${index}`, action];
    if (action.kind !== "if") return [own];
    const { do: first, otherwise } = action;
    return [own, ...flatActions(`${own[0]}.do`, first), ...flatActions(`${own[0]}.otherwise`, otherwise)];
  });
}

function actionsIn(actions: readonly Action[]): number {
  return flatActions("do", actions).length;
}

/** The outputs that an automation may set. */
export function outputsSetBy(automation: Automation): string[] {
  if (automation.kind === "keep") return [automation.output];
  const set = flatActions("do", automation.do).flatMap(([, action]) => (action.kind === "set" ? [action.output] : []));
  return [...new Set(set)];
}

/** Whether it may switch anything: one that is off, or only watched, does not. */
export function isActing({ enabled, shadow }: Pick<Automation, "enabled" | "shadow">): boolean {
  return enabled && shadow !== true;
}

/** The outputs that an automation may switch on as it is. */
export function outputsTurnedOnBy(automation: Automation): string[] {
  if (!isActing(automation)) return [];
  if (automation.kind === "keep") return automation.to ? [automation.output] : [];
  return flatActions("do", automation.do).flatMap(([, action]) =>
    action.kind === "set" && action.to ? [action.output] : [],
  );
}

/** What names an output that the container does not have, by field. */
export function missingOutputs(automation: Automation, targets: readonly string[]): Record<string, string> {
  const named: [path: string, target: string][] = [];
  if (automation.kind === "keep") named.push(["output", automation.output]);
  else
    for (const [path, action] of flatActions("do", automation.do))
      if (action.kind === "set") named.push([`${path}.output`, action.output]);
  const conditions = conditionsOf(automation).flatMap(([path, condition]) => flatConditions(path, condition));
  for (const [path, condition] of [...triggersOf(automation), ...conditions]) {
    if (condition.kind === "output") named.push([`${path}.output`, condition.output]);
    if (condition.kind === "metric" && condition.without)
      named.push([`${path}.without.output`, condition.without.output]);
  }
  const missing = named.filter(([, target]) => !targets.includes(target));
  return Object.fromEntries(missing.map(([path, target]) => [path, `This container has no output ${target}.`]));
}

/** What has to be measured to tell what an automation does. */
export function metricsReadBy(automation: Automation): string[] {
  const conditions = conditionsOf(automation).flatMap(([path, condition]) => flatConditions(path, condition));
  const read = [...triggersOf(automation), ...conditions].flatMap(([, condition]) => {
    if (condition.kind === "output") return [readBackOf(condition.output)];
    if (condition.kind !== "metric") return [];
    return condition.without ? [condition.metric, readBackOf(condition.without.output)] : [condition.metric];
  });
  return [...new Set([...read, ...outputsSetBy(automation).map(readBackOf)])];
}

/** Targets are those of the schema, so that each is an output. */
const readBackOf = (target: string): string => outputMetric(target as OutputTarget);
