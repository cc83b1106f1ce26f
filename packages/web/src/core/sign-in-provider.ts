import type { LocaleCode } from "@offgrid/contract/core/constants";

import { call } from "./api/call.ts";
import { currentLocale } from "./i18n/locale.ts";

/** What this browser has begun at the organisation's provider, until the provider leads it back. */
export interface BegunAtProvider {
  for: "sign_in" | "confirmation";
  key: string;
  /** Where to go afterwards. */
  next: string | undefined;
  locale: LocaleCode;
  atMs: number;
}

const prefix = "offgrid.provider.";
/** The portal forgets it then, too. */
const lifeMs = 10 * 60_000;

/** Tells the page that asked for a confirmation of what came of it in the other window. */
export const providerChannel = "offgrid.provider";

/** @returns where the browser goes next. @throws ApiError provider_away, unreachable ... */
export async function beginAtProvider(
  what: BegunAtProvider["for"],
  next?: string,
): Promise<{ url: string; state: string }> {
  const { url, state, key } = (await call("providerStart", { for: what })).data;
  const begun: BegunAtProvider = { for: what, key, next, locale: currentLocale, atMs: Date.now() };
  localStorage.setItem(prefix + state, JSON.stringify(begun));
  return { url, state };
}

/**
 * What was begun, by the answer of the provider; it counts once.
 * @param search As in the address.
 * @returns undefined: nothing was begun in this browser, or too long ago.
 */
export function takeBegun(search: string): (BegunAtProvider & { state: string }) | undefined {
  const state = new URLSearchParams(search).get("state") ?? "";
  const text = localStorage.getItem(prefix + state);
  for (const name of Object.keys(localStorage).filter((one) => one.startsWith(prefix))) {
    if (name === prefix + state || isOver(localStorage.getItem(name))) localStorage.removeItem(name);
  }
  return text === null || isOver(text) ? undefined : { ...(JSON.parse(text) as BegunAtProvider), state };
}

function isOver(text: string | null): boolean {
  try {
    return Date.now() - (JSON.parse(text ?? "") as BegunAtProvider).atMs > lifeMs;
  } catch {
    return true;
  }
}
