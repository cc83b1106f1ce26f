import type { Db } from "../../core/db.ts";
import type { SecretBox } from "../../core/secret-box.ts";
import { hashToken } from "../../core/token-hash.ts";
import { linkTo } from "../../mail/links.ts";
import * as tokens from "../../mail/mail-tokens.store.ts";
import * as users from "../users/users.store.ts";
import * as sessions from "./session.store.ts";

/** An arbitrary number that nobody else locks, so that there are never two first accounts or two links at once. */
export const setupLock = 0x7365_7475;
/** A link that expires sooner than this is replaced instead of printed again. */
const leastLifeMs = 5 * 60_000;

export interface SetupLink {
  url: string;
  expiresAt: Date;
}

/**
 * The link that creates the first account; undefined if anybody can sign in already. All processes of a portal return
 * the same link, because its token is derived from their common key and its expiry.
 */
export async function setupLink(db: Db, url: string, nowMs: number, box: SecretBox): Promise<SetupLink | undefined> {
  const tokenUntil = (expiresAt: Date) => box.derive(`setup ${expiresAt.getTime()}`).toString("base64url");
  return db.transaction().execute(async (tx) => {
    await users.lockFor(tx, setupLock);
    if (await sessions.hasPeople(tx)) return undefined;
    const open = await tokens.findOpen(tx, "setup", nowMs + leastLifeMs);
    const known = open && { token: tokenUntil(open.expiresAt), expiresAt: open.expiresAt };
    const { token, expiresAt } =
      known && hashToken(known.token).equals(open.tokenHash)
        ? known
        : await tokens.make(tx, "setup", { userId: null, email: null }, nowMs, tokenUntil);
    return { url: linkTo(url, "reset-pass", `setup=${token}`), expiresAt };
  });
}
