/** Figures of the product that both sides use; source: the customer's specification, section 9, unless noted. */
export const snackbarMs = 10_000;
export const tickMs = 30_000;
/** After this long without a call that a person made, a session ends. */
export const sessionIdleMs = 12 * 3_600_000;
export const badgeCap = 99;
export const chunkReloadGuardMs = 60_000;
export const languageCookieDays = 365;
export const locales = [
  { code: "en", iso: "en-US", name: "English" },
  { code: "fr", iso: "fr-FR", name: "Français" },
] as const;
export type LocaleCode = (typeof locales)[number]["code"];
export const defaultLocale: LocaleCode = "en";

/** Shortest and longest password that may be chosen, in characters (quality.md, section 3). */
export const shortestPassword = 12;
export const longestPassword = 128;
/** Longest emergency run of an output that load protection keeps off. */
export const longestEmergencyMinutes = 60;
/** Longest reason of a lock or a restart, in characters. */
export const longestLockReason = 200;
/** Whose commands are that the portal gives of itself, to make sure that a controller still has a lock. */
export const portalUserId = "portal";
/** Whose locks are that only a controller knows of. */
export const controllerUserId = "controller";
/** Target of commands that concern the controller itself and none of its outputs. */
export const controllerTarget = "controller";
/** Largest picture of a person, in bytes. */
export const avatarLimitBytes = 512 * 1024;
/** Its largest width and height: few bytes can stand for gigabytes of pixels, which every browser that shows it would decode. */
export const avatarLimitPx = 4096;

export const dayS = 86_400;
export const weekS = 604_800;
export const monthS = 2_592_000;
/** The periods of a chart that roll: so long up to now, whatever the calendar says, ms. */
export const rollingMs = {
  day: dayS * 1000,
  week: weekS * 1000,
  month: monthS * 1000,
  year: 365 * dayS * 1000,
} as const;
/** A time below this is in seconds, at or above it in milliseconds. */
export const secondsBelow = 3.15e10;
export const mobileBreakpointPx = 959;
export const narrowChartPx = 600;
export const narrowChartTicks = 5;

/** Date of this release, day month year as the About dialog shows it. */
export const releaseDate = "2026-11-21";
export const frontVersion = "0.1.0";
export const restVersion = "0.1.0";
export const mqttVersion = "1";
export const controllerVersion = "0.1.0";

/** A container that was seen this recently is "just offline", not "offline". */
export const justOfflineMs = 15 * 60_000;
/** Silence after which a container without a live link counts as gone (quality.md 2.8). */
export const silentAfterMs = 90_000;
/** A frame is live when its time is within this of the portal's clock, before or after (protocol.md, rule 3). */
export const liveWindowMs = { past: 10 * 60_000, future: 2 * 60_000 };
/** While nobody watches, a controller collects its frames and sends a minute of them at once, to save data. */
export const batchS = 60;
/** Frames stamped outside this range are quarantined. */
export const earliestFrameMs = Date.UTC(2020, 0, 1);
export const furthestFutureMs = 24 * 3_600_000;

/** The age over which a value is stale: three of the intervals in which new ones are expected. */
export const staleAfterMs = (everyS: number) => 3_000 * everyS;

/** MQTT limits (protocol.md, rule 7). */
export const packetLimitBytes = 256 * 1024;
export const browserPacketLimitBytes = 64 * 1024;
export const framesPerMessage = 3_600;
export const metricsPerContainer = 512;
export const devicesPerContainer = 64;
export const unackedMessages = 32;

/** Version of the messages to screens; a screen that meets another asks the user to reload. */
export const liveMessageVersion = 1;

/** Chart limits (architecture.md, section 5). */
export const pointsPerSeries = 10_000;
export const seriesPerChart = 20;

/** Epoch milliseconds of a time that may be in seconds or milliseconds. */
export function toEpochMs(time: number): number {
  return time < secondsBelow ? time * 1000 : time;
}
