/** Limits of saved charts and of their links. No schema library here: screens import them whole. */
export const chartLimits = {
  /** Charts of one person. */
  charts: 500,
  nameLength: 128,
  tags: 10,
  tagLength: 32,
  thresholds: 5,
  /** How far its value, in the base unit of its axis, and the factor of a series may be from 0. */
  threshold: 1e12,
  multiply: 1e9,
  /** Drawings of one chart below each other. */
  plots: 4,
  /** Links of one chart that are in force at a time. */
  links: 20,
  /** A deleted chart can be taken back for so long. */
  undoDays: 30,
} as const;

/** A chart is of twenty years at most. */
export const longestRangeMs = 20 * 366 * 86_400_000;

/** Limits of what a link shows, and to how many. */
export const linkLimits = {
  usualDays: 30,
  mostDays: 365,
  /** Per series. */
  points: 2_000,
  /** Of one network. */
  perMinute: 30,
  /** An answer of one range is used again for so long. */
  cachedMs: 60_000,
  /** More uses in a day than this are worth a notice. */
  manyUses: 1_000,
  /** The owner is notified so long before a link ends. */
  noticeDays: 7,
  /** Characters of a password. Shorter than one of an account: it opens one chart, which whoever has the link sees anyway. */
  shortestPassword: 8,
  /** Wrong passwords of one link from one network in five minutes, and from all networks in an hour. */
  wrongPasswords: 5,
  wrongPasswordsInAll: 50,
} as const;

/**
 * Longest range of an export of single readings, in days. The number of points has no limit, since an export is never
 * in memory as a whole; grouped exports may span twenty years, as charts do.
 */
export const rawExportDays = 366;
/** `getChartRows` repeats the titles of the series in each row; beyond so many bytes it is refused. */
export const rowsMostBytes = 4_000_000;
