import { expect, test } from "vitest";

import { leftProofs, noteLeaving } from "./left-sessions.ts";

function emptyStorage() {
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  } as unknown as Storage;
  return { entries, storage };
}

test("of a session that is left only a proof is kept, until the portal has been told", async () => {
  const { entries, storage } = emptyStorage();
  const forget = await noteLeaving(storage, "a-session-token");
  await noteLeaving(storage, "another-token");
  expect(leftProofs(storage)).toEqual([
    expect.stringMatching(/^[0-9a-f]{64}$/),
    expect.stringMatching(/^[0-9a-f]{64}$/),
  ]);
  expect([...entries.values()].join()).not.toContain("token");
  forget();
  expect(leftProofs(storage)).toHaveLength(1);
});

test("a session that is left twice is kept once, and of many the latest", async () => {
  const { entries, storage } = emptyStorage();
  await noteLeaving(storage, "one");
  await noteLeaving(storage, "one");
  expect(leftProofs(storage)).toHaveLength(1);
  for (let each = 0; each < 20; each += 1) await noteLeaving(storage, `token ${each}`);
  expect(leftProofs(storage)).toHaveLength(10);
  entries.set("offgrid.left-sessions", "no JSON");
  expect(leftProofs(storage)).toEqual([]);
});
