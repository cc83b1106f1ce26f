/** What a meter counted between two readings; a lower reading means that it began again from 0. Pure. */
export function meterGrowth(before: number, after: number): number {
  return Math.max(0, after >= before ? after - before : after);
}
