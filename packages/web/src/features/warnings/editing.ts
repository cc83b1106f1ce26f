import type { Condition } from "./rule-input.ts";

/** What every field of the editor is given. */
export interface Editing {
  /** What is wrong with the field at a path, in words. */
  faultAt: (path: string) => string | undefined;
  /** Metrics that the chosen containers have sent. */
  sent: readonly string[];
}

export interface ConditionProps {
  path: string;
  condition: Condition;
  edit: Editing;
  onChange: (condition: Condition) => void;
}
