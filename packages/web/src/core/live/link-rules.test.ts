import { expect, test } from "vitest";

import { linkState, newClientId, reconnectDelayMs, renewInMs } from "./link-rules.ts";

const down = { connected: false, wasConnected: true, silent: false, downSinceMs: 0, reachable: true };

test("the chip says reconnecting for ten seconds, then polling; offline when nothing answers", () => {
  expect(linkState({ ...down, nowMs: 9999 })).toBe("reconnecting");
  expect(linkState({ ...down, nowMs: 10_000 })).toBe("polling");
  expect(linkState({ ...down, nowMs: 10_000, reachable: false })).toBe("offline");
  expect(linkState({ ...down, connected: true, nowMs: 10_000 })).toBe("live");
});

test("the first connection is being made, not made again", () => {
  expect(linkState({ ...down, wasConnected: false, nowMs: 9999 })).toBe("connecting");
  expect(linkState({ ...down, wasConnected: false, nowMs: 10_000 })).toBe("polling");
});

test("a line that fell silent is stalled for as long as nothing comes, whatever else was tried", () => {
  expect(linkState({ ...down, silent: true, nowMs: 1 })).toBe("stalled");
  expect(linkState({ ...down, silent: true, nowMs: 600_000 })).toBe("stalled");
  expect(linkState({ ...down, silent: true, nowMs: 1, reachable: false })).toBe("offline");
});

test("pauses between tries begin at a second and grow to at most 30 s", () => {
  expect([1, 2, 3, 4].map((tries) => reconnectDelayMs(tries, 0.5))).toEqual([1000, 1000, 1000, 1000]);
  expect([5, 6, 7, 8, 9, 20].map((tries) => reconnectDelayMs(tries, 0))).toEqual([
    2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
  expect(reconnectDelayMs(20, 1)).toBe(15_000);
});

test("a credential is renewed after 80 % of its life", () => {
  expect(renewInMs(900_000)).toBe(720_000);
  expect(renewInMs(0)).toBe(10_000);
});

test("a client id is portal- and sixteen letters and digits, different each time", () => {
  const ids = Array.from({ length: 200 }, () => newClientId());
  for (const id of ids) expect(id).toMatch(/^portal-[A-Za-z0-9]{16}$/);
  expect(new Set(ids).size).toBe(200);
});

test("all letters are equally likely: bytes above the last whole multiple are left out", () => {
  expect(newClientId((bytes) => bytes.fill(248).fill(0, 8))).toBe("portal-AAAAAAAAAAAAAAAA");
});
