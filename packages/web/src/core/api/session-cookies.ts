/**
 * Who is signed in is kept in two cookies that only this program reads; the server never does (it uses the headers).
 * Signed in means that both exist.
 */
export interface Session {
  token: string;
  userId: string;
}

const tokenCookie = "token";
const userCookie = "userId";

/** Where the last answers of a session are kept; they go with it. */
export const keptAnswersKey = "offgrid.kept-answers";

/** Every value that a cookie string has for one name; two of them mean that someone else wrote one. */
export function cookieValues(cookies: string, name: string): string[] {
  return cookies
    .split(";")
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));
}

/** The session of a cookie string; "doubled" when a cookie occurs twice. */
export function sessionOf(cookies: string): Session | "doubled" | undefined {
  const tokens = cookieValues(cookies, tokenCookie);
  const users = cookieValues(cookies, userCookie);
  if (tokens.length > 1 || users.length > 1) return "doubled";
  const [token, userId] = [tokens[0], users[0]];
  if (!token || !userId) return undefined;
  return { token: decode(token), userId: decode(userId) };
}

/** The present session. Doubled cookies are removed: the page is then signed out. */
export function readSession(): Session | undefined {
  const found = sessionOf(document.cookie);
  if (found !== "doubled") return found;
  clearSession();
  return undefined;
}

/** Keeps a new session until it expires. */
export function writeSession(session: Session, expiresAt: Date): void {
  writeCookie(tokenCookie, session.token, expiresAt);
  writeCookie(userCookie, session.userId, expiresAt);
}

/** Removes both cookies, also those that a deeper path or a parent domain set, and what was kept of the session. */
export function clearSession(): void {
  forgetAnswers();
  const past = "Thu, 01 Jan 1970 00:00:00 GMT";
  const folders = location.pathname.split("/").slice(1);
  const paths = ["/", ...folders.map((_, depth) => `/${folders.slice(0, depth + 1).join("/")}`)];
  const hosts = location.hostname.split(".");
  const domains = ["", ...hosts.map((_, depth) => `; Domain=${hosts.slice(depth).join(".")}`)];
  for (const name of [tokenCookie, userCookie]) {
    for (const path of paths) {
      for (const domain of domains) document.cookie = `${name}=; Path=${path}; Expires=${past}${domain}`;
    }
  }
}

/** Discards what is kept of a session, before this returns. */
export function forgetAnswers(): void {
  try {
    localStorage.removeItem(keptAnswersKey);
  } catch {
    // A browser without storage has kept nothing.
  }
}

/** A cookie of this container: Path=/, SameSite=Strict, Secure on https. */
export function writeCookie(name: string, value: string, expiresAt: Date): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Strict; Expires=${expiresAt.toUTCString()}${secure}`;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
