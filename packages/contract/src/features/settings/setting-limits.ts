/** For how many days something may be kept: charts of a month and the one before it are never cut short. */
export const keptDays = { fewest: 40, most: 36_500, fewestOfAudit: 90 } as const;
/** A picture of the portal: mails and documents carry it with them. */
export const logoLimits = { bytes: 128 * 1024, longestPx: 512 } as const;
export const longestManualUrl = 500;
export const longestTileUrl = 500;
export const longestCredit = 200;

/** Settings that contradict each other; the name of the one that has to change. */
export function contradiction(
  setting: Record<"rawDays" | "rollupDays" | "eventDays" | "notificationDays", number>,
): "rollupDays" | "notificationDays" | undefined {
  if (setting.rollupDays < setting.rawDays) return "rollupDays";
  if (setting.notificationDays > setting.eventDays) return "notificationDays";
  return undefined;
}
