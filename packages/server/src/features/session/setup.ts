import type { Db } from "../../core/db.ts";
import type { SecretBox } from "../../core/secret-box.ts";
import { hashToken } from "../../core/token-hash.ts";
import { linkTo } from "../../mail/links.ts";
import * as tokens from "../../mail/mail-tokens.store.ts";
import * as users from "../users/users.store.ts";
import * as sessions from "./session.store.ts";

/** Any number that no one else locks: two first accounts at once are one too many, and so are two links. */
export const setupLock = 0x7365_7475;
/** A link with less than this left is not worth printing again. */
const leastLifeMs = 5 * 60_000;

export interface SetupLink {
  url: string;
  expiresAt: Date;
}

/**
 * The link that makes the first account; undefined while there is anybody who can sign in. All processes of a portal give
 * the same one, since its token follows from their key and its end: so each may print it, and one is valid.
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
