import { automationLimits as limits } from "@offgrid/contract/automations/automation-limits";
import type { Automation } from "@offgrid/contract/automations/automations.schema";
import { clockTime, mostOffsetMinutes } from "@offgrid/contract/core/moments";
import { findOutput, outputKinds } from "@offgrid/contract/devices/output-kinds";

import { type Action, type Condition, type Faults, faultsAt, type Moment, type Trigger } from "./automation-input.ts";

/**
 * Which fields of an automation the contract's schema would refuse, without that schema, which is larger than the screen.
 * The portal checks again. Pure.
 */

type Paths = (string | false)[];

/** @returns The automation, or what is wrong with which field. */
export function readAutomation(draft: Automation): { automation: Automation } | { faults: Faults } {
  const name = draft.name.trim();
  const paths = [
    name === "" && "name",
    !isWhole(draft.priority, 1, 9) && "priority",
    ...(draft.kind === "keep"
      ? [!isSwitched(draft.output) && "output", ...inCondition("while", draft.while), tooMany("while", [draft.while])]
      : inRun(draft)),
  ].filter((path) => path !== false);
  return paths.length > 0 ? { faults: faultsAt(paths) } : { automation: { ...draft, name } };
}

function inRun({
  when,
  if: condition,
  do: actions,
  quietSeconds,
  maxRunsPerDay,
}: Extract<Automation, { kind: "run" }>) {
  const chosen = actions.flatMap((action) => (action.kind === "if" ? [action.condition] : []));
  const steps = actions.flatMap((action) =>
    action.kind === "if" ? [action, ...action.do, ...action.otherwise] : [action],
  );
  return [
    (when.length === 0 || when.length > limits.triggers) && "when",
    ...when.flatMap((trigger, place) => inTrigger(`when.${place}`, trigger)),
    ...(condition ? inCondition("if", condition) : []),
    tooMany("if", condition ? [condition, ...chosen] : chosen),
    (actions.length === 0 || steps.length > limits.actions) && "do",
    ...actions.flatMap((action, place) => inAction(`do.${place}`, action)),
    quietSeconds !== undefined && !isWhole(quietSeconds, 0, limits.longestSetS) && "quietSeconds",
    maxRunsPerDay !== undefined && !isWhole(maxRunsPerDay, 1, 1_000) && "maxRunsPerDay",
  ];
}

function inTrigger(path: string, trigger: Trigger): Paths {
  if (trigger.kind === "moment") return [!isMoment(trigger.at) && `${path}.at`];
  return inCondition(path, trigger);
}

function inCondition(path: string, condition: Condition): Paths {
  if (condition.kind === "sun") return [];
  if (condition.kind === "group") {
    const { of } = condition;
    return [of.length === 0 && `${path}.of`, ...of.flatMap((one, place) => inCondition(`${path}.of.${place}`, one))];
  }
  if (condition.kind === "time") {
    const { from, to } = condition;
    const isSame = JSON.stringify(from) === JSON.stringify(to);
    return [!isMoment(from) && `${path}.from`, (!isMoment(to) || isSame) && `${path}.to`];
  }
  const { forSeconds } = condition;
  const lasting = forSeconds !== undefined && !isWhole(forSeconds, 1, limits.longestForS) && `${path}.forSeconds`;
  if (condition.kind === "output") return [!findOutput(condition.output) && `${path}.output`, lasting];
  const { metric, is, value, until } = condition;
  const isBack = until === undefined || (isNumber(until) && (is === "below" ? until >= value : until <= value));
  return [
    !metric.includes(".") && `${path}.metric`,
    !isNumber(value) && `${path}.value`,
    isNumber(value) && !isBack && `${path}.until`,
    lasting,
  ];
}

function inAction(path: string, action: Action): Paths {
  if (action.kind === "wait") return [!isWhole(action.seconds, 1, limits.longestWaitS) && `${path}.seconds`];
  if (action.kind === "notify") return [action.text.trim() === "" && `${path}.text`];
  if (action.kind === "if") return [];
  const { output, forSeconds, until } = action;
  return [
    !isSwitched(output) && `${path}.output`,
    until === undefined
      ? !isWhole(forSeconds, 1, limits.longestSetS) && `${path}.forSeconds`
      : !isMoment(until) && `${path}.until`,
  ];
}

function tooMany(path: string, conditions: readonly Condition[]): string | false {
  const leaves = (condition: Condition): number =>
    condition.kind === "group" ? condition.of.reduce((sum, one) => sum + leaves(one), 0) : 1;
  return conditions.reduce((sum, one) => sum + leaves(one), 0) > limits.conditions && `${path}.count`;
}

function isMoment(moment: Moment): boolean {
  if ("time" in moment) return clockTime.test(moment.time);
  return isWhole(moment.offsetMinutes ?? 0, -mostOffsetMinutes, mostOffsetMinutes);
}

/** What has a level follows a plan of its own. */
function isSwitched(target: string): boolean {
  const output = findOutput(target);
  return output !== undefined && outputKinds[output.kind].values === "on_off";
}

function isWhole(value: number | undefined, from: number, to: number): boolean {
  return Number.isInteger(value) && (value ?? Number.NaN) >= from && (value ?? Number.NaN) <= to;
}

function isNumber(value: number): boolean {
  return Math.abs(value) <= 1e9;
}
