import { sessionIdleMs } from "@offgrid/contract/core/constants";
import { Refusal } from "@offgrid/contract/core/refusal";
import type { sessionCalls } from "@offgrid/contract/session/session.calls";

import type { Actor } from "../../calls/actor.ts";
import { writeAudit } from "../../calls/audit.ts";
import type { CallContext, Handlers } from "../../calls/handler.ts";
import { networkOf } from "../../calls/network.ts";
import { hashPassword, isOutdated, isPassword } from "../../core/password-hash.ts";
import { removeApiTokens } from "../../calls/api-token.ts";
import { endSessions, sessionKey } from "../../calls/session.ts";
import { mustFindEditable } from "../users/people.scope.ts";
import { forgetPendingEmail } from "../users/people.store.ts";
import { accountHandlers } from "./account.handlers.ts";
import { mustTakeSecondFactor } from "./factors.ts";
import * as tokens from "../../mail/mail-tokens.store.ts";
import { mustBeStrong } from "../../core/password-rules.ts";
import { resetSignIn } from "./reset-sign-in.ts";
import * as sessions from "./session.store.ts";
import * as tries from "./sign-in-tries.store.ts";

const minuteMs = 60_000;
const confirmationTries = 5;

export const sessionHandlers: Handlers<typeof sessionCalls> = {
  ...accountHandlers,

  login: async ({ email, password, code }, context) => {
    const { db, clock, from, log, audit, transaction, publish } = context;
    const nowMs = clock.now();
    const network = networkOf(from.address);
    audit({ target: email, who: { email } });
    const user = await sessions.findForLogin(db, email);
    const isKnown = user !== undefined && (await sessions.isKnownNetwork(db, user.id, network, nowMs));
    const attempt = { email, address: from.address, isKnown };
    const count = await tries.begin(db, attempt, nowMs);
    // One hash in every case, also for an account that cannot be signed in to.
    const asker = isKnown ? "known" : "stranger";
    const isRight = await isPassword(user?.passwordHash, password, asker).catch(async (error: unknown) => {
      await tries.withdrawn(db, attempt);
      throw error;
    });
    if (!isRight || !user || user.disabled) {
      if (await tries.failed(db, attempt, nowMs)) {
        log.warn({ network, requestId: from.requestId }, "many failed sign-ins come from one network");
        await writeAudit(db, {
          atMs: nowMs,
          action: "login_alert",
          address: from.address,
          target: network,
          result: "alert",
        });
      }
      audit({ isRepeated: count > 1 });
      throw new Refusal("bad_login");
    }
    await tries.succeeded(db, attempt);
    audit({ who: { userId: user.id, role: user.role } });
    if (!user.emailVerified) throw new Refusal("not_verified");
    if (user.totpSealed && code === undefined) throw new Refusal("code_needed");
    const rehashed = isOutdated(user.passwordHash ?? "") ? await hashPassword(password, "known") : undefined;
    // Each wrong code has its line: only a few are checked.
    audit({ isRepeated: false });
    const { token, expiresAt } = await transaction(async (tx) => {
      if (user.totpSealed) await mustTakeSecondFactor(context, tx, user.id, code ?? "");
      // Comes first, since it locks the person: rows that refer to the person need that lock too, and two calls could
      // deadlock.
      const opened = await sessions.openSession(tx, user.id, nowMs, from);
      if (rehashed !== undefined) await sessions.setPassword(tx, user.id, rehashed);
      await sessions.rememberNetwork(tx, user.id, network, nowMs);
      publish("sessionEnded", { sessionKeys: opened.ended.map(sessionKey) });
      return opened;
    });
    return { authToken: token, userId: user.id, expiresAt: expiresAt.toISOString() };
  },

  signOut: async (_, { actor, db, publish }) => {
    await sessions.endSession(db, actor.sessionHash);
    publish("sessionEnded", { sessionKeys: [sessionKey(actor.sessionHash)] });
    return { data: { userId: actor.userId } };
  },

  signOutLate: async ({ proof }, { db, audit, publish }) => {
    const hash = Buffer.from(proof, "hex");
    const whose = await sessions.endSession(db, hash);
    audit(whose === undefined ? { isNothing: true } : { who: whose });
    if (whose !== undefined) publish("sessionEnded", { sessionKeys: [sessionKey(hash)] });
    return { data: { proof } };
  },

  confirmPassword: async ({ token, password }, context) =>
    token === undefined ? confirmOwn(password, context) : choosePassword(token, password, context),

  editPassword: async ({ oldPassword, newPassword }, { actor, db, limits, audit, transaction, publish }) => {
    const count = await limits.take(`confirm ${actor.userId}`, confirmationTries, 5 * minuteMs);
    const stored = await sessions.findPasswordHash(db, actor.userId);
    if (!(await isPassword(stored, oldPassword, "known"))) {
      audit({ isRepeated: count > 1 });
      throw new Refusal("wrong_password");
    }
    mustBeStrong(newPassword, [actor.email]);
    const passwordHash = await hashPassword(newPassword, "known");
    await transaction(async (tx) => {
      await sessions.setPassword(tx, actor.userId, passwordHash);
      await tokens.forget(tx, actor.userId, ["reset", "invite"]);
      // Whoever used the account before may have asked for another address.
      await forgetPendingEmail(tx, actor.userId);
      const ended = await endSessions(tx, actor.userId, actor.sessionHash);
      audit({ target: actor.userId });
      publish("sessionEnded", { sessionKeys: ended.map(sessionKey) });
    });
    return {};
  },

  sessionList: async ({ userId }, { actor, db, clock }) => {
    const whose = await personOf(userId, actor, db);
    const rows = await sessions.list(db, whose, clock.now(), sessionIdleMs);
    return {
      data: rows.map(({ tokenHash, createdAt, lastUsedAt, expiresAt, ...row }) => ({
        ...row,
        createdAt: createdAt.toISOString(),
        lastUsed: lastUsedAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        current: tokenHash.equals(actor.sessionHash),
      })),
    };
  },

  sessionEnd: async ({ userId, id }, { actor, db, audit, publish }) => {
    const whose = await personOf(userId, actor, db);
    const ended =
      id === undefined
        ? await endSessions(db, whose, actor.sessionHash)
        : [await sessions.endNamed(db, whose, id)].filter((session) => session !== undefined);
    if (id !== undefined && ended.length === 0) throw new Refusal("not_found");
    audit({ target: whose, after: { ended: ended.length } });
    publish("sessionEnded", { sessionKeys: ended.map(sessionKey) });
    return { count: ended.length };
  },

  resetSignIn: async (wanted, context) => {
    await resetSignIn(wanted, context);
    return {};
  },
};

