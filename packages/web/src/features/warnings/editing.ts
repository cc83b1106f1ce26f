import type { Condition, Override } from "./rule-input.ts";

/** A container, a cluster or a kit, by its name. */
export interface Named {
  id: string;
  name: string;
}

/** What may have levels of its own. */
export interface Places {
  containers: readonly Named[];
  clusters: readonly Named[];
  kits: readonly Named[];
}

/** What every field of the editor is given. */
export interface Editing {
  /** What is wrong with the field at a path, in words. */
  faultAt: (path: string) => string | undefined;
  /** Is anything wrong at a path, or below it? */
  hasFaultIn: (path: string) => boolean;
  /** Metrics that the chosen containers have sent. */
  sent: readonly string[];
  places: Places;
  whose: (own: Override) => string;
}

export interface ConditionProps {
  path: string;
  condition: Condition;
  edit: Editing;
  onChange: (condition: Condition) => void;
}
