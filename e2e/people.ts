/** People whom a journey makes for itself, so that none disturbs another, and the mails to them. */
import { randomUUID } from "node:crypto";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";

import { expect } from "@playwright/test";

import { post, type Session, type Stage } from "./fixtures.ts";

export interface Person {
  userId: string;
  email: string;
}
export const ownPassword = "nine green bicycles";

/** Has a person invited by an administrator. @param containers What they are to see; who sees one alone lands on it. */
export async function invite(
  stage: Stage,
  { role = "user", containers = ["lodwar", "jumla"] }: { role?: string; containers?: readonly string[] } = {},
): Promise<Person> {
  const email = `grace-${randomUUID().slice(0, 8)}@example.org`;
  const input = { email, firstName: "Grace", lastName: "Mensah", role, containers, language: "en" };
  const { data } = await stage.call("ada", "createNewUser", input);
  return { email, userId: (data as { userId: string }).userId };
}

/** A person who has followed the invitation and has `ownPassword`. */
export async function addPerson(stage: Stage, options?: Parameters<typeof invite>[1]): Promise<Person> {
  const person = await invite(stage, options);
  const { token } = await nextLink(stage, person.email);
  await post(stage, "confirmPassword", { token, password: ownPassword });
  return person;
}

/** A person of this role alone, and the session of their own: the portal counts some calls per session. */
export async function addActor(stage: Stage, role: "super_admin" | "admin"): Promise<Person & { session: Session }> {
  const person = await addPerson(stage, { role, containers: [] });
  return { ...person, session: await sessionFor(stage, person) };
}

export async function sessionFor(stage: Stage, { email }: Person, password = ownPassword): Promise<Session> {
  return (await post(stage, "login", { email, password })) as unknown as Session;
}

const seen = new Set<string>();

/** The link of the next mail to an address, as a path of the portal; each mail once. */
export async function nextLink(stage: Stage, email: string): Promise<{ path: string; token: string }> {
  let found: { path: string; token: string } | undefined;
  await expect(async () => {
    const folder = join(stage.dataDir, "outbox");
    const names = (await readdir(folder)).filter((name) => name.endsWith(".eml") && !seen.has(name));
    for (const name of names) {
      const source = await readFile(join(folder, name), "utf8");
      if (!source.includes(`To: ${email}\n`)) continue;
      // Quoted-printable, as the composer writes mails.
      const text = source.replaceAll("=\n", "").replaceAll("=3D", "=");
      const link = new RegExp(`${stage.portalUrl}(/\\S*#token=([\\w-]+)(?:&(?:invite|agree)=1)?)`).exec(text);
      if (!link) continue;
      seen.add(name);
      found = { path: link[1] ?? "", token: link[2] ?? "" };
      return;
    }
    throw new Error(`There is no new mail to ${email}.`);
  }).toPass();
  if (!found) throw new Error(`There is no new mail to ${email}.`);
  return found;
}
