const dayMs = 86_400_000;
/** So many of the newest days, weeks and months that have a backup keep one each: their last. */
export const kept = { days: 7, weeks: 4, months: 12 } as const;

/** The first Monday: weeks are counted from there. */
const firstMondayMs = 4 * dayMs;

const periods: readonly { many: number; of(atMs: number): number }[] = [
  { many: kept.days, of: (atMs) => Math.floor(atMs / dayMs) },
  { many: kept.weeks, of: (atMs) => Math.floor((atMs - firstMondayMs) / (7 * dayMs)) },
  {
    many: kept.months,
    of: (atMs) => new Date(atMs).getUTCFullYear() * 12 + new Date(atMs).getUTCMonth(),
  },
];

/**
 * Which backups have had their time. Days without one do not count, so a portal that stood still loses none.
 * @param instants Of all backups, epoch ms.
 */
export function outdated(instants: readonly number[]): number[] {
  const newestFirst = [...instants].sort((one, other) => other - one);
  const keep = new Set<number>();
  for (const { many, of } of periods) {
    const seen = new Set<number>();
    for (const atMs of newestFirst) {
      if (seen.size === many) break;
      if (!seen.has(of(atMs))) keep.add(atMs);
      seen.add(of(atMs));
    }
  }
  return newestFirst.filter((atMs) => !keep.has(atMs));
}
