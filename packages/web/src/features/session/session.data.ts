import { call } from "../../core/api/call.ts";
import { queryClient } from "../../core/api/query-client.ts";
import { clearSession, readSession, writeSession } from "../../core/api/session-cookies.ts";
import { currentLocale, withLocale, withoutLocale } from "../../core/i18n/locale.ts";

/** Pages on which a refused call changes nothing: they work without being signed in. */
const staysOn401 = ["/login", "/forgot-pass", "/reset-pass", "/users/verify"];

/**
 * Signs in and keeps the session in the two cookies.
 * @throws ApiError bad_login, too_many, unreachable ...
 */
export async function signIn(email: string, password: string): Promise<void> {
  const answer = await call("login", { email, password });
  queryClient.clear();
  writeSession({ token: answer.authToken, userId: answer.userId }, new Date(answer.expiresAt));
}

/** Ends the session here and in the portal; the page is loaded anew so that nothing of it stays in memory. */
export async function signOut(): Promise<void> {
  // The cookies go even where the portal cannot be told.
  const told = readSession() ? call("signOut", {}, { timeoutMs: 3000 }).catch(() => undefined) : undefined;
  leaving = true;
  await told;
  clearSession();
  queryClient.clear();
  location.assign(withLocale("/login", currentLocale));
}

let leaving = false;

/** A call answered 401: to the sign-in, and back here afterwards. */
export function leaveForSignIn(): void {
  const path = withoutLocale(location.pathname);
  if (leaving || staysOn401.includes(path.toLowerCase().replace(/\/$/, ""))) return;
  leaving = true;
  clearSession();
  const next = path + location.search + location.hash;
  location.assign(withLocale(`/login${next === "/" ? "" : `?next=${encodeURIComponent(next)}`}`, currentLocale));
}
