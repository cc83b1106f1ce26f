import { expect, test } from "vitest";

import { networkOf } from "../../core/network.ts";
import { type Attempt, LoginThrottle } from "./login-throttle.ts";

const from = (email: string, address: string, isKnown = false): Attempt => ({ email, address, isKnown });

test("pauses double up to a quarter of an hour", () => {
  const throttle = new LoginThrottle();
  let nowMs = 0;
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 18; attempt++) {
    const waitS = throttle.waitS(from("a@b.org", "192.0.2.1"), nowMs);
    pauses.push(waitS);
    nowMs += waitS * 1_000;
    throttle.tried(from("a@b.org", "192.0.2.1"), nowMs);
  }
  expect(pauses).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
});

test("another network and another account are not slowed down", () => {
  const throttle = new LoginThrottle();
  for (let attempt = 0; attempt < 9; attempt++) throttle.tried(from("a@b.org", "192.0.2.1"), 0);
  expect(throttle.waitS(from("a@b.org", "192.0.2.77"), 0)).toBeGreaterThan(0);
  expect(throttle.waitS(from("a@b.org", "192.0.3.1"), 0)).toBe(0);
  expect(throttle.waitS(from("c@b.org", "192.0.2.1"), 0)).toBe(0);
});

test("a free try that began before another was counted goes ahead", () => {
  const throttle = new LoginThrottle();
  throttle.tried(from("a@b.org", "192.0.2.1"), 1_005);
  expect(throttle.waitS(from("a@b.org", "192.0.2.1"), 1_000)).toBe(0);
});

test("a success forgets the tries, and so does time", () => {
  const throttle = new LoginThrottle();
  for (let attempt = 0; attempt < 4; attempt++) throttle.tried(from("a@b.org", "192.0.2.1"), 0);
  throttle.succeeded(from("a@b.org", "192.0.2.1"));
  for (let attempt = 0; attempt < 4; attempt++) throttle.tried(from("a@b.org", "192.0.2.1"), 0);
  expect(throttle.waitS(from("a@b.org", "192.0.2.1"), 0)).toBe(0);
  throttle.tried(from("a@b.org", "192.0.2.1"), 5 * 60_000);
  expect(throttle.waitS(from("a@b.org", "192.0.2.1"), 5 * 60_000)).toBe(0);
});

test.each([
  ["192.0.2.200", "192.0.2"],
  ["::ffff:192.0.2.200", "192.0.2"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:db8::6", "2001:db8:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
  ["::1", "0:0:0:0"],
])("%s is in the network %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});
