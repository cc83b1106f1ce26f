/** When a container that is silent counts as lost. No schema library here: screens import it whole. Pure. */

export interface SilenceTimes {
  /** Silence after which it counts as lost; in seconds, as are all. */
  offlineAfterSeconds: number;
  /** Silence up to which one that is lost is just offline, and from then on offline. */
  justOfflineSeconds: number;
}

/** The shortest is one and a half of the longest pause between two signs of life: no setting of those can break it. */
export const offlineBounds = {
  offlineAfterSeconds: { from: 90, to: 3_600 },
  justOfflineSeconds: { from: 120, to: 86_400 },
} as const satisfies Record<keyof SilenceTimes, { from: number; to: number }>;

export const offlineFields = ["offlineAfterSeconds", "justOfflineSeconds"] as const;

/** `order`: it must be longer than the other. */
export type OfflineFault = "bounds" | "order";

export function offlineFaults(times: SilenceTimes): Partial<Record<keyof SilenceTimes, OfflineFault>> {
  const isWithin = (field: keyof SilenceTimes) => {
    const { from, to } = offlineBounds[field];
    return Number.isInteger(times[field]) && times[field] >= from && times[field] <= to;
  };
  const beyond = offlineFields.filter((field) => !isWithin(field));
  if (beyond.length > 0) return Object.fromEntries(beyond.map((field) => [field, "bounds"]));
  return times.justOfflineSeconds > times.offlineAfterSeconds ? {} : { justOfflineSeconds: "order" };
}
