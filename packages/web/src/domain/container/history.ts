/** Histories as the chart call answers them, one per metric. */
export interface History {
  t: readonly number[];
  series: readonly (readonly (number | null)[])[];
}
