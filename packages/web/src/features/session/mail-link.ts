/** The purpose of a link in a mail, or of the link of the first start. */
export type MailLink =
  | { kind: "reset" | "invitation" | "agreement" | "setup"; token: string }
  /** Cut off on its way, or no link at all. */
  | { kind: "broken" };

/** Reads the part of an address after the `#`: `#token=T`, `#token=T&invite=1`, `#token=T&agree=1` or `#setup=T`. */
export function mailLinkOf(hash: string): MailLink {
  const parts = new URLSearchParams(hash.replace(/^#/, ""));
  const setup = parts.get("setup");
  if (isToken(setup)) return { kind: "setup", token: setup };
  const token = parts.get("token");
  if (!isToken(token)) return { kind: "broken" };
  if (parts.get("agree") === "1") return { kind: "agreement", token };
  return { kind: parts.get("invite") === "1" ? "invitation" : "reset", token };
}

function isToken(text: string | null): text is string {
  return text !== null && /^[A-Za-z0-9_-]{43}$/.test(text);
}

/** Takes a link that has done its work out of the address bar and the browser's history. */
export function forgetMailLink(): void {
  history.replaceState(history.state, "", location.pathname + location.search);
}
