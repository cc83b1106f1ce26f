import { randomBytes } from "node:crypto";

import { Refusal } from "@offgrid/contract/core/refusal";
import type { providerCalls } from "@offgrid/contract/session/provider.calls";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import { networkOf } from "../../calls/network.ts";
import { endSessions, sessionKey } from "../../calls/session.ts";
import type { Actor } from "../../calls/actor.ts";
import type { Db } from "../../core/db.ts";
import { lockSuperAdminsAnd, mustNotBeLast } from "../users/people.scope.ts";
import * as people from "../users/people.store.ts";
import * as users from "../users/users.store.ts";
import type { ProviderClient, ProviderPerson } from "./provider.ts";
import * as attempts from "./provider.store.ts";
import * as sessions from "./session.store.ts";

/** Clocks of the provider and the portal may differ by so much. */
const clockSkewMs = 30_000;
const secret = () => randomBytes(32).toString("base64url");

export const providerHandlers: Handlers<typeof providerCalls> = {
  providerStart: async (wanted, { actor, box, clock, url, signInProvider, transaction, audit }) => {
    const client = mustHave(signInProvider);
    const isConfirmation = wanted.for === "confirmation";
    if (isConfirmation && !actor) throw new Refusal("signed_out");
    const begun = { state: secret(), nonce: secret(), verifier: secret() };
    const address = await client.addressFor(begun, backTo(url), isConfirmation);
    const key = secret();
    const sessionHash = isConfirmation ? (actor?.sessionHash ?? null) : null;
    audit({ isNothing: true });
    await transaction((tx) => attempts.keepAttempt(tx, box, { ...begun, key, sessionHash }, clock.now()));
    return { data: { url: address, state: begun.state, key } };
  },

  providerLogin: async (given, context) => {
    const { clock, from, url, signInProvider, audit, transaction, publish } = context;
    const person = await mustRedeem(given, null, context, mustHave(signInProvider), backTo(url));
    const { token, expiresAt, userId } = await transaction(async (tx) => {
      const who = await admit(tx, person, context);
      audit({ target: who.id, who: { userId: who.id, email: who.email, role: who.role } });
      const opened = await sessions.openSession(tx, who.id, clock.now(), from, person.provedAtMs ?? 1);
      await sessions.rememberNetwork(tx, who.id, networkOf(from.address), clock.now());
      publish("sessionEnded", { sessionKeys: opened.ended.map(sessionKey) });
      return { ...opened, userId: who.id };
    });
    return { authToken: token, userId, expiresAt: expiresAt.toISOString() };
  },

  providerConfirm: async (given, context) => {
    const { actor, db, clock, url, signInProvider, audit, transaction } = context;
    audit({ target: actor.userId });
    const person = await mustRedeem(given, actor.sessionHash, context, mustHave(signInProvider), backTo(url));
    const isSame = (await attempts.findByIdentity(db, person)) === actor.userId;
    // Somebody who was signed in there all along may have left the room.
    const isFresh = person.provedAtMs !== undefined && person.provedAtMs > person.beganAtMs - clockSkewMs;
    if (!isSame || !isFresh) throw new Refusal("provider_refused");
    await transaction((tx) => sessions.confirm(tx, actor.sessionHash, clock.now()));
    return {};
  },
};

const backTo = (url: string) => new URL("/login/provider", url).href;

function mustHave(client: ProviderClient | undefined): ProviderClient {
  if (!client) throw new Refusal("not_found");
  return client;
}

/** @throws Refusal provider_away, provider_refused */
async function mustRedeem(
  { answer, key }: { answer: string; key: string },
  sessionHash: Buffer | null,
  { db, box, clock, log }: CallContext<Actor | null>,
  client: ProviderClient,
  back: string,
): Promise<ProviderPerson & { beganAtMs: number }> {
  const state = new URLSearchParams(answer).get("state") ?? "";
  const attempt = await attempts.takeAttempt(db, box, { state, key, sessionHash }, clock.now());
  if (!attempt) throw new Refusal("provider_refused");
  const person = await client.redeem(answer, attempt, back, (why) =>
    log.warn({ why }, "the sign-in provider's answer was not accepted"),
  );
  return { ...person, beganAtMs: attempt.beganAtMs };
}

interface Admitted {
  id: string;
  email: string;
  role: string | null;
}

/**
 * Who this is in the portal: the person who was linked before, else the one whose proved address it is, else somebody new
 * whom the claims give a role. Where roles follow from claims, a changed one counts from now on.
 * @throws Refusal no_account where there is none, none is given any more, or it is disabled
 */
async function admit(tx: Db, person: ProviderPerson, context: CallContext<Actor | null>): Promise<Admitted> {
  const { clock, audit, log, from } = context;
  if (person.role === null) throw new Refusal("no_account");
  const linked = await attempts.findByIdentity(tx, person);
  const byAddress =
    linked === undefined && person.email !== undefined ? await sessions.findByEmail(tx, person.email) : undefined;
  const known = linked ?? byAddress?.id;
  if (known === undefined) {
    if (person.role === undefined || person.email === undefined) throw new Refusal("no_account");
    const { email, role, firstName, lastName } = person;
    const account = { email, role, firstName, lastName, passwordHash: null, language: from.language };
    const id = await users.insert(tx, account);
    if (id === undefined || !(await attempts.link(tx, id, person, clock.now()))) throw new Refusal("no_account");
    audit({ after: { made: true, role } });
    return { id, email, role };
  }
  await lockSuperAdminsAnd(tx, known);
  const owner = await sessions.lockPerson(tx, known);
  if (!owner || owner.disabled) throw new Refusal("no_account");
  // Whoever made the account with somebody else's address, and never proved it, is not let in by its owner.
  if (linked === undefined && !owner.emailVerified && owner.passwordHash !== null) throw new Refusal("no_account");
  if (linked === undefined && !(await attempts.link(tx, owner.id, person, clock.now())))
    throw new Refusal("no_account");
  if (linked === undefined) await sessions.setVerified(tx, owner.id);
  const { role } = person;
  if (role === undefined || role === owner.role) {
    if (linked === undefined) audit({ after: { linked: true } });
    return owner;
  }
  try {
    await mustNotBeLast(tx, owner);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    log.warn({ userId: owner.id, role }, "the last super_admin stays one, whatever the sign-in provider says");
    return owner;
  }
  await people.update(tx, owner.id, { role });
  await people.forgetPendingEmail(tx, owner.id);
  await endSessions(tx, owner.id);
  context.publish("userEnded", { userId: owner.id });
  audit({ before: { role: owner.role }, after: { role, ...(linked === undefined && { linked: true }) } });
  return { ...owner, role };
}
