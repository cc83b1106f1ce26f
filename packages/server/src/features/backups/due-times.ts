const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Hours after midnight, UTC. */
const backupHour = 1;
const trialHour = 3;
/** 1 January 1970 was a Thursday. */
const firstSundayMs = 3 * dayMs;

/** When the backup of the last night was to be made, epoch ms. */
export const lastNight = (nowMs: number) => lastTime(nowMs, dayMs, backupHour * hourMs);

/** When a backup was to be tried the last time, in the night to Sunday; epoch ms. */
export const lastTrial = (nowMs: number) => lastTime(nowMs, 7 * dayMs, firstSundayMs + trialHour * hourMs);

function lastTime(nowMs: number, everyMs: number, firstMs: number): number {
  return firstMs + Math.floor((nowMs - firstMs) / everyMs) * everyMs;
}
