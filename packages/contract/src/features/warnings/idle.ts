import { readCondition } from "./read-condition.ts";
import type { WarningFrame } from "./warning-frame.ts";
import { isSilence } from "./step-warning.ts";
import { isBeyond } from "./warning-levels.ts";
import type { ConditionState, WarningState } from "./warning-state.ts";
import { warningTypes } from "./warning-types.ts";
import type { WarningCondition, WarningRule } from "./warnings.schema.ts";

/**
 * Does a frame move nothing but the watermark? Nearly all frames of a healthy container do not, and to see that costs a
 * small part of a step: months are gone through in seconds. Pure.
 * @param watermarkMs The frame before; null: this is the first.
 */
export function isIdle(
  rule: WarningRule,
  state: WarningState,
  frame: WarningFrame,
  watermarkMs = state.watermarkMs,
): boolean {
  const { flaps, isFlapping, raisedMs } = state;
  if (raisedMs !== null || isFlapping || flaps.length > 0) return false;
  if (watermarkMs === null || frame.atMs <= watermarkMs) return false;
  const { conditions } = rule;
  for (let index = 0; index < conditions.length; index++) {
    const own = state.conditions[index];
    if (own?.phase !== "quiet" || own.knownMs !== null || own.isCritical || own.criticalSinceMs !== null) return false;
    if (!isQuietAt(conditions[index] as WarningCondition, own, frame, watermarkMs)) return false;
  }
  return true;
}

/** What these remember stays as it is with most frames; that of the others moves with each. */
const seldomMoves: ReadonlySet<WarningCondition["type"]> = new Set(["change", "stuck", "silent", "cut"]);

function isQuietAt(
  condition: WarningCondition,
  own: ConditionState,
  frame: WarningFrame,
  watermarkMs: number,
): boolean {
  const { type, attributes, when = [] } = condition;
  if (isSilence(condition)) return true;
  const { reads } = warningTypes[type];
  if (reads !== "values" && reads !== "silence") return true;
  if (seldomMoves.has(type)) {
    const reading = readCondition(condition, own.memory, frame, watermarkMs);
    return reading?.verdict?.isBeyond === false && reading.memory === own.memory;
  }
  if ("remembers" in warningTypes[type]) return false;
  if (type === "spread" || type === "compare" || when.length > 0)
    return readCondition(condition, null, frame, null)?.verdict?.isBeyond === false;
  for (const attribute of attributes) {
    const value = frame.valueOf(attribute);
    if (value === undefined || isBeyond(condition, value, condition)) return false;
  }
  return true;
}
