import { may } from "@offgrid/contract/core/access";
import { calls } from "@offgrid/contract/registry";
import { expect, test } from "vitest";
import access from "virtual:call-access";

test("the screens know the access of every call in the contract, and nothing else about calls", () => {
  expect(access).toEqual(Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, call.access])));
});

test("a button checks the same permission as the server", () => {
  expect(may(["view"], access.getSitesV2)).toBe(true);
  expect(may(["view"], access.registerNewContainer)).toBe(false);
  expect(may(null, access.login)).toBe(true);
  expect(may(null, access.getUserSetting)).toBe(false);
});
