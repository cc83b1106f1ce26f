import { expect, test } from "vitest";

import { expectedHeight } from "./expected-height.ts";

const at = new Date(0).toISOString();
const reading = { value: 1, at };
const values = { "relay.1.on": reading, "relay.2.on": reading, "relay.3.on": reading, "relay.4.on": reading };
const capabilities = ["relay"];

test("relays stand three in a row, below what is said of them all", () => {
  const one = expectedHeight({ values: { "relay.1.on": reading }, capabilities });
  expect(one).toBeGreaterThan(0);
  expect(expectedHeight({ values, capabilities })).toBeGreaterThan(one);
});

test("nothing is kept free where no relay is measured, or where none can be switched", () => {
  expect(expectedHeight({ values: { "battery.soc": reading }, capabilities })).toBe(0);
  expect(expectedHeight({ values, capabilities: [] })).toBe(0);
});
