import { Refusal } from "@offgrid/contract/core/refusal";
import type { InputOf } from "@offgrid/contract/core/call";
import type { userCalls } from "@offgrid/contract/users/users.calls";

import type { CallContext, Handler } from "../../calls/handler.ts";
import { mustMayTell, mustMayWriteTo } from "../../calls/mail-limits.ts";
import { endSessions } from "../../calls/session.ts";
import { postConsent, postLink, postNotice } from "../../mail/links.ts";
import { toAvatar } from "./avatar.ts";
import {
  type Target,
  lockSuperAdminsAnd,
  mustBeAssignable,
  mustFindEditable,
  mustFindVisible,
  mustNotBeLast,
  needsConsent,
} from "./people.scope.ts";
import * as people from "./people.store.ts";
import * as users from "./users.store.ts";

type AccountChange = InputOf<typeof userCalls.saveUserAccount>;

/**
 * Changes the actor or another person. Role and disabling are for others only and end their sessions before the answer.
 */
export const saveAccount: Handler<typeof userCalls.saveUserAccount> = async (change, context) => {
  const { actor, db, audit, publish } = context;
  const { userId = actor.userId, avatar, language, email, role, disabled, ...names } = change;
  const isOwn = userId === actor.userId;
  if (!isOwn && !actor.permissions.includes("users")) throw new Refusal("forbidden");
  if (isOwn && (role !== undefined || disabled !== undefined)) throw new Refusal("own_account");
  if (role !== undefined || disabled !== undefined) await lockSuperAdminsAnd(db, userId);
  const target = await (isOwn ? mustFindVisible : mustFindEditable)(db, actor, userId);
  if (isDelicate(target, change)) context.mustBeConfirmed();
  if (role !== undefined && role !== target.role) {
    await mustBeAssignable(db, actor, role);
    await mustNotBeLast(db, target);
  }
  if (disabled === true) await mustNotBeLast(db, target);

  const phone = names.phone === "" ? null : names.phone;
  await people.update(db, userId, {
    ...names,
    phone,
    avatar: avatar ? toAvatar(avatar) : avatar,
    role,
    disabled,
  });
  const changesRole = role !== undefined && role !== target.role;
  if (changesRole || (disabled !== undefined && disabled !== target.disabled))
    await people.forgetPendingEmail(db, userId);
  const { language: spoken } = await users.setting(db, userId);
  if (language !== undefined) await users.mergeSetting(db, userId, { language });
  const pendingEmail = email === target.email ? undefined : email;
  if (pendingEmail !== undefined) await askForEmail(context, target, pendingEmail);
  const kept = { ...names, phone, role, disabled, pendingEmail, language };
  const { before, after } = differences({ ...target, language: spoken }, kept);
  const isChanged = Object.keys(after).length > 0 || avatar !== undefined || pendingEmail !== undefined;
  const picture = avatar === undefined ? {} : { avatar: avatar === null ? "removed" : "new" };
  audit(isChanged ? { target: userId, before, after: { ...after, ...picture } } : { isNothing: true });

  if (changesRole || disabled === true) {
    await endSessions(db, userId);
    publish("userEnded", { userId });
  }
  return { data: await people.mustFindDetail(db, actor, userId) };
};

/** Does it give a role or an identity, or enable or disable the account of someone who sees all containers? */
function isDelicate(target: Target, { email, role, disabled }: AccountChange): boolean {
  return (
    email !== undefined ||
    (role !== undefined && role !== target.role) ||
    (disabled !== undefined && disabled !== target.disabled && target.containers === "all")
  );
}

/**
 * The address counts once its link is followed; the old address gets a mail. If the actor only shares containers with
 * the person, the person must agree first: otherwise anyone who shares a container could take the account over.
 */
async function askForEmail(context: CallContext, target: Target, wanted: string): Promise<void> {
  const { actor, db, limits } = context;
  const { id, email, firstName } = target;
  if (await people.isEmailTaken(db, wanted)) throw new Refusal("email_used");
  await mustMayTell(limits, email);
  await mustMayWriteTo(limits, actor.userId, wanted);
  const emailConsentDue = needsConsent(actor, target);
  await people.update(db, id, { pendingEmail: wanted, emailConsentDue, pendingEmailBy: actor.userId });
  const { language } = await users.setting(db, id);
  const to = { id, firstName, language };
  if (emailConsentDue) {
    await postConsent(context, db, { ...to, email }, { email: wanted, by: await users.nameOf(db, actor, language) });
    return;
  }
  await postLink(context, db, { ...to, email: wanted }, { kind: "verify" });
  await postNotice(context, db, { ...to, email }, { kind: "changed", email: wanted });
}

/** What changed, before and after. */
function differences<Whole extends Target>(target: Whole, change: Partial<Record<keyof Whole, unknown>>) {
  const keys = (Object.keys(change) as (keyof Whole)[]).filter(
    (key) => change[key] !== undefined && change[key] !== target[key],
  );
  return {
    before: Object.fromEntries(keys.map((key) => [key, target[key]])),
    after: Object.fromEntries(keys.map((key) => [key, change[key]])),
  };
}
