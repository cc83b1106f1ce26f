import { randomBytes } from "node:crypto";

import { defaultLocale } from "@offgrid/contract/core/constants";
import { Refusal } from "@offgrid/contract/core/refusal";
import type { SignInPart } from "@offgrid/contract/session/session.calls";

import { removeApiTokens } from "../../calls/api-token.ts";
import type { CallContext } from "../../calls/handler.ts";
import { mustMayTell } from "../../calls/mail-limits.ts";
import { endSessions } from "../../calls/session.ts";
import type { Db } from "../../core/db.ts";
import { hashPassword } from "../../core/password-hash.ts";
import { instantInMail, postLink, postNotice } from "../../mail/links.ts";
import { lockSuperAdminsAnd, mustFindEditable, type Target } from "../users/people.scope.ts";
import { forgetPendingEmail } from "../users/people.store.ts";
import * as users from "../users/users.store.ts";
import * as factors from "./factors.store.ts";
import * as sessions from "./session.store.ts";

interface Wanted {
  userId: string;
  parts: readonly SignInPart[];
}

/**
 * Opens the way back for a person who has lost what they sign in with, and tells them by mail.
 * @returns the link of the mail, if it has one: it opens the account, so it goes into no answer.
 * @throws Refusal own_account, not_found, role_not_allowed
 */
export async function resetSignIn({ userId, parts }: Wanted, context: CallContext): Promise<string | undefined> {
  const { actor, limits, audit, transaction, publish } = context;
  if (userId === actor.userId) throw new Refusal("own_account");
  const [isPassword, isFactor] = [parts.includes("password"), parts.includes("second_factor")];
  // Nobody knows it: the old one is void, and there is a password still, as of everybody who has been here.
  const nobodysHash = isPassword ? await hashPassword(randomBytes(32).toString("base64url"), "known") : undefined;
  return transaction(async (tx) => {
    await lockSuperAdminsAnd(tx, userId);
    const target = await mustFindEditable(tx, actor, userId);
    await mustMayTell(limits, target.email);
    if (nobodysHash !== undefined) {
      // Who is invited yet has none.
      if (target.joined) await sessions.setPassword(tx, userId, nobodysHash);
      await forgetPendingEmail(tx, userId);
      await removeApiTokens(tx, userId);
    }
    audit({ target: userId, ...(isFactor && (await removeFactors(tx, userId))) });
    if (isPassword) audit({ after: { ...(isFactor && { twoStep: false }), passwordReset: true } });
    await endSessions(tx, userId);
    publish("userEnded", { userId });
    return tell(context, tx, target, { isPassword, isFactor });
  });
}

async function removeFactors(tx: Db, userId: string) {
  const { totpSealed } = await factors.lockTotp(tx, userId);
  const passkeys = (await factors.listPasskeys(tx, userId)).map(({ name }) => name);
  await factors.switchTotpOff(tx, userId);
  for (const { id } of await factors.listPasskeys(tx, userId)) await factors.deletePasskey(tx, userId, id);
  const before = { twoStep: totpSealed !== null, ...(passkeys.length > 0 && { passkey: passkeys.join(", ") }) };
  return { before, after: { twoStep: false } };
}

async function tell(
  context: CallContext,
  tx: Db,
  { id, email, firstName }: Target,
  { isPassword, isFactor }: { isPassword: boolean; isFactor: boolean },
): Promise<string | undefined> {
  const { language = defaultLocale } = await users.setting(tx, id);
  const said = {
    by: await users.nameOf(tx, context.actor, language),
    at: instantInMail(context.clock.now(), language),
  };
  const to = { id, email, firstName, language };
  if (isPassword) return postLink(context, tx, to, { kind: isFactor ? "reset_both" : "reset_password", ...said });
  await postNotice(context, tx, to, { kind: "reset_factor", ...said });
  return undefined;
}
