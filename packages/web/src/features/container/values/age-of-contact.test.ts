import { expect, test } from "vitest";

import { isAgeOfContact } from "./age-of-contact.ts";

const seenMs = Date.UTC(2026, 10, 21, 9);
const away = { status: "offline", lastSeen: new Date(seenMs).toISOString(), everyS: 60 } as const;

test("values of the last contact with a container that is away have its age, and others their own", () => {
  expect(isAgeOfContact(away, seenMs - 30_000)).toBe(true);
  expect(isAgeOfContact({ ...away, status: "just_offline" }, seenMs - 180_000)).toBe(true);
  expect(isAgeOfContact(away, seenMs - 180_001)).toBe(false);
  expect(isAgeOfContact({ ...away, status: "online" }, seenMs)).toBe(false);
  expect(isAgeOfContact({ ...away, lastSeen: null }, seenMs)).toBe(false);
  expect(isAgeOfContact(away, undefined)).toBe(false);
});
