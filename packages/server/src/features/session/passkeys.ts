import { Refusal } from "@offgrid/contract/core/refusal";
import type { NewPasskey, UsedPasskey } from "@offgrid/contract/session/factors.calls";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "@simplewebauthn/server";
import type { z } from "zod";

import type { Actor } from "../../calls/actor.ts";
import type { Clock } from "../../core/clock.ts";
import type { Db } from "../../core/db.ts";
import * as factors from "./factors.store.ts";

const challengeLifeMs = 5 * 60_000;

/** Loaded with the first passkey: its 70 modules take a sixth of the processor time of a start. */
const library = () => import("@simplewebauthn/server");

interface Options {
  db: Db;
  clock: Clock;
  /** Address of the web app: passkeys belong to its host, and answers come from its origin. */
  url: string;
}

type Json = Record<string, z.core.util.JSONType>;

/** As it goes over the wire: without keys that are undefined. */
function plain(options: object): Json {
  return JSON.parse(JSON.stringify(options)) as Json;
}

/** Options for a new passkey that stays on the device and asks who holds it. */
export async function creationOptions(
  { db, clock, url, portalName }: Options & { portalName: string },
  actor: Actor,
  known: readonly { id: string }[],
): Promise<{ options: Json }> {
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: portalName,
    rpID: new URL(url).hostname,
    userName: actor.email,
    userID: new Uint8Array(Buffer.from(actor.userId)),
    attestationType: "none",
    excludeCredentials: known.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    timeout: challengeLifeMs,
  });
  await factors.keepChallenge(db, options.challenge, actor.userId, clock.now(), challengeLifeMs);
  return { options: plain(options) };
}

export async function requestOptions({ db, clock, url }: Options): Promise<{ options: Json }> {
  const { generateAuthenticationOptions } = await library();
  const options = await generateAuthenticationOptions({
    rpID: new URL(url).hostname,
    userVerification: "required",
    timeout: challengeLifeMs,
  });
  await factors.keepChallenge(db, options.challenge, null, clock.now(), challengeLifeMs);
  return { options: plain(options) };
}

/**
 * Checks what a device made: challenge (used up by this), origin, host, and that it asked who holds it.
 * @throws Refusal bad_passkey
 */
export async function checkNewPasskey(
  { db, clock, url }: Options,
  credential: z.output<typeof NewPasskey>,
  userId: string,
) {
  const { origin, hostname } = new URL(url);
  const { verifyRegistrationResponse } = await library();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} } as RegistrationResponseJSON,
    expectedChallenge: (challenge) => factors.useChallenge(db, challenge, userId, clock.now()),
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
  }).catch(() => {
    throw new Refusal("bad_passkey");
  });
  if (!registrationInfo) throw new Refusal("bad_passkey");
  const { id, publicKey, counter } = registrationInfo.credential;
  const transports = credential.response.transports ?? [];
  return { id, publicKey: Buffer.from(publicKey), counter, transports };
}

/** Whose passkey signed an open challenge; undefined when anything about it is not right. */
export async function checkUsedPasskey({ db, clock, url }: Options, credential: z.output<typeof UsedPasskey>) {
  const { origin, hostname } = new URL(url);
  const known = await factors.findPasskey(db, credential.id);
  if (!known) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const found = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} } as AuthenticationResponseJSON,
    expectedChallenge: (challenge) => factors.useChallenge(db, challenge, null, clock.now()),
    expectedOrigin: origin,
    expectedRPID: hostname,
    requireUserVerification: true,
    credential: { id: known.id, publicKey: new Uint8Array(known.publicKey), counter: known.counter },
  }).catch(() => undefined);
  if (!found?.verified) return undefined;
  const { id, userId, email, role, counter } = known;
  return { id, userId, email, role, from: counter, to: found.authenticationInfo.newCounter };
}
