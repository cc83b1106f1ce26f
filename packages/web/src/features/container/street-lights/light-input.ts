import { clockTime, mostOffsetMinutes } from "@offgrid/contract/core/moments";
import { type LightMode, type LightPlan, mostSteps } from "@offgrid/contract/street-lights/light-level";
import type { LightNumber } from "@offgrid/contract/street-lights/light-keys";

/** What someone types about the plan of a street light, and what it means. Pure. */

export interface PlanOf {
  light: LightNumber;
  plan: LightPlan;
}

export const stepKinds = ["time", "sunset", "sunrise"] as const;
export type StepKind = (typeof stepKinds)[number];

export interface StepTexts {
  kind: StepKind;
  /** Of the kind `time`. */
  time: string;
  /** Minutes after the sun, negative before it; of the other kinds. */
  minutes: string;
  level: string;
}

export interface PlanTexts {
  mode: LightMode;
  level: string;
  steps: readonly StepTexts[];
  ratedW: string;
}

export type PlanFault = "level" | "lit" | "time" | "minutes" | "watts" | "steps" | "position";
/** By field: `level`, `steps`, `steps.0.time`. */
export type PlanFaults = Readonly<Record<string, PlanFault>>;

/** From sunset to sunrise with a dim middle of the night: what most people want. */
const firstSteps: readonly StepTexts[] = [
  { kind: "sunset", time: "", minutes: "0", level: "100" },
  { kind: "time", time: "23:00", minutes: "0", level: "40" },
  { kind: "time", time: "05:00", minutes: "0", level: "100" },
  { kind: "sunrise", time: "", minutes: "0", level: "0" },
];
const fixedSteps: readonly StepTexts[] = [
  { kind: "time", time: "18:30", minutes: "0", level: "100" },
  { kind: "time", time: "06:00", minutes: "0", level: "0" },
];

/** What is offered first where no steps are set yet. */
export function suggestedSteps(hasPosition: boolean): readonly StepTexts[] {
  return hasPosition ? firstSteps : fixedSteps;
}

export function textsOfPlan(plan: LightPlan | null): PlanTexts {
  const { mode = "off", level = 100, steps = [], ratedW } = plan ?? {};
  return {
    mode,
    level: String(level),
    ratedW: ratedW === undefined ? "" : String(ratedW),
    steps: steps.map(({ at, level: stepLevel }) => ({
      kind: "time" in at ? "time" : at.sun,
      time: "time" in at ? at.time : "",
      minutes: String("time" in at ? 0 : (at.offsetMinutes ?? 0)),
      level: String(stepLevel),
    })),
  };
}

function readWhole(text: string, from: number, to: number): number | undefined {
  const trimmed = text.trim().replace("−", "-");
  const value = Number(trimmed);
  return /^[+-]?\d+$/.test(trimmed) && value >= from && value <= to ? value : undefined;
}

/** @returns The plan, or what is wrong with which field. */
export function readPlan(
  { mode, level: levelText, steps: stepTexts, ratedW: wattText }: PlanTexts,
  hasPosition: boolean,
): { plan: LightPlan } | { wrong: PlanFaults } {
  const wrong: Record<string, PlanFault> = {};
  const level = readWhole(levelText, 1, 100);
  if (level === undefined) wrong["level"] = "lit";
  const ratedW = readWhole(wattText, 1, 2_000);
  if (ratedW === undefined && wattText.trim() !== "") wrong["ratedW"] = "watts";
  const isByTimes = mode === "schedule";
  const steps = stepTexts.map((step, place) => {
    const stepLevel = readWhole(step.level, 0, 100);
    if (stepLevel === undefined) wrong[`steps.${place}.level`] = "level";
    const offsetMinutes = readWhole(step.minutes, -mostOffsetMinutes, mostOffsetMinutes);
    const isClock = step.kind === "time";
    if (isClock && !clockTime.test(step.time)) wrong[`steps.${place}.time`] = "time";
    if (!isClock && offsetMinutes === undefined) wrong[`steps.${place}.minutes`] = "minutes";
    if (!isClock && isByTimes && !hasPosition) wrong[`steps.${place}.kind`] = "position";
    const at = step.kind === "time" ? { time: step.time } : { sun: step.kind, ...(offsetMinutes && { offsetMinutes }) };
    return { at, level: stepLevel ?? 0 };
  });
  if (isByTimes && (steps.length === 0 || steps.length > mostSteps)) wrong["steps"] = "steps";
  if (mode === "auto" && !hasPosition) wrong["mode"] = "position";
  // What the mode does not show nobody can correct, and it changes nothing.
  const isShown = (field: string) =>
    field.startsWith("steps.") ? isByTimes : field !== "level" || mode === "on" || mode === "auto";
  const shown = Object.entries(wrong).filter(([field]) => isShown(field));
  if (shown.length > 0) return { wrong: Object.fromEntries(shown) };
  // Of a mode that does not show them, steps are kept for the day on which they count again; wrong ones mean nothing.
  const isRight = (_: unknown, place: number) =>
    !Object.keys(wrong).some((field) => field.startsWith(`steps.${place}.`));
  return {
    plan: {
      mode,
      level: level ?? 100,
      steps: steps.filter(isRight).slice(0, mostSteps),
      ...(ratedW !== undefined && { ratedW }),
    },
  };
}
