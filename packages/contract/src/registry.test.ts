import { readdirSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test, vi } from "vitest";
import { z } from "zod";

import {
  type AnswerOf,
  type Call,
  type CallMap,
  noInput,
  noOutput,
  type OutputOf,
  type RequestOf,
} from "./core/call.ts";
import { toEpochMs } from "./core/constants.ts";
import { Refusal, refusals } from "./core/refusal.ts";
import { type CallName, type Calls, calls, findCall } from "./registry.ts";

const all: [string, Call][] = Object.entries(calls);

describe.each(all)("the call %s", (_, call) => {
  test("says what it does in one sentence", () => {
    expect(call.summary).toMatch(/^[A-Z].*\.$/);
  });

  test("prints as JSON Schema, so that its documents come from it", () => {
    expect(z.toJSONSchema(call.input, { io: "input" })).toMatchObject({ type: "object" });
    expect(z.toJSONSchema(call.output, { io: "output" })).toMatchObject({ type: "object" });
  });

  test("refuses keys that it does not know, at every depth", () => {
    expect(openObjects(z.toJSONSchema(call.input, { io: "input" }))).toEqual([]);
  });

  test("has no output field named status", () => {
    expect(Object.keys(call.output.shape)).not.toContain("status");
  });
});

describe("the registry", () => {
  test("knows its calls by their own names only", () => {
    expect(findCall("getSites")).toBe(calls.getSites);
    for (const name of ["constructor", "__proto__", "toString", "getsites", ""]) expect(findCall(name)).toBeUndefined();
  });

  test("has every call of every feature, and no call hides another of its name", async () => {
    const folder = join(import.meta.dirname, "features");
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".calls.ts"),
    );
    const modules = await Promise.all(
      files.map((file) => vi.importActual<Record<string, CallMap>>(join(folder, file))),
    );
    const declared = modules.flatMap((exports) =>
      Object.entries(exports).flatMap(([name, map]) => (name.endsWith("Calls") ? Object.entries(map) : [])),
    );
    expect(declared.map(([name]) => name).toSorted()).toEqual(Object.keys(calls).toSorted());
    expect(declared.filter(([name, call]) => findCall(name) !== call).map(([name]) => name)).toEqual([]);
  });

  test("every refusal is an HTTP error, and a thrown one knows its status", () => {
    for (const status of Object.values(refusals)) expect(status).toBeGreaterThanOrEqual(400);
    expect(new Refusal("not_found").status).toBe(404);
  });

  test("times under 3.15e10 are seconds", () => {
    expect(toEpochMs(1_760_000_000)).toBe(1_760_000_000_000);
    expect(toEpochMs(1_760_000_000_000)).toBe(1_760_000_000_000);
    expect(toEpochMs(3.15e10)).toBe(3.15e10);
  });
});

describe("what does not compile", () => {
  const plain = { summary: "Look.", access: "view", effect: "read", input: noInput, output: noOutput } as const;

  test("a call without access, with a misspelt permission or with an unknown refusal", () => {
    const { access: _, ...withoutAccess } = plain;
    const good = { look: plain } satisfies CallMap;
    // @ts-expect-error: access is missing
    const open = { look: withoutAccess } satisfies CallMap;
    // @ts-expect-error: there is no permission veiw
    const misspelt = { look: { ...plain, access: "veiw" } } satisfies CallMap;
    // @ts-expect-error: there is no refusal no_way
    const unknown = { look: { ...plain, errors: ["no_way"] } } satisfies CallMap;
    expect([good, open, misspelt, unknown].every((map) => "look" in map)).toBe(true);
  });

  test("a wrong request, a wrong answer or an unknown call", () => {
    const request: RequestOf<Calls["getContainerInfo"]> = { containerId: "kisumu" };
    // @ts-expect-error: the id is text
    const wrongRequest: RequestOf<Calls["getContainerInfo"]> = { containerId: 7 };
    const output: OutputOf<Calls["maskNotificationAsRead"]> = { count: 1 };
    // @ts-expect-error: the count is missing
    const wrongOutput: OutputOf<Calls["maskNotificationAsRead"]> = {};
    const answer: AnswerOf<Calls["maskNotificationAsRead"]> = { status: "ok", ...output };
    // @ts-expect-error: there is no such call
    const unknown: CallName = "getEverything";
    expect(findCall(unknown)).toBeUndefined();
    expect([request, wrongRequest, wrongOutput, answer]).toHaveLength(4);
  });
});

test("no call takes a name that has something invisible", () => {
  for (const [name, given, path] of [
    ["registerNewContainer", { serialNumber: "1", name: "Ga\u200bo" }, "name"],
    ["clusterSave", { name: "Ga\u200bo" }, "name"],
    ["roleSave", { id: "user", label: "Us\u2060er" }, "label"],
    ["passkeyFinish", { name: "Ph\u00adone" }, "name"],
    ["createNewUser", { firstName: "Am\u200dina", lastName: "Diallo" }, "firstName"],
    ["saveUserAccount", { lastName: "Dia\ufe0fllo" }, "lastName"],
    ["saveUserSetting", { views: [{ name: "All\u3164", search: {} }] }, "views.0.name"],
  ] as const) {
    const issues = calls[name].input.safeParse(given).error?.issues ?? [];
    const found = issues.filter((issue) => issue.path.join(".") === path).map(({ message }) => message);
    expect([name, found]).toEqual([name, [expect.stringContaining("invisible")]]);
  }
});

test("no call takes an instant of the year 0, which no database has", () => {
  const isTaken = (since: string) => calls.commandList.input.safeParse({ filter: { since } }).success;
  expect(["0000-12-31T23:59:59Z", "0001-01-01T00:00:00Z"].map(isTaken)).toEqual([false, true]);
});

/** Paths of objects that take any key, records apart: those name what their values are. */
function openObjects(schema: unknown, path = "input"): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const open = "properties" in schema && (!("additionalProperties" in schema) || schema.additionalProperties !== false);
  const inner = Object.entries(schema).flatMap(([key, value]) => openObjects(value, `${path}.${key}`));
  return open ? [path, ...inner] : inner;
}
