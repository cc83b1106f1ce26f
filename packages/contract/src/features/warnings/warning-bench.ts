import type { z } from "zod";

import type { NeighbourDay } from "./neighbour-days.ts";
import type { WarningBundle, WarningInput } from "./read-condition.ts";
import { stepWarning, type WarningEmit } from "./step-warning.ts";
import type { KnownCutOff } from "./warning-frame.ts";
import { newWarningState, type WarningState } from "./warning-state.ts";
import { type WarningCondition, WarningRule } from "./warnings.schema.ts";

/** A rule at one container in tests. */

export const everyMs = 10_000;

export const lowCharge: z.input<typeof WarningCondition> = {
  name: "Charge low",
  type: "below",
  attributes: ["battery.soc"],
  threshold: 20,
  duration: 0,
  keepFor: 0,
};

export function ruleOf(
  conditions: readonly Partial<z.input<typeof WarningCondition>>[],
  more: Partial<z.input<typeof WarningRule>> = {},
): WarningRule {
  const whole = conditions.map((condition) => ({ ...lowCharge, ...condition }));
  return WarningRule.parse({ ruleName: "Battery", conditions: whole, ...more });
}

export type Values = Readonly<Record<string, number | undefined>>;

export interface Episode {
  raisedS: number;
  clearedS: number | null;
  severity: string;
}

/** Instants are seconds from the beginning of the test. */
export class WarningBench {
  state: WarningState;
  readonly emits: WarningEmit[] = [];
  readonly episodes: Episode[] = [];
  readonly rule: WarningRule;

  constructor(rule: WarningRule) {
    this.rule = rule;
    this.state = newWarningState(rule.conditions.length);
  }

  frame(atS: number, values: Values, cutOff?: KnownCutOff): WarningEmit[] {
    const valueOf = (metric: string) => values[metric];
    return this.#step({ kind: "frame", atMs: atS * 1_000, everyMs, valueOf, place: undefined, cutOff });
  }

  /** The same of the charge alone, every ten seconds. @returns when the next one would be. */
  charges(fromS: number, charges: readonly (number | undefined)[]): number {
    charges.forEach((soc, index) => this.frame(fromS + index * 10, { "battery.soc": soc }));
    return fromS + charges.length * 10;
  }

  tick(
    atS: number,
    more: {
      lastFrameS?: number;
      instantsS?: readonly number[];
      hours?: number | null;
      neighbours?: readonly NeighbourDay[];
      bundle?: WarningBundle;
    } = {},
  ) {
    const { lastFrameS, instantsS = [], hours, neighbours = [], bundle } = more;
    return this.#step({
      kind: "tick",
      atMs: atS * 1_000,
      everyMs,
      lastFrameMs: lastFrameS === undefined ? undefined : lastFrameS * 1_000,
      instantsOf: () => instantsS.map((instantS) => instantS * 1_000),
      forecast:
        hours === undefined
          ? undefined
          : { atMs: atS * 1_000, values: { hours_to_reserve: hours, lowest_soc: null, chance: null } },
      neighbours,
      bundle,
      place: { zoneName: "UTC" },
    });
  }

  /** The portal goes on, knowing of other frames of the container up to then. */
  resume(atS: number): void {
    this.state = { ...this.state, watermarkMs: atS * 1_000 };
  }

  /** As a killed process reads it back. */
  restart(): void {
    this.state = JSON.parse(JSON.stringify(this.state)) as WarningState;
  }

  #step(input: WarningInput): WarningEmit[] {
    const { state, emits } = stepWarning(this.rule, this.state, input);
    this.state = state;
    this.emits.push(...emits);
    for (const emit of emits) this.#note(emit);
    return emits;
  }

  #note(emit: WarningEmit): void {
    const last = this.episodes.at(-1);
    if (emit.kind === "raised")
      this.episodes.push({ raisedS: emit.atMs / 1_000, clearedS: null, severity: emit.severity });
    if (emit.kind === "severity" && last) last.severity = emit.severity;
    if (emit.kind === "cleared" && last) last.clearedS = emit.atMs / 1_000;
  }
}
