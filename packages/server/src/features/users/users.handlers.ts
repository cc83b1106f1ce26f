import type { Role } from "@offgrid/contract/core/access";
import { commandLineId } from "@offgrid/contract/core/command-line";
import { Refusal } from "@offgrid/contract/core/refusal";
import { unitsOr } from "@offgrid/contract/core/unit-choices";
import type { userCalls } from "@offgrid/contract/users/users.calls";
import type { UserSetting } from "@offgrid/contract/users/users.schema";

import type { Handlers } from "../../calls/handler.ts";
import { mustMayWriteTo } from "../../calls/mail-limits.ts";
import { mustSeeAll } from "../../calls/scope.ts";
import type { Db } from "../../core/db.ts";
import { postLink } from "../../mail/links.ts";
import { endSessions } from "../../calls/session.ts";
import { giveTickets } from "../ticket-people/ticket-people.store.ts";
import { giveRules } from "../warnings/rules.store.ts";
import { containersHandlers } from "./assignment.handlers.ts";
import { askErasure } from "./ask-erasure.ts";
import { saveAccount } from "./save-account.ts";
import {
  lockSuperAdminsAnd,
  mustBeAssignable,
  mustFindEditable,
  mustFindVisible,
  mustNotBeLast,
} from "./people.scope.ts";
import * as people from "./people.store.ts";
import { mustMayShow } from "./board-pictures.store.ts";
import { starterBoardState, withBoard } from "./starter-board.store.ts";
import * as users from "./users.store.ts";

export const userHandlers: Handlers<typeof userCalls> = {
  ...containersHandlers,

  getCurrentUserInfo: async (_, { actor, db, liveConfig }) => {
    const { email, emailVerified, pendingEmail, label, setting, ...user } = await users.current(db, actor);
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
        units: unitsOr(liveConfig.config.units, setting.units),
      },
    };
  },

  getUserInfo: async ({ email }, { actor, db }) => {
    const { lastSeenAt, ...card } = await users.mustFindCard(db, actor, email);
    return { data: { ...card, lastSeen: lastSeenAt?.toISOString() ?? null } };
  },

  getUserSetting: async (_, { actor, db }) => {
    return ownSettings(db, actor.userId, await users.setting(db, actor.userId));
  },

  saveUserSetting: async (changes, { actor, db, audit }) => {
    if (changes.favorites) {
      // One that was taken away may stay in the list, as `favoriteSet` leaves it there.
      const before = new Set((await users.setting(db, actor.userId)).favorites);
      await mustSeeAll(
        db,
        actor,
        changes.favorites.filter((containerId) => !before.has(containerId)),
      );
    }
    await mustMayShow(db, actor.userId, { widgets: changes.widgets ?? [], field: "widgets" });
    audit({ target: actor.userId, after: { keys: Object.keys(changes) } });
    return ownSettings(db, actor.userId, await users.mergeSetting(db, actor.userId, changes));
  },

  userList: (query, { actor, db }) => people.list(db, actor, query),

  userGet: async ({ userId }, { actor, db }) => ({ data: await people.mustFindDetail(db, actor, userId) }),

  createNewUser: async ({ containers, role, ...person }, context) => {
    const { actor, db, audit, limits, config } = context;
    await mustBeAssignable(db, actor, role);
    const visible = await mustSeeAll(db, actor, containers);
    const userId = await users.insert(db, {
      ...person,
      role: role as Role,
      passwordHash: null,
      emailVerified: false,
      // Whoever has the server itself is no person, who could see those that they added.
      ...(actor.userId !== commandLineId && { createdBy: actor.userId }),
    });
    if (userId === undefined) throw new Refusal("email_used");
    await mustMayWriteTo(limits, actor.userId, person.email);
    await people.assign(
      db,
      [...visible].map((containerId) => ({ containerId, userId })),
    );
    const by = actor.userId === commandLineId ? config.portalName : await users.nameOf(db, actor);
    await postLink(context, db, { ...person, id: userId }, { kind: "invite", by });
    audit({ target: userId, after: { email: person.email, role, containers: [...visible] } });
    return { data: { userId } };
  },

  saveUserAccount: saveAccount,

  removeUser: async ({ userId, transferTo }, context) => {
    const { actor, db, clock, audit, publish, mustBeConfirmed } = context;
    if (userId === actor.userId) throw new Refusal("own_account");
    await lockSuperAdminsAnd(db, userId, transferTo ?? userId);
    const target = await mustFindEditable(db, actor, userId);
    // What names them is erased, which nobody can undo.
    mustBeConfirmed();
    await mustNotBeLast(db, target);
    if (transferTo !== undefined) await mustFindVisible(db, actor, transferTo);
    await endSessions(db, userId);
    if (transferTo !== undefined) await giveRules(db, userId, transferTo);
    const ticketIds = await giveTickets(db, userId, transferTo, clock.now());
    if (ticketIds.length > 0) publish("ticketsChanged", { ticketIds, onlyHandlers: false });
    const name = await askErasure(context, target);
    await people.remove(db, userId);
    audit({ target: userId, before: { name, role: target.role } });
    publish("userEnded", { userId });
    return {};
  },
};

async function ownSettings(db: Db, userId: string, own: UserSetting) {
  return { userSetting: await withBoard(db, userId, own), starterBoard: await starterBoardState(db, userId, own) };
}
