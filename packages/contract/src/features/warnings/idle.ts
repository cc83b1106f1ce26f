import { readCondition } from "./read-condition.ts";
import type { WarningFrame } from "./warning-frame.ts";
import { isSilence } from "./step-warning.ts";
import { isBeyond } from "./warning-levels.ts";
import type { WarningState } from "./warning-state.ts";
import { warningTypes } from "./warning-types.ts";
import type { WarningCondition, WarningRule } from "./warnings.schema.ts";

/**
 * Does a frame move nothing but the watermark? Nearly all frames of a healthy container do not, and to see that costs a
 * small part of a step: months are gone through in seconds. Pure.
 */
export function isIdle(rule: WarningRule, state: WarningState, frame: WarningFrame): boolean {
  const { watermarkMs, flaps, isFlapping, raisedMs } = state;
  if (raisedMs !== null || isFlapping || flaps.length > 0) return false;
  if (watermarkMs === null || frame.atMs <= watermarkMs) return false;
  const { conditions } = rule;
  for (let index = 0; index < conditions.length; index++) {
    const own = state.conditions[index];
    if (own?.phase !== "quiet" || own.knownMs !== null || own.isCritical || own.criticalSinceMs !== null) return false;
    if (!isQuietAt(conditions[index] as WarningCondition, frame)) return false;
  }
  return true;
}

function isQuietAt(condition: WarningCondition, frame: WarningFrame): boolean {
  const { type, attributes, when = [] } = condition;
  if (isSilence(condition)) return true;
  if (warningTypes[type].reads !== "values") return warningTypes[type].reads !== "silence";
  if ("remembers" in warningTypes[type]) return false;
  if (type === "spread" || type === "compare" || when.length > 0)
    return readCondition(condition, null, frame, null)?.verdict?.isBeyond === false;
  for (const attribute of attributes) {
    const value = frame.valueOf(attribute);
    if (value === undefined || isBeyond(condition, value, condition)) return false;
  }
  return true;
}
