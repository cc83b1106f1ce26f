/** The states of an upgrade of one container, and which of them may follow which. */
export const upgradeStates = [
  "gated",
  "offered",
  "downloading",
  "verified",
  "installing",
  "booted",
  "silent",
  "healthy",
  "rolled_back",
  "failed",
  "lapsed",
  "cancelled",
] as const;
export type UpgradeState = (typeof upgradeStates)[number];

/** How far a controller is with a release; each says that those before it are over. */
export const firmwareSteps = [
  "downloading",
  "verified",
  "installed",
  "booted",
  "healthy",
  "rolled_back",
  "failed",
  "refused",
] as const;

/**
 * What moves an upgrade: `offer`, `cancel` and `timeout` are the portal's; the others are reports of the controller, of
 * which any may be lost on the way.
 */
export const upgradeEvents = ["offer", "cancel", "timeout", ...firmwareSteps] as const;
export type UpgradeEvent = (typeof upgradeEvents)[number];

const started = { installed: "installing", booted: "booted", healthy: "healthy", rolled_back: "rolled_back" } as const;
const refusals = { failed: "failed", refused: "failed" } as const;

const moves: Record<UpgradeState, Partial<Record<UpgradeEvent, UpgradeState>>> = {
  gated: { offer: "offered", cancel: "cancelled", timeout: "lapsed" },
  offered: { downloading: "downloading", verified: "verified", timeout: "failed", ...started, ...refusals },
  downloading: { verified: "verified", timeout: "failed", ...started, ...refusals },
  // The archive is there: the controller may install it whenever it can.
  verified: { timeout: "silent", ...started, ...refusals },
  installing: { ...started, failed: "failed", timeout: "silent" },
  booted: { healthy: "healthy", rolled_back: "rolled_back", timeout: "silent" },
  // Only the controller ends it: neither time nor a person knows what runs there.
  silent: { downloading: "downloading", verified: "verified", ...started, ...refusals },
  healthy: {},
  rolled_back: {},
  failed: {},
  lapsed: {},
  cancelled: {},
};

/** Nothing moves it any more. */
export function isUpgradeOver(state: UpgradeState): boolean {
  return Object.keys(moves[state]).length === 0;
}

/** The state that follows; undefined: the event changes nothing. */
export function moveUpgrade(state: UpgradeState, event: UpgradeEvent): UpgradeState | undefined {
  const next = moves[state][event];
  return next === state ? undefined : next;
}

/** Charge below which no upgrade begins, in percent: a restart that fails must find the night's energy there. */
export const upgradeChargePercent = 50;
/** Below this strength of the signal no upgrade begins, dBm: a download would break off more often than it goes on. */
export const upgradeSignalDbm = -110;
/** No upgrade begins when the battery is forecast to reach its reserve within this, in hours. */
export const upgradeHoursToReserve = 12;

const hourMs = 3_600_000;
/** How long an upgrade may be in a state; while its container is away, the time of `offered` and `downloading` waits. */
export const upgradeLimitsMs: Partial<Record<UpgradeState, number>> = {
  gated: 7 * 24 * hourMs,
  offered: 24 * hourMs,
  downloading: 6 * hourMs,
  verified: 7 * 24 * hourMs,
  installing: hourMs / 4,
  // The trial of ten minutes, and as long again for a slow link.
  booted: hourMs / 3,
};
