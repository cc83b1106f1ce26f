import type { Role } from "@offgrid/contract/core/access";
import type { AnswerOf, RequestOf } from "@offgrid/contract/core/call";
import type { RefusalCode } from "@offgrid/contract/core/refusal";
import type { CallName, Calls } from "@offgrid/contract/registry";
import { expect } from "vitest";

import { type Clock, systemClock } from "../core/clock.ts";
import type { Config } from "../config/config.ts";
import { registerContainer } from "../features/containers/registration.ts";
import { hashPassword } from "../core/password-hash.ts";
import * as sessions from "../features/session/session.store.ts";
import * as users from "../features/users/users.store.ts";
import type { PortalParts } from "../portal.ts";
import { atFileEnd } from "./file-end.ts";
import { type TestPortal, startTestPortal } from "./test-portal.ts";

/** A person in a test: what they are and which containers are theirs; missing containers are made. */
export interface Part {
  role: Role | null;
  containers?: readonly string[];
  /** Only for those who sign in; hashing takes its time. */
  password?: string;
}

/** An answer as it came over HTTP. */
export interface RawAnswer {
  status: number;
  /** Of a refusal. */
  code: string | undefined;
  /** Empty when the answer is a file. */
  body: Record<string, unknown>;
  text: string;
  headers: Headers;
}

/** Thrown by `call` when the portal refuses. */
export class CallRefused extends Error {
  readonly answer: RawAnswer;
  constructor(name: string, answer: RawAnswer) {
    super(`${name} was refused: ${answer.status} ${answer.text}`);
    this.answer = answer;
  }
}

export interface Player {
  /** Makes a call over HTTP. @throws CallRefused */
  call<Name extends CallName>(name: Name, input: RequestOf<Calls[Name]>): Promise<AnswerOf<Calls[Name]>>;
  /** Sends any body to any name, answered or refused. */
  post(name: string, body: unknown, headers?: Record<string, string>): Promise<RawAnswer>;
}
export interface Actor extends Player {
  userId: string;
  email: string;
  token: string;
}

declare module "vitest" {
  // oxlint-disable-next-line typescript/no-explicit-any -- has to repeat the library's own declaration
  interface Matchers<T = any> {
    /** The call is refused with this code. */
    refusesWith: (code: RefusalCode) => Promise<T>;
  }
}

expect.extend({
  async refusesWith(call: Promise<unknown>, code: RefusalCode) {
    const found = await call.then(
      (answer) => `it was answered: ${JSON.stringify(answer)}`,
      (error: unknown) => (error instanceof CallRefused ? error.answer.code : String(error)),
    );
    return { pass: found === code, message: () => `expected the call to be refused with ${code}, but: ${found}` };
  },
});

let portal: Promise<TestPortal> | undefined;
let clock: Clock = systemClock;

/**
 * The portal of this test file; started by the first caller and stopped after the last test.
 * @param options What differs from the usual; only the first caller's count.
 */
export function thePortal({
  config,
  ...parts
}: Pick<PortalParts, "clock" | "log" | "readDisk" | "handlers"> & {
  config?: Partial<Config>;
} = {}): Promise<TestPortal> {
  if (parts.clock) clock = parts.clock;
  if (portal) return portal;
  const started = startTestPortal(config, { ...parts, clock });
  portal = started;
  atFileEnd(async () => {
    portal = undefined;
    clock = systemClock;
    await (await started).stop();
  });
  return started;
}

/** Adds named people to the portal of this test file, signed in. */
export async function cast<Name extends string>(parts: Record<Name, Part>): Promise<Record<Name, Actor>> {
  const { api, database } = await thePortal();
  const entries = Object.entries(parts) as [Name, Part][];
  const actors = await Promise.all(
    entries.map(async ([name, part]): Promise<[Name, Actor]> => {
      const email = `${name.toLowerCase()}.${Math.random().toString(36).slice(2, 8)}@example.org`;
      const { role, password } = part;
      const passwordHash = password === undefined ? "none" : await hashPassword(password);
      const id = (await users.insert(database.db, { email, role, passwordHash, firstName: name })) as string;
      for (const containerId of part.containers ?? []) await ensureContainer(containerId, id);
      const { token } = await database.db.transaction().execute((db) => sessions.openSession(db, id, clock.now()));
      return [name, { ...player(api, { "x-auth-token": token, "x-user-id": id }), userId: id, email, token }];
    }),
  );
  return Object.fromEntries(actors) as Record<Name, Actor>;
}

/** Someone without an account. */
export async function aStranger(): Promise<Player> {
  return player((await thePortal()).api, {});
}

/** Makes the container when there is none yet, and lets a person see it. */
export async function ensureContainer(containerId: string, userId?: string): Promise<void> {
  const { db } = (await thePortal()).database;
  const name = containerId[0]!.toUpperCase() + containerId.slice(1);
  await db
    .transaction()
    .execute((within) => registerContainer(within, { containerId, name, serialNumber: `SN-${containerId}`, users: [] }))
    .catch((error: { code?: string }) => {
      if (error.code !== "id_used" && error.code !== "serial_used") throw error;
    });
  if (userId !== undefined) await db.insertInto("containerUser").values({ containerId, userId }).execute();
}

function player(api: string, identity: Record<string, string>): Player {
  const post = async (name: string, body: unknown, headers: Record<string, string> = {}): Promise<RawAnswer> => {
    const response = await fetch(`${api}/${name}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...identity, ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    const parsed = (isJson ? JSON.parse(text) : {}) as Record<string, unknown>;
    return {
      status: response.status,
      code: parsed["code"] as string | undefined,
      body: parsed,
      text,
      headers: response.headers,
    };
  };
  return {
    post,
    call: async (name, input) => {
      const answer = await post(name, input);
      if (answer.status !== 200) throw new CallRefused(name, answer);
      return answer.body as never;
    },
  };
}
