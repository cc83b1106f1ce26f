import type { BatteryAlarm } from "../devices/battery-alarms.ts";

export interface WarningsOpen {
  /** What the battery reports by itself. */
  alarms: readonly BatteryAlarm[] | null;
  /** What rules have raised; null: nothing. */
  openWarnings: { count: number } | null;
}

/** How many warnings a container has open: what its battery reports and what rules have raised. Every count is this one. */
export function countOpenWarnings({ alarms, openWarnings }: WarningsOpen): number {
  return (alarms?.length ?? 0) + (openWarnings?.count ?? 0);
}