/** Oneself, or someone whom the actor may change. */
async function personOf(userId: string | undefined, actor: Actor, db: CallContext["db"]): Promise<string> {
  if (userId === undefined || userId === actor.userId) return actor.userId;
  if (!actor.permissions.includes("users")) throw new Refusal("forbidden");
  return (await mustFindEditable(db, actor, userId)).id;
}

/** Step-up: the own password opens for ten minutes what asks for it. */
async function confirmOwn(
  password: string,
  { actor, db, clock, limits, audit, transaction }: CallContext<Actor | null>,
) {
  if (!actor) throw new Refusal("signed_out");
  const count = await limits.take(`confirm ${actor.userId}`, confirmationTries, 5 * minuteMs);
  if (!(await isPassword(await sessions.findPasswordHash(db, actor.userId), password, "known"))) {
    audit({ isRepeated: count > 1 });
    throw new Refusal("wrong_password");
  }
  await limits.forget(`confirm ${actor.userId}`);
  audit({ target: actor.userId });
  await transaction((tx) => sessions.confirm(tx, actor.sessionHash, clock.now()));
  return { data: {} };
}

/** With the token of a mail, which also proves its address; all sessions end. */
async function choosePassword(
  token: string,
  password: string,
  { db, clock, audit, transaction, publish }: CallContext<Actor | null>,
) {
  const kinds = ["reset", "invite"] as const;
  const found = await tokens.peek(db, token, kinds, clock.now());
  const whose = found?.userId;
  if (!whose) throw new Refusal("link_over");
  mustBeStrong(password, [found.email ?? ""]);
  const passwordHash = await hashPassword(password);
  const person = await transaction(async (tx) => {
    // The person is locked before the token, as everywhere: a change of the account removes tokens.
    const owner = await sessions.lockPerson(tx, whose);
    const used = await tokens.use(tx, token, kinds, clock.now());
    if (!used || !owner || owner.disabled) throw new Refusal("link_over");
    audit({ target: owner.id, who: { userId: owner.id, email: owner.email, role: owner.role } });
    await sessions.setPassword(tx, owner.id, passwordHash);
    if (owner.email === used.email) await sessions.setVerified(tx, owner.id);
    await tokens.forget(tx, owner.id, kinds);
    await forgetPendingEmail(tx, owner.id);
    await endSessions(tx, owner.id);
    await removeApiTokens(tx, owner.id);
    publish("userEnded", { userId: owner.id });
    return owner;
  });
  return { data: { email: person.email } };
}
