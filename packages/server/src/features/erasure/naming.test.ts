import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { type Called, patternsOf } from "./naming.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const nobody: Called = { email: null, phone: null, firstName: null, lastName: null };
const standIn = "Deleted person 4f2a";

async function erased(text: string, called: Called): Promise<string | undefined> {
  const { pattern } = patternsOf([called]);
  const { rows } = await database.pool.query<{ text: string }>("select regexp_replace($1, $2, $3, 'gi') as text", [
    text,
    pattern,
    standIn,
  ]);
  return rows[0]?.text;
}

const word = fc.stringMatching(/^[\p{L}"\\.*+?()[\]{}|^$' -]{0,6}\p{L}$/u);
const email = fc.stringMatching(/^[a-z0-9][a-z0-9._+-]{0,8}@[a-z]{2,8}\.[a-z]{2,4}$/);

test("whatever somebody is called, no text names them afterwards, as it is or in JSON", async () => {
  await fc.assert(
    fc.asyncProperty(word, word, email, async (firstName, lastName, address) => {
      const called = { ...nobody, email: address, firstName, lastName };
      const fullName = `${firstName} ${lastName}`.trim();
      const text = `To ${address}, "${fullName}" (${address})`;
      expect(await erased(text, called)).toBe(`To ${standIn}, "${standIn}" (${standIn})`);
      const json = await erased(JSON.stringify({ name: fullName, to: [address] }), called);
      expect(JSON.parse(json ?? "")).toEqual({ name: standIn, to: [standIn] });
    }),
    { numRuns: 60 },
  );
});

test.each([
  ["another address that ends or begins alike", "xzu@example.org zu@example.organic", { email: "zu@example.org" }],
  ["part of a longer name", "Anna Ballard", { firstName: "Anna", lastName: "Ball" }],
  ["a first name alone", "Anna was there", { firstName: "Anna", lastName: "Ball" }],
  ["a number of JSON", '{"atMs": 22790123456, "all": [22790123456]}', { phone: "22790123456" }],
  ["a longer number", "iccid 8922790123456", { phone: "22790123456" }],
])("%s is left as it is", async (_, text, called) => {
  expect(await erased(text, { ...nobody, ...called })).toBe(text);
});

test.each([
  ["+227 90 12 34 56", "call +22790123456 or 00227-90-12-34-56"],
  ["090 12 34 56", "call 0901-23456 or 090.12.34.56"],
  ["22790123456", "call 227 90 12 34 56 or 22790123456"],
])("the telephone number %s is found however its digits are grouped", async (phone, text) => {
  expect(await erased(text, { ...nobody, phone })).toBe(`call ${standIn} or ${standIn}`);
});
