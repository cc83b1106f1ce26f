import { Refusal } from "@offgrid/contract/core/refusal";
import type { userCalls } from "@offgrid/contract/users/users.calls";

import type { Handler } from "../../core/handler.ts";
import { postLink, postNotice } from "../session/links.ts";
import * as sessions from "../session/session.store.ts";
import { toAvatar } from "./avatar.ts";
import { type Target, mustBeAssignable, mustFindEditable, mustFindVisible, mustNotBeLast } from "./people.scope.ts";
import * as people from "./people.store.ts";
import * as users from "./users.store.ts";

/** Changes oneself or another. Role and disabling are for others only and end their sessions before the answer. */
export const saveAccount: Handler<typeof userCalls.saveUserAccount> = async (change, context) => {
  const { actor, db, live, audit, afterCommit } = context;
  const { userId = actor.userId, avatar, language, email, role, disabled, ...names } = change;
  const isOwn = userId === actor.userId;
  if (!isOwn && !actor.permissions.includes("users")) throw new Refusal("forbidden");
  if (isOwn && (role !== undefined || disabled !== undefined)) throw new Refusal("own_account");
  if (isOwn && email !== undefined) context.mustBeConfirmed();
  const target = await (isOwn ? mustFindVisible : mustFindEditable)(db, actor, userId);
  if (role !== undefined && role !== target.role) {
    await mustBeAssignable(db, actor, role);
    await mustNotBeLast(db, target);
  }
  if (disabled === true) await mustNotBeLast(db, target);

  await people.update(db, userId, {
    ...names,
    ...(names.phone === "" && { phone: null }),
    avatar: avatar ? toAvatar(avatar) : avatar,
    role,
    disabled,
  });
  if (language !== undefined) await users.mergeSetting(db, userId, { language });
  if (email !== undefined && email !== target.email) await askForEmail(target, email);
  audit({ target: userId, ...differences(target, { ...names, role, disabled, pendingEmail: email }) });

  if ((role !== undefined && role !== target.role) || disabled === true) {
    await sessions.endSessions(db, userId);
    afterCommit(() => live.endUser(userId));
  }
  return { data: await people.mustFindDetail(db, actor, userId) };

  /** The address counts once its link was followed; who has the old one hears of it. */
  async function askForEmail({ email: old, firstName }: Target, wanted: string): Promise<void> {
    if (await people.isEmailTaken(db, wanted)) throw new Refusal("email_used");
    await people.update(db, userId, { pendingEmail: wanted });
    const { language: spoken } = await users.setting(db, userId);
    const to = { id: userId, firstName, language: spoken };
    await postLink(context, db, { ...to, email: wanted }, { kind: "verify" });
    await postNotice(context, db, { ...to, email: old }, { kind: "changed", email: wanted });
  }
};

/** What changed, before and after. */
function differences(target: Target, change: Partial<Record<keyof Target, unknown>>) {
  const keys = (Object.keys(change) as (keyof Target)[]).filter(
    (key) => change[key] !== undefined && change[key] !== target[key],
  );
  return {
    before: Object.fromEntries(keys.map((key) => [key, target[key]])),
    after: Object.fromEntries(keys.map((key) => [key, change[key]])),
  };
}
