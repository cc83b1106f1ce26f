import type { Db } from "../../core/db.ts";
import { linkTo } from "../../mail/links.ts";
import * as tokens from "../../mail/mail-tokens.store.ts";
import * as sessions from "./session.store.ts";

/** The link that makes the first account; undefined while there is anybody who can sign in. An earlier one is over. */
export async function setupLink(db: Db, url: string, nowMs: number): Promise<string | undefined> {
  return db.transaction().execute(async (tx) => {
    if (await sessions.hasPeople(tx)) return undefined;
    const { token } = await tokens.make(tx, "setup", { userId: null, email: null }, nowMs);
    return linkTo(url, "reset-pass", `setup=${token}`);
  });
}
