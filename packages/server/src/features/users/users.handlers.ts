import type { Role } from "@offgrid/contract/core/access";
import { Refusal } from "@offgrid/contract/core/refusal";
import type { userCalls } from "@offgrid/contract/users/users.calls";

import type { Handlers } from "../../core/handler.ts";
import { postLink } from "../session/links.ts";
import * as sessions from "../session/session.store.ts";
import { containersHandlers } from "./assignment.handlers.ts";
import { saveAccount } from "./save-account.ts";
import { mustBeAssignable, mustFindEditable, mustFindVisible, mustNotBeLast } from "./people.scope.ts";
import * as people from "./people.store.ts";
import * as users from "./users.store.ts";

export const userHandlers: Handlers<typeof userCalls> = {
  ...containersHandlers,

  getCurrentUserInfo: async (_, { actor, db }) => {
    const { email, emailVerified, pendingEmail, label, ...user } = await users.current(db, actor);
    return {
      info: {
        ...user,
        roleLabel: people.labelOf(user.role, label),
        rolePriority: actor.priority,
        email: [
          { address: email, verified: emailVerified },
          ...(pendingEmail === null ? [] : [{ address: pendingEmail, verified: false }]),
        ],
        permissions: [...actor.permissions],
        excludes: [...actor.excludes],
        twoStep: actor.twoStep,
        mustSetUpTwoStep: actor.mustSetUpTwoStep,
      },
    };
  },

  getUserInfo: async ({ email }, { actor, db }) => {
    const { lastSeenAt, ...card } = await users.mustFindCard(db, actor, email);
    return { data: { ...card, lastSeen: lastSeenAt?.toISOString() ?? null } };
  },

  getUserSetting: async (_, { actor, db }) => ({ userSetting: await users.setting(db, actor.userId) }),

  saveUserSetting: async (changes, { actor, db, audit }) => {
    audit({ target: actor.userId, after: { keys: Object.keys(changes) } });
    return { userSetting: await users.mergeSetting(db, actor.userId, changes) };
  },

  userList: (wish, { actor, db }) => people.list(db, actor, wish),

  userGet: async ({ userId }, { actor, db }) => ({ data: await people.mustFindDetail(db, actor, userId) }),

  createNewUser: async ({ containers, role, ...person }, context) => {
    const { actor, db, audit } = context;
    await mustBeAssignable(db, actor, role);
    const visible = await people.visibleOf(db, actor, containers);
    if (containers.some((id) => !visible.has(id))) throw new Refusal("not_found");
    const userId = await users.insert(db, {
      ...person,
      role: role as Role,
      passwordHash: null,
      emailVerified: false,
      createdBy: actor.userId,
    });
    if (userId === undefined) throw new Refusal("email_used");
    await people.assign(
      db,
      [...visible].map((containerId) => ({ containerId, userId })),
    );
    const inviter = await users.current(db, actor);
    const by = `${inviter.firstName} ${inviter.lastName}`.trim() || actor.email;
    await postLink(context, db, { ...person, id: userId }, { kind: "invite", by });
    audit({ target: userId, after: { email: person.email, role, containers: [...visible] } });
    return { data: { userId } };
  },

  saveUserAccount: saveAccount,

  removeUser: async ({ userId, transferTo }, { actor, db, live, audit, afterCommit }) => {
    if (userId === actor.userId) throw new Refusal("own_account");
    const target = await mustFindEditable(db, actor, userId);
    await mustNotBeLast(db, target);
    if (transferTo !== undefined) await mustFindVisible(db, actor, transferTo);
    await sessions.endSessions(db, userId);
    await people.remove(db, userId);
    audit({ target: userId, before: { email: target.email, role: target.role } });
    afterCommit(() => live.endUser(userId));
    return {};
  },
};
