import { createHash } from "node:crypto";

import { expect, onTestFinished, test, vi } from "vitest";

import { endLeftSessions, leftProofs, noteLeaving } from "./left-sessions.ts";

function emptyStorage() {
  const entries = new Map<string, string>();
  const storage = {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  } as unknown as Storage;
  return { entries, storage };
}

test("of a session that is left only a proof is kept, until the portal has been informed", async () => {
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

const page = (status: number) => () => new Response("<html>Sign in to the hotel</html>", { status });
const json = (status: number, body: object) => () => Response.json(body, { status });

test("only the portal's own answer ends the wait of a session that was left", async () => {
  const answers = {
    "the sign-in of a hotel": page(200),
    "its refusal": page(403),
    "nothing there": page(404),
    "a service that is well": json(200, { status: "ok" }),
    "one with an answer of its own": json(200, { status: "ok", data: { proof: "0".repeat(64) } }),
    "another that knows no such thing": json(404, { status: "error", code: "not_found" }),
    "another service": json(404, { status: "error", code: "no_such_thing" }),
    "an answer without a status": json(404, { code: "not_found" }),
    "a portal that is busy": json(429, { status: "error", code: "too_many" }),
    "a portal without its database": json(503, { status: "error", code: "unavailable" }),
  };
  const proof = createHash("sha256").update("token").digest("hex");
  const own = [json(200, { status: "ok", data: { proof } }), json(404, { status: "error", code: "no_such_call" })];
  // Whenever the page waits, the network is back at once.
  const addEventListener = (_: string, listener: () => void) => queueMicrotask(listener);
  vi.stubGlobal("window", { addEventListener, removeEventListener: () => undefined });
  vi.stubGlobal("document", { cookie: "" });
  onTestFinished(() => void vi.unstubAllGlobals());
  for (const last of own) {
    const { storage } = emptyStorage();
    await noteLeaving(storage, "token");
    const waiting = Object.entries(answers);
    const kept: string[] = [];
    let asked: string | undefined;
    vi.stubGlobal("fetch", async () => {
      if (asked !== undefined && leftProofs(storage).length === 1) kept.push(asked);
      const [name, answer] = waiting.shift() ?? ["the portal", last];
      asked = name;
      return answer();
    });
    await endLeftSessions(storage);
    expect(kept).toEqual(Object.keys(answers));
    expect(leftProofs(storage)).toEqual([]);
  }
});
