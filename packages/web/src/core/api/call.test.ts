import { expect, test } from "vitest";

import { refusalOf } from "./call.ts";

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
  expect(refusalOf(new Response("<html>", { status }), undefined)).toMatchObject({ code, status });
});

test("a code that is not in the contract is ignored", () => {
  const error = refusalOf(new Response(null, { status: 500 }), { code: "constructor", message: "x" });
  expect(error.code).toBe("internal");
});
