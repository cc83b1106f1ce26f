import type { Answer } from "../api/call.ts";

export type Registration = Answer<"registerLiveNotification">;

export interface KeptRegistration {
  registration: Registration;
  /** When the portal issued it, by this browser's clock, epoch ms. */
  atMs: number;
}

/** With less than this left it is not worth a connection. */
const leastLifeMs = 60_000;
const key = "offgrid.live";

/**
 * Keeps the live credential over reloads of this tab, since the portal gives six a minute.
 * @param storage The storage of the tab.
 * @param token Token of the session that the credential belongs to and with which it ends.
 */
export function keepRegistration(storage: Storage, token: string, kept: KeptRegistration): void {
  try {
    storage.setItem(key, JSON.stringify({ ...kept, session: nameOf(token) }));
  } catch {
    // A browser without storage registers again after each reload.
  }
}

/** @returns undefined: there is no valid one for this session. */
export function keptRegistration(storage: Storage, token: string, nowMs: number): KeptRegistration | undefined {
  try {
    const kept = JSON.parse(storage.getItem(key) ?? "null") as (KeptRegistration & { session: string }) | null;
    if (kept?.session !== nameOf(token)) return undefined;
    const { registration, atMs } = kept;
    return endOf({ registration, atMs }) - nowMs > leastLifeMs ? { registration, atMs } : undefined;
  } catch {
    return undefined;
  }
}

/** Whose session ends leaves no credential behind in this tab, not even one that the broker refuses by now. */
export function dropRegistration(storage: Storage): void {
  try {
    storage.removeItem(key);
  } catch {
    // A browser without storage kept none.
  }
}

/** When a credential ends by the clock of this browser, epoch ms. */
export function endOf({ registration, atMs }: KeptRegistration): number {
  return atMs + registration.lifeS * 1000;
}

/** Distinguishes sessions without storing a second copy of the token. */
function nameOf(token: string): string {
  return token.slice(0, 8);
}
