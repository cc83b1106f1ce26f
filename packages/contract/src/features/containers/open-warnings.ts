import type { EventLevel } from "../notifications/notification-types.ts";
import type { BatteryAlarm } from "../devices/battery-alarms.ts";

export interface WarningsOpen {
  /** What the battery reports by itself, beside what rules have raised. */
  alarms: readonly BatteryAlarm[] | null;
  /** What rules have raised; null: nothing. */
  openWarnings: { count: number; worst?: EventLevel } | null;
}

/** How many warnings a container has open: what its battery reports and what rules have raised. Every count is this one. */
export function countOpenWarnings({ alarms, openWarnings }: WarningsOpen): number {
  return (alarms?.length ?? 0) + (openWarnings?.count ?? 0);
}

/** How grave the gravest of them is; undefined: none is open. Every mark of a container is this one. */
export function worstOpenWarning({ alarms, openWarnings }: WarningsOpen): EventLevel | undefined {
  const ofRules = openWarnings ? (openWarnings.worst ?? "warning") : undefined;
  return ofRules !== "critical" && (alarms?.length ?? 0) > 0 ? "warning" : ofRules;
}
