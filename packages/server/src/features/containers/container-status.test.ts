import { expect, test } from "vitest";

import { Now } from "../../core/now.ts";
import { containerStatus } from "./container-status.ts";

const minute = 60_000;
const nowMs = Date.UTC(2026, 5, 1, 12);
const now = new Now(nowMs);
const longAgo = nowMs - 100 * minute;
const usual = { offlineAfterS: 90, justOfflineS: 900 };
const seen = (agoMs: number, linked: boolean) => ({ linked, lastContactAt: new Date(nowMs - agoMs), ...usual });

test("a linked container with a fresh sign of life is online", () => {
  expect(containerStatus(seen(89_000, true), now, longAgo)).toBe("online");
});

test("a container whose link ended is just offline for fifteen minutes, then offline", () => {
  expect(containerStatus(seen(1_000, false), now, longAgo)).toBe("just_offline");
  expect(containerStatus(seen(15 * minute - 1, false), now, longAgo)).toBe("just_offline");
  expect(containerStatus(seen(15 * minute, false), now, longAgo)).toBe("offline");
});

test("a link that is silent for ninety seconds counts as gone", () => {
  expect(containerStatus(seen(90_000, true), now, longAgo)).toBe("just_offline");
  expect(containerStatus(seen(16 * minute, true), now, longAgo)).toBe("offline");
});

test("after a start of the portal, what was known stays for ninety seconds; then the last contact decides", () => {
  expect(containerStatus(seen(60 * minute, true), now, nowMs - 89_000)).toBe("online");
  expect(containerStatus(seen(60 * minute, true), now, nowMs - 90_000)).toBe("offline");
  expect(containerStatus(seen(60 * minute, false), now, nowMs - 1_000)).toBe("offline");
});

test("who grants more silence grants it to links that are up: a start of the portal has ended them", () => {
  const granted = { ...seen(5 * minute, true), offlineAfterS: 3_600, justOfflineS: 7_200 };
  expect(containerStatus(granted, now, nowMs - 89_000)).toBe("online");
  expect(containerStatus(granted, now, nowMs - 90_000)).toBe("just_offline");
  expect(containerStatus(granted, now, nowMs - 10 * minute)).toBe("online");
});

test("a container without any contact is offline", () => {
  expect(containerStatus({ linked: false, lastContactAt: null, ...usual }, now, nowMs)).toBe("offline");
});

test("who grants a container more silence sees it as online, and then as just offline, for longer", () => {
  const granted = (agoMs: number) => ({ ...seen(agoMs, true), offlineAfterS: 300, justOfflineS: 3_600 });
  expect(containerStatus(granted(299_000), now, longAgo)).toBe("online");
  expect(containerStatus(granted(300_000), now, longAgo)).toBe("just_offline");
  expect(containerStatus(granted(60 * minute - 1), now, longAgo)).toBe("just_offline");
  expect(containerStatus(granted(60 * minute), now, longAgo)).toBe("offline");
});
