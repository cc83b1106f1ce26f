import { randomBytes } from "node:crypto";

import { Refusal } from "@offgrid/contract/core/refusal";
import type { factorCalls } from "@offgrid/contract/session/factors.calls";

import { sessionKey } from "../../calls/session.ts";
import type { Handlers } from "../../calls/handler.ts";
import { networkOf } from "../../calls/network.ts";
import { makeRecoveryCodes, totpPurpose } from "./factors.ts";
import * as factors from "./factors.store.ts";
import { checkNewPasskey, checkUsedPasskey, creationOptions, requestOptions } from "./passkeys.ts";
import { endSessions } from "../../calls/session.ts";
import * as sessions from "./session.store.ts";
import { otpauthUri, stepOfCode, toBase32 } from "./totp.ts";

const secretBytes = 20;
const confirmTries = 5;
const confirmWindowMs = 5 * 60_000;

export const factorHandlers: Handlers<typeof factorCalls> = {
  totpSetup: async (_, { actor, db, box, config, audit }) => {
    const { email, totpSealed } = await factors.lockTotp(db, actor.userId);
    if (totpSealed) throw new Refusal("two_step_on");
    const secret = randomBytes(secretBytes);
    await factors.setPendingTotp(db, actor.userId, box.seal(secret.toString("base64"), totpPurpose(actor.userId)));
    audit({ target: actor.userId });
    return { data: { secret: toBase32(secret), uri: otpauthUri(secret, config.portalName, email) } };
  },

  totpConfirm: async ({ code }, { actor, db, box, clock, limits, audit, publish }) => {
    await limits.take(`factor ${actor.userId}`, confirmTries, confirmWindowMs);
    const { totpSealed, totpPendingSealed } = await factors.lockTotp(db, actor.userId);
    if (totpSealed) throw new Refusal("two_step_on");
    if (!totpPendingSealed) throw new Refusal("wrong_code");
    const secret = Buffer.from(box.open(totpPendingSealed, totpPurpose(actor.userId)), "base64");
    const step = stepOfCode(secret, code, clock.now(), 0);
    if (step === undefined) throw new Refusal("wrong_code");
    const recoveryCodes = makeRecoveryCodes();
    await factors.switchTotpOn(db, actor.userId, totpPendingSealed, step);
    await factors.setRecoveryCodes(db, actor.userId, recoveryCodes);
    const ended = await endSessions(db, actor.userId, actor.sessionHash);
    audit({ target: actor.userId, after: { twoStep: true } });
    publish("sessionEnded", { sessionKeys: ended.map(sessionKey) });
    return { data: { recoveryCodes } };
  },

  totpRemove: async (_, { actor, db, audit, publish }) => {
    await factors.switchTotpOff(db, actor.userId);
    const ended = await endSessions(db, actor.userId, actor.sessionHash);
    audit({ target: actor.userId, after: { twoStep: false } });
    publish("sessionEnded", { sessionKeys: ended.map(sessionKey) });
    // Where the role requires a second factor, the person's own screen is sent no more.
    publish("accessChanged", { userIds: [actor.userId] });
    return {};
  },

  passkeyList: async (_, { actor, db }) => ({ data: (await factors.listPasskeys(db, actor.userId)).map(toRow) }),

  passkeyStart: async (_, { actor, db, clock, config, url }) => {
    const known = await factors.listPasskeys(db, actor.userId);
    return { data: await creationOptions({ db, clock, url, portalName: config.portalName }, actor, known) };
  },

  passkeyFinish: async ({ name, credential }, { actor, db, clock, url, audit, transaction, publish }) => {
    const made = await checkNewPasskey({ db, clock, url }, credential, actor.userId);
    const row = { ...made, userId: actor.userId, name, createdAt: new Date(clock.now()) };
    await transaction(async (tx) => {
      if (!(await factors.insertPasskey(tx, row))) throw new Refusal("bad_passkey");
      audit({ target: actor.userId, after: { passkey: name } });
      const ended = await endSessions(tx, actor.userId, actor.sessionHash);
      publish("sessionEnded", { sessionKeys: ended.map(sessionKey) });
    });
    return { data: toRow({ ...row, lastUsedAt: null }) };
  },

  passkeyDelete: async ({ id }, { actor, db, audit, publish }) => {
    if (!(await factors.deletePasskey(db, actor.userId, id))) throw new Refusal("not_found");
    const ended = await endSessions(db, actor.userId, actor.sessionHash);
    audit({ target: actor.userId });
    publish("sessionEnded", { sessionKeys: ended.map(sessionKey) });
    publish("accessChanged", { userIds: [actor.userId] });
    return {};
  },

  passkeyLoginStart: async (_, { db, clock, url }) => ({ data: await requestOptions({ db, clock, url }) }),

  passkeyLogin: async ({ credential }, { db, clock, url, from, audit, transaction, publish }) => {
    const used = await checkUsedPasskey({ db, clock, url }, credential);
    if (!used) throw new Refusal("bad_login");
    const { userId, email, role } = used;
    audit({ target: userId, who: { userId, email, role } });
    const { token, expiresAt } = await transaction(async (tx) => {
      if (!(await factors.countPasskey(tx, used.id, used.from, used.to, clock.now()))) throw new Refusal("bad_login");
      const opened = await sessions.openSession(tx, userId, clock.now(), from);
      await sessions.rememberNetwork(tx, userId, networkOf(from.address), clock.now());
      publish("sessionEnded", { sessionKeys: opened.ended.map(sessionKey) });
      return opened;
    });
    return { authToken: token, userId, expiresAt: expiresAt.toISOString() };
  },

  passkeyConfirm: async ({ credential }, { actor, db, clock, url, audit, transaction }) => {
    const used = await checkUsedPasskey({ db, clock, url }, credential);
    if (used?.userId !== actor.userId) throw new Refusal("bad_passkey");
    audit({ target: actor.userId });
    await transaction(async (tx) => {
      if (!(await factors.countPasskey(tx, used.id, used.from, used.to, clock.now()))) throw new Refusal("bad_passkey");
      await sessions.confirm(tx, actor.sessionHash, clock.now());
    });
    return {};
  },
};

function toRow({
  id,
  name,
  createdAt,
  lastUsedAt,
}: {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
}) {
  return { id, name, createdAt: createdAt.toISOString(), lastUsed: lastUsedAt?.toISOString() ?? null };
}
