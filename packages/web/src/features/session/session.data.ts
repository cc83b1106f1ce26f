import { ApiError } from "../../core/api/api-error.ts";
import { type Answer, call, endCalls } from "../../core/api/call.ts";
import { queryClient } from "../../core/api/query-client.ts";
import { clearSession, readSession, writeSession } from "../../core/api/session-cookies.ts";
import { type CallOptions, useCall } from "../../core/api/use-call.ts";
import { dropRegistration } from "../../core/live/kept-registration.ts";
import { staysWithout } from "../../core/kept-page.ts";
import { currentLocale, withLocale, withoutLocale } from "../../core/i18n/locale.ts";
import { forgetEnded, noteEnded } from "./ended-session.ts";
import { noteLeaving } from "./left-sessions.ts";

/** Pages on which a refused call changes nothing: they work without being signed in. */
const staysOn401 = ["/login", "/forgot-pass", "/reset-pass", "/users/verify", "/login/provider"];

/** What the sign-in page may offer; undefined while the portal has not answered, or cannot. */
export function useLoginOptions() {
  const options: CallOptions<"loginOptions", Answer<"loginOptions">["data"]> = {
    staleTime: Infinity,
    select: ({ data }) => data,
  };
  return useCall("loginOptions", {}, options).data;
}

/**
 * Signs in and keeps the session in the two cookies.
 * @param code From the app, or a recovery code; requested by the refusal `code_needed`.
 * @throws ApiError bad_login, code_needed, bad_code, not_verified, too_many, unreachable ...
 */
export async function signIn(email: string, password: string, code?: string): Promise<void> {
  keepSession(await call("login", { email, password, ...(code === undefined ? {} : { code }) }));
}

export interface NewAccount {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
}

/** Makes the first account with the link of the first start, and signs it in. @throws ApiError link_over, weak_password */
export async function setUpPortal(token: string, account: NewAccount): Promise<void> {
  keepSession(await call("setupPortal", { token, ...account, language: currentLocale }));
}

/** Makes an account; a mail then confirms its address. @throws ApiError registration_off, weak_password */
export async function makeAccount(account: NewAccount): Promise<void> {
  await call("auth/local/register", { ...account, language: currentLocale });
}

/** Has a link sent with which a new password can be chosen, if there is such an account. */
export async function sendReset(email: string): Promise<void> {
  await call("forgotPassword", { email });
}

/** Has the link sent once more that confirms an address, or that invites, if there is such an account. */
export async function sendVerification(email: string): Promise<void> {
  await call("sendVerifyUser", { email });
}

/** Sets the password of the account that a mail's link belongs to. Nobody is signed in afterwards, here as elsewhere. */
export async function choosePassword(token: string, password: string): Promise<void> {
  const { data } = await call("confirmPassword", { token, password });
  clearSession();
  queryClient.clear();
  knownEmail = data.email ?? "";
}

/**
 * Confirms an address with the link from its mail, or agrees to a new address that someone else requested.
 * @returns the address, and whether it still waits for the link that was now sent to it.
 * @throws ApiError link_over, email_used
 */
export async function verifyAddress(token: string): Promise<{ email: string; waitsForNewAddress: boolean }> {
  const { data } = await call("verification", { token });
  if (readSession() === undefined && !data.waitsForNewAddress) knownEmail = data.email;
  return data;
}

let knownEmail = "";

/** The address whose link was just followed, so that the sign-in need not ask for it. */
export function emailOfLink(): string {
  return knownEmail;
}

/** Between the tabs of this browser: the token of the session that they shared, which has ended. */
const otherTabs = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("offgrid.session");

/** Goes to the sign-in as soon as another tab signs out. Called once, by the program's start. */
export function followSignOut(): void {
  otherTabs?.addEventListener("message", ({ data: ended }: MessageEvent<unknown>) => {
    // Someone may have signed in again meanwhile. The message may also come before the cookies are seen to be gone.
    const session = readSession();
    if (!session || session.token === ended) leaveForSignIn({ mayStay: false });
  });
}

/** Signs this browser in. */
export function keepSession({ authToken, userId, expiresAt }: Answer<"login">): void {
  queryClient.clear();
  forgetEnded();
  writeSession({ token: authToken, userId }, new Date(expiresAt));
}

/** Ends the session here and in the portal; the page is reloaded so that nothing of it stays in memory. */
export async function signOut(): Promise<void> {
  endCalls();
  leaving = true;
  // The cookies go even where the portal cannot be reached; it is told later then.
  const session = readSession();
  if (session) {
    const forget = await noteLeaving(localStorage, session.token);
    const isOver = await call("signOut", {}, { timeoutMs: 3000, isLast: true }).then(
      (answer) => answer.data?.userId === session.userId,
      (error: unknown) => error instanceof ApiError && error.isOwn && error.status === 401,
    );
    if (isOver) forget();
  }
  clearSession();
  dropRegistration(sessionStorage);
  forgetEnded();
  queryClient.clear();
  otherTabs?.postMessage(session?.token);
  location.assign(withLocale("/login", currentLocale));
}

let leaving = false;

/**
 * A call answered 401: to the sign-in, and back here afterwards. A page that is kept stays with what it shows, unless
 * somebody ended the session here.
 */
export function leaveForSignIn({ mayStay = true } = {}): void {
  const path = withoutLocale(location.pathname);
  if (leaving || staysOn401.includes(path.toLowerCase().replace(/\/$/, ""))) return;
  leaving = true;
  noteEnded();
  endCalls();
  const ended = readSession()?.token;
  clearSession();
  dropRegistration(sessionStorage);
  if (mayStay && staysWithout()) return;
  // A tab that loads slowly, or cannot load at all, shows nothing of the session meanwhile.
  queryClient.clear();
  document.body.hidden = true;
  otherTabs?.postMessage(ended);
  const next = path + location.search + location.hash;
  location.assign(withLocale(`/login${next === "/" ? "" : `?next=${encodeURIComponent(next)}`}`, currentLocale));
}
