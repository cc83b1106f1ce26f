/** On which side of its levels a condition is. */
export interface Verdict {
  isBeyond: boolean;
  isCleared: boolean;
  isCriticalBeyond: boolean;
  isCriticalCleared: boolean;
  attribute: string | null;
  value: number | null;
  /** Since when it has been so, where that is known to be earlier than the input. */
  fromMs?: number;
}

export const over: Verdict = {
  isBeyond: false,
  isCleared: true,
  isCriticalBeyond: false,
  isCriticalCleared: true,
  attribute: null,
  value: null,
};
