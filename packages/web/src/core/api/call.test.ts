import { expect, onTestFinished, test, vi } from "vitest";

import { answerCalls } from "../../testing/answer-calls.ts";
import { call, onRefusal, refusalOf } from "./call.ts";

test("a refusal of the portal keeps its code, fields, request id and waiting time", () => {
  const response = new Response(null, { status: 429, headers: { "Retry-After": "7", "X-Request-Id": "r-9" } });
  const error = refusalOf(response, { status: "error", code: "too_many", message: "Slow down.", fields: { a: "b" } });
  expect(error).toMatchObject({
    code: "too_many",
    status: 429,
    message: "Slow down.",
    fields: { a: "b" },
    requestId: "r-9",
    retryAfterS: 7,
    isOwn: true,
  });
});

test.each([
  [401, "signed_out"],
  [403, "forbidden"],
  [404, "not_found"],
  [413, "too_large"],
  [429, "too_many"],
  [500, "internal"],
  [502, "unavailable"],
  [504, "unavailable"],
  [200, "bad_answer"],
])("an answer %i that is not the portal's own means %s", (status, code) => {
  expect(refusalOf(new Response("<html>", { status }), undefined)).toMatchObject({ code, status, isOwn: false });
});

test("a code that is not in the contract is ignored", () => {
  const error = refusalOf(new Response(null, { status: 500 }), { code: "constructor", message: "x" });
  expect(error).toMatchObject({ code: "internal", isOwn: false });
});

test("only an answer 401 of the portal itself signs out", async () => {
  let count = 0;
  onRefusal({ signedOut: () => void count++, twoStepNeeded: () => undefined });
  vi.stubGlobal("document", { cookie: "" });
  onTestFinished(() => {
    onRefusal({ signedOut: () => undefined, twoStepNeeded: () => undefined });
    vi.unstubAllGlobals();
  });
  const made = async (body: string) => {
    vi.stubGlobal("fetch", async () => new Response(body, { status: 401 }));
    await expect(call("getUserSetting", {})).rejects.toMatchObject({ code: "signed_out" });
    return count;
  };
  expect(await made("<html>Sign in to the hotel</html>")).toBe(0);
  expect(await made(JSON.stringify({ status: "error", code: "signed_out" }))).toBe(1);
});

test("a change that the screen shows already outlives its page, unless the browser would refuse it for its size", async () => {
  vi.stubGlobal("document", { cookie: "" });
  const { all: asked } = answerCalls({});
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
  await call("favoriteSet", { containerId: "lodwar", favorite: true }, { outlivesPage: true });
  await call("favoriteSet", { containerId: "lodwar", favorite: true });
  await call("saveUserSetting", { avatar: "x".repeat(70_000) } as object, { outlivesPage: true });
  expect(asked.map(({ outlivesPage }) => outlivesPage)).toEqual([true, false, false]);
});
