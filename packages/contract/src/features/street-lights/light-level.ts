import { type Moment, momentsIn, type Place } from "../../core/moments.ts";

/**
 * The level of a street light as a function of its plan, its place and the time. Controllers ask it what to set, and screens
 * what a week will look like. No schema library here: screens import it whole.
 */

export const lightModes = ["off", "on", "auto", "schedule"] as const;
export type LightMode = (typeof lightModes)[number];

/** From this moment of each day on, the light has this level. */
export interface LightStep {
  at: Moment;
  /** 0..100 */
  level: number;
}

export interface LightPlan {
  /** `auto`: from sunset to sunrise. `schedule`: by its steps. */
  mode: LightMode;
  /** In the modes `on` and `auto`, 1..100. */
  level: number;
  /** Only of the mode `schedule`; others keep them for later. */
  steps: readonly LightStep[];
  /** What the lamp draws at its full level, W. */
  ratedW?: number | undefined;
}

export const mostSteps = 12;

/** Can the plan only be followed where the position is known? */
export function needsPosition(plan: LightPlan): boolean {
  return stepsOf(plan).some(({ at }) => "sun" in at);
}

export interface LightLevel {
  /** 0..100 */
  level: number;
  /** When it becomes another, epoch ms; left out: not within two days. */
  untilMs?: number;
}

/** The level at an instant: that of the last step before it. */
export function lightLevelAt(plan: LightPlan, place: Place, atMs: number): LightLevel {
  if (plan.mode === "off") return { level: 0 };
  if (plan.mode === "on") return { level: plan.level };
  const edges = edgesAround(stepsOf(plan), place, atMs);
  const level = edges.findLast((edge) => edge.atMs <= atMs)?.level ?? 0;
  const next = edges.find((edge) => edge.atMs > atMs && edge.level !== level);
  return next ? { level, untilMs: next.atMs } : { level };
}

export interface LightBand {
  fromMs: number;
  toMs: number;
  level: number;
}

/** The levels within a span, one after the other without a gap. */
export function lightBands(plan: LightPlan, place: Place, fromMs: number, toMs: number): LightBand[] {
  const bands: LightBand[] = [];
  for (let atMs = fromMs; atMs < toMs;) {
    const { level, untilMs = atMs + dayMs } = lightLevelAt(plan, place, atMs);
    const endMs = Math.min(toMs, untilMs);
    const last = bands.at(-1);
    if (last?.level === level) last.toMs = endMs;
    else bands.push({ fromMs: atMs, toMs: endMs, level });
    atMs = endMs;
  }
  return bands;
}

/** What a lamp uses, Wh; its power follows its level. */
export function bandsWh(bands: readonly LightBand[], ratedW: number): number {
  return bands.reduce((sum, { fromMs, toMs, level }) => sum + (ratedW * level * (toMs - fromMs)) / 100 / hourMs, 0);
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

function stepsOf({ mode, level, steps }: LightPlan): readonly LightStep[] {
  if (mode === "schedule") return steps;
  return mode === "auto"
    ? [
        { at: { sun: "sunset" }, level },
        { at: { sun: "sunrise" }, level: 0 },
      ]
    : [];
}

interface Edge {
  atMs: number;
  level: number;
}

/** Every edge within two days, in order; of two at the same instant, the later step counts. */
function edgesAround(steps: readonly LightStep[], place: Place, atMs: number): Edge[] {
  const span = { afterMs: atMs - 2 * dayMs, untilMs: atMs + 2 * dayMs };
  // Lights that follow the sun stay on in polar nights, and off on polar days.
  const edges = steps.flatMap(({ at, level }) =>
    momentsIn(at, place, span, { withStandIns: true }).map((edgeMs): Edge => ({ atMs: edgeMs, level })),
  );
  return edges.sort((one, other) => one.atMs - other.atMs);
}
