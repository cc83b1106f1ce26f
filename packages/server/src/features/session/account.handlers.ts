import { randomUUID } from "node:crypto";

import { Refusal } from "@offgrid/contract/core/refusal";
import type { sessionCalls } from "@offgrid/contract/session/session.calls";

import { type Db, isUniqueViolation } from "../../core/db.ts";
import type { Handlers } from "../../calls/handler.ts";
import { mayMail } from "../../calls/mail-limits.ts";
import { hashPassword } from "../../core/password-hash.ts";
import * as portal from "../settings/settings.store.ts";
import { maySetEmailOf } from "../users/people.scope.ts";
import * as users from "../users/users.store.ts";
import { postLink, postNotice } from "../../mail/links.ts";
import * as tokens from "../../mail/mail-tokens.store.ts";
import { mustBeStrong } from "../../core/password-rules.ts";
import * as sessions from "./session.store.ts";
import { setupLock } from "./setup.ts";

type Names =
  | "loginOptions"
  | "setupPortal"
  | "auth/local/register"
  | "verification"
  | "sendVerifyUser"
  | "forgotPassword";

/**
 * How accounts are created, and what the links in their mails do. Mails beyond the limit of an address are not sent,
 * without any hint to the caller.
 */
export const accountHandlers: Pick<Handlers<typeof sessionCalls>, Names> = {
  loginOptions: async (_, { db, config }) => ({
    data: {
      registration: (await portal.setting(db)).registration,
      setup: !(await sessions.hasPeople(db)),
      provider: config.provider?.name ?? null,
    },
  }),

  setupPortal: async (
    { token, password, language, ...person },
    { db, clock, from, liveConfig, audit, transaction },
  ) => {
    if (!(await tokens.peek(db, token, ["setup"], clock.now()))) throw new Refusal("link_over");
    mustBeStrong(password, Object.values(person));
    const passwordHash = await hashPassword(password);
    const opened = await transaction(async (tx) => {
      await users.lockFor(tx, setupLock);
      const used = await tokens.use(tx, token, ["setup"], clock.now());
      if (!used || (await sessions.hasPeople(tx))) throw new Refusal("link_over");
      const role = "super_admin";
      const id = await users.insert(tx, {
        ...person,
        role,
        passwordHash,
        language: language ?? liveConfig.config.language,
      });
      if (id === undefined) throw new Refusal("link_over");
      audit({ target: id, who: { userId: id, email: person.email, role }, after: { role } });
      return { id, ...(await sessions.openSession(tx, id, clock.now(), from)) };
    });
    return { authToken: opened.token, userId: opened.id, expiresAt: opened.expiresAt.toISOString() };
  },

  "auth/local/register": async ({ password, language, ...person }, context) => {
    const { db, liveConfig, limits, audit, transaction } = context;
    if (!(await portal.setting(db)).registration) throw new Refusal("registration_off");
    mustBeStrong(password, [person.email, person.firstName, person.lastName]);
    const passwordHash = await hashPassword(password);
    const wanted = { ...person, passwordHash, language: language ?? liveConfig.config.language };
    return transaction(async (tx) => {
      const id = await users.insert(tx, { ...wanted, role: "user", emailVerified: false });
      audit({ target: person.email, who: { email: person.email } });
      const mayWrite = await mayMail(limits, person.email);
      if (id !== undefined) {
        if (mayWrite) await postLink(context, tx, { ...wanted, id }, { kind: "verify" });
        return { data: { userId: id } };
      }
      const owner = await sessions.findByEmail(tx, person.email);
      if (owner && !owner.disabled && mayWrite) {
        const to = { ...owner, language: owner.setting.language };
        await postNotice(context, tx, to, { kind: "taken", email: owner.email });
      }
      return { data: { userId: randomUUID() } };
    });
  },

  verification: async ({ token }, context) => {
    const { db, clock, audit } = context;
    const kinds = ["verify", "consent"] as const;
    const found = await tokens.peek(db, token, kinds, clock.now());
    // The person is locked before the token, as everywhere: a change of the account removes tokens.
    const person = found?.userId ? await sessions.lockPerson(db, found.userId) : undefined;
    const used = await tokens.use(db, token, kinds, clock.now());
    if (!used?.email || !person) throw new Refusal("link_over");
    audit({ target: person.id, who: { userId: person.id, email: person.email, role: person.role } });
    if (used.kind === "consent") {
      if (used.email !== person.pendingEmail || !person.emailConsentDue) throw new Refusal("link_over");
      audit({ after: { agreedEmail: used.email } });
      await sessions.agreeToEmail(db, person.id);
      const { id, firstName, setting } = person;
      await postLink(context, db, { id, firstName, language: setting.language, email: used.email }, { kind: "verify" });
      return { data: { email: used.email, waitsForNewAddress: true } };
    }
    if (used.email === person.email) await sessions.setVerified(db, person.id);
    else if (used.email === person.pendingEmail && (await isStillWanted(db, person))) {
      audit({ before: { email: person.email }, after: { email: used.email } });
      await sessions.takePendingEmail(db, person.id, used.email).catch((error: unknown) => {
        throw isUniqueViolation(error) ? new Refusal("email_used") : error;
      });
      await tokens.forget(db, person.id, ["reset", "invite"]);
    } else throw new Refusal("link_over");
    return { data: { email: used.email, waitsForNewAddress: false } };
  },

  sendVerifyUser: async ({ email }, context) => {
    const { db, limits } = context;
    const person = await sessions.findByEmail(db, email);
    if (!(await mayMail(limits, email))) return {};
    const isInvited = person?.passwordHash === null;
    const isDue = person && !person.disabled && (isInvited || !person.emailVerified);
    const to = isDue ? { ...person, language: person.setting.language } : nobodyAt(email);
    await postLink(
      context,
      db,
      to,
      isDue && isInvited ? { kind: "invite", by: context.config.portalName } : { kind: "verify" },
    );
    return {};
  },

  forgotPassword: async ({ email }, context) => {
    const { db, limits } = context;
    const person = await sessions.findByEmail(db, email);
    if (!(await mayMail(limits, email))) return {};
    const to = person && !person.disabled ? { ...person, language: person.setting.language } : nobodyAt(email);
    await postLink(context, db, to, { kind: "reset" });
    return {};
  },
};

/** The person wants the pending address, or whoever asked for it may still set it without their consent. */
async function isStillWanted(
  db: Db,
  { id, pendingEmailBy, emailConsentDue }: { id: string; pendingEmailBy: string | null; emailConsentDue: boolean },
): Promise<boolean> {
  if (emailConsentDue || pendingEmailBy === null) return false;
  return pendingEmailBy === id || maySetEmailOf(db, pendingEmailBy, id);
}

/** Whom the same work is done for as for a person: the time of the answer does not say whether there is one. */
const nobodyAt = (email: string) => ({ id: null, email, firstName: "", language: undefined });
