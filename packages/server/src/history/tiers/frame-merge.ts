/** Merges two writes of the same instant. Pure. */

export type Values = readonly (number | null)[];

export interface Merged {
  values: (number | null)[];
  /** Something was added to what was there. */
  isFilled: boolean;
  /** Readings that differ from what was there; the first value stays. */
  conflicts: number;
}

/** Fills the nulls of the stored values with the new ones; slots beyond the end of an array count as null. */
export function mergeValues(stored: Values, incoming: Values): Merged {
  const merged: Merged = { values: [...stored], isFilled: false, conflicts: 0 };
  for (const [slot, value] of incoming.entries()) {
    while (merged.values.length <= slot) merged.values.push(null);
    if (value === null) continue;
    const before = merged.values[slot];
    if (before === null || before === undefined) {
      merged.values[slot] = value;
      merged.isFilled = true;
    } else if (before !== value) {
      merged.conflicts++;
    }
  }
  return merged;
}
