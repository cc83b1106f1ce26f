import { beforeEach, expect, test } from "vitest";

import { dropRegistration, endOf, keepRegistration, keptRegistration } from "./kept-registration.ts";

const nowMs = Date.UTC(2026, 10, 21);
const registration = {
  status: "ok" as const,
  topic: "ui/user/amina",
  url: "/mqtt",
  username: "amina",
  password: "secret",
  expiresAt: new Date(nowMs + 900_000).toISOString(),
  lifeS: 900,
};
const token = "a-session-token";
let entries: Map<string, string>;
const storage = {
  getItem: (key: string) => entries.get(key) ?? null,
  setItem: (key: string, value: string) => void entries.set(key, value),
  removeItem: (key: string) => void entries.delete(key),
} as Storage;
beforeEach(() => {
  entries = new Map();
});

test("a reload finds the credential of its session, with the time that it was given", () => {
  expect(keptRegistration(storage, token, nowMs)).toBeUndefined();
  keepRegistration(storage, token, { registration, atMs: nowMs });
  expect(keptRegistration(storage, token, nowMs + 60_000)).toEqual({ registration, atMs: nowMs });
});

test("a registration of another session, one about to expire and a broken entry are ignored", () => {
  keepRegistration(storage, token, { registration, atMs: nowMs });
  expect(keptRegistration(storage, "b-session-token", nowMs)).toBeUndefined();
  expect(keptRegistration(storage, token, nowMs + 850_000)).toBeUndefined();
  entries.set("offgrid.live", "{");
  expect(keptRegistration(storage, token, nowMs)).toBeUndefined();
});

test("a credential lasts just as long in a browser whose clock is wrong", () => {
  const wrongMs = nowMs + 55 * 60_000;
  keepRegistration(storage, token, { registration, atMs: wrongMs });
  expect(keptRegistration(storage, token, wrongMs + 60_000)).toEqual({ registration, atMs: wrongMs });
  expect(endOf({ registration, atMs: wrongMs })).toBe(wrongMs + 900_000);
});

test("the session's token is not stored", () => {
  keepRegistration(storage, token, { registration, atMs: nowMs });
  expect([...entries.values()].join()).not.toContain(token);
});

test("nothing of a credential is left once it is dropped", () => {
  keepRegistration(storage, token, { registration, atMs: nowMs });
  dropRegistration(storage);
  expect([...entries]).toEqual([]);
});
