import { Refusal } from "@offgrid/contract/core/refusal";
import type { userCalls } from "@offgrid/contract/users/users.calls";

import type { Handlers } from "../../core/handler.ts";
import { loginThrottle } from "./login-throttle.ts";
import { isPassword } from "./password-hash.ts";
import * as users from "./users.store.ts";

const throttle = loginThrottle();

export const userHandlers: Handlers<typeof userCalls> = {
  login: async ({ email, password }, { db, clock, from, live, afterCommit }) => {
    const nowMs = clock.now();
    const waitS = throttle.waitS(email, from.address, nowMs);
    if (waitS > 0) throw new Refusal("too_many", { retryAfterS: waitS });
    throttle.tried(email, from.address, nowMs);
    const user = await users.findForLogin(db, email);
    if (!(await isPassword(user?.passwordHash, password)) || !user) throw new Refusal("bad_login");
    throttle.succeeded(email, from.address);
    const { token, expiresAt, ended } = await db
      .transaction()
      .execute((within) => users.openSession(within, user, nowMs));
    afterCommit(() => ended.forEach((session) => live.endSession(session)));
    return { authToken: token, userId: user.id, expiresAt: expiresAt.toISOString() };
  },

  signOut: async (_, { actor, db, live, afterCommit }) => {
    await users.endSession(db, actor.sessionHash);
    afterCommit(() => live.endSession(actor.sessionHash));
    return {};
  },

  getCurrentUserInfo: async (_, { actor, db }) => {
    const { email, emailVerified, ...user } = await users.current(db, actor);
    return {
      info: {
        ...user,
        email: [{ address: email, verified: emailVerified }],
        permissions: [...actor.permissions],
        excludes: [...actor.excludes],
      },
    };
  },

  getUserInfo: async ({ email }, { actor, db }) => {
    const { emailVerified, lastSeenAt, ...card } = await users.mustFindCard(db, actor, email);
    return { data: { ...card, verified: emailVerified, lastSeen: lastSeenAt?.toISOString() ?? null } };
  },

  getUserSetting: async (_, { actor, db }) => ({ userSetting: await users.setting(db, actor.userId) }),

  saveUserSetting: async (changes, { actor, db }) => ({
    userSetting: await users.mergeSetting(db, actor.userId, changes),
  }),
};
