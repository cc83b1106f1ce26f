import { randomBytes } from "node:crypto";

import { containerCalls } from "@offgrid/contract/containers/containers.calls";
import type { z } from "zod";

import type { Db } from "../core/db.ts";
import { StartError } from "../core/start-error.ts";
import { registerContainer } from "../features/containers/registration.ts";
import * as sessions from "../features/session/session.store.ts";
import { UsageError } from "./verb.ts";

type Registration = z.output<typeof containerCalls.registerNewContainer.input>;
export interface RegistrationWords {
  name?: string | undefined;
  id?: string | undefined;
  serial?: string | undefined;
  uuid?: string | undefined;
  lat?: string | undefined;
  long?: string | undefined;
  zone?: string | undefined;
  address?: string | undefined;
}

const wordOf: Record<string, string> = { containerId: "id", serialNumber: "serial", zoneName: "zone", location: "lat" };

/** @throws UsageError that names what is not right */
export function readRegistration(words: RegistrationWords, nameOf = (word: string) => `--${word}`): Registration {
  const { name, id, serial, uuid, lat, long, zone, address } = words;
  const parsed = containerCalls.registerNewContainer.input.safeParse({
    name,
    containerId: id,
    serialNumber: serial ?? `OG-${randomBytes(4).toString("hex")}`,
    uuid,
    ...((lat !== undefined || long !== undefined) && { location: { lat: toNumber(lat), long: toNumber(long) } }),
    zoneName: zone,
    address,
  });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const field = String(issue?.path.at(-1));
  throw new UsageError(`${nameOf(wordOf[field] ?? field)} is not right: ${issue?.message}.`);
}

/** @param emails Of those who see it. @throws Refusal; StartError for one without an account. */
export async function register(
  db: Db,
  wanted: Registration,
  emails: readonly string[],
): Promise<{ containerId: string; secret: string }> {
  const users = await Promise.all(emails.map((email) => mustFindPerson(db, email)));
  return registerContainer(db, { ...wanted, users });
}

async function mustFindPerson(db: Db, email: string): Promise<string> {
  const person = await sessions.findByEmail(db, email.trim().toLowerCase());
  if (!person) throw new StartError(`There is no account ${email}; add it first, or leave it out.`);
  return person.id;
}

/** Number("") is 0, which is a place in the sea. */
function toNumber(degrees: string | undefined): number {
  return degrees === undefined || degrees.trim() === "" ? NaN : Number(degrees);
}
