import { expect, test } from "vitest";

import { BirthMessage, CommandMessage } from "./telemetry.schema.ts";

test("the arguments of a command are at most 4 KB", () => {
  const withText = (length: number) =>
    CommandMessage.safeParse({
      id: "01J",
      op: "relay.set",
      target: "relay.1",
      args: { text: "x".repeat(length) },
      iat: 1_795_392_000_000,
      exp: 1_795_392_030_000,
      by: "amina",
    }).success;
  expect([withText(4_000), withText(4_096)]).toEqual([true, false]);
});

test("a word of a newer controller on a critical output counts as unproved, and does not cost the whole birth", () => {
  const { critical } = BirthMessage.shape;
  expect(critical.parse({ "relay.1": "proved", "relay.2": "proved_twice" })).toEqual({
    "relay.1": "proved",
    "relay.2": "unproved",
  });
});
