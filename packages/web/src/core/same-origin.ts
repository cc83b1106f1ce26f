/**
 * A place to return to after signing in: a path of this portal, as it came in the address bar and thus from anyone.
 * @returns The path with search and hash, or `/` for anything that leads elsewhere or back to the sign-in.
 */
export function safeNext(next: unknown, origin: string): string {
  if (typeof next !== "string" || !next.startsWith("/") || /^\/[/\\]/.test(next)) return "/";
  let address: URL;
  try {
    address = new URL(next, origin);
  } catch {
    return "/";
  }
  // "/.//host" is a path of this portal until its dots are resolved; a browser takes the rest for another host.
  if (address.origin !== origin || address.pathname.startsWith("//")) return "/";
  if (/^\/login\/?$/i.test(address.pathname)) return "/";
  return address.pathname + address.search + address.hash;
}
