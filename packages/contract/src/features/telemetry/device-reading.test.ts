import { expect, test } from "vitest";

import { TestReadMessage } from "./device-reading.schema.ts";

test("an answer to a test read has values with their units, or the reason why there are none", () => {
  const values = [
    { n: "relay.3.on", u: "bool", v: 1, raw: 1 },
    { n: "door.open", v: null, error: "illegal_address" },
  ];
  expect(TestReadMessage.parse({ id: "r1", ts: 5, values })).toEqual({ id: "r1", ts: 5, error: null, values });
  expect(TestReadMessage.parse({ id: "r1", ts: 5, error: "busy" })).toEqual({
    id: "r1",
    ts: 5,
    error: "busy",
    values: [],
  });
});

test.each([
  ["a value that is no number", { values: [{ n: "relay.3.on", v: "on" }] }],
  ["a name that is no metric", { values: [{ n: "Relay 3", v: 1 }] }],
  ["a reason that is not known", { error: "tired" }],
  ["more values than a container has metrics", { values: Array.from({ length: 513 }, () => ({ n: "a.b", v: 1 })) }],
])("%s makes it unreadable", (_, changes) => {
  expect(TestReadMessage.safeParse({ id: "r1", ts: 5, ...changes }).success).toBe(false);
});
