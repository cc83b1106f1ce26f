import fc from "fast-check";
import { expect, test } from "vitest";

import { Now } from "./now.ts";
import { dateText, localDate } from "@offgrid/contract/core/zone-time";

const hourMs = 3_600_000;
const startMs = Date.UTC(2026, 0, 1);
const zones = ["UTC", "Africa/Lagos", "Asia/Kathmandu", "Europe/Berlin", "America/Havana", "Pacific/Apia"];
const instant = fc.integer({ min: startMs, max: startMs + 366 * 24 * hourMs });

test("until the instant that it notes, all its answers stay the same, and at that instant one of them changes", () => {
  const questions = fc.record({ instants: fc.array(instant, { maxLength: 5 }), zone: fc.constantFrom(...zones) });
  fc.assert(
    fc.property(instant, questions, fc.double({ min: 0, max: 1, noNaN: true }), (nowMs, { instants, zone }, share) => {
      const ask = (now: Now) => [...instants.map((atMs) => now.hasCome(atMs)), now.date(zone)];
      const now = new Now(nowMs);
      const answers = ask(now);
      expect(answers.at(-1)).toBe(dateText(localDate(zone, nowMs)));
      const laterMs = nowMs + Math.floor(share * (now.untilMs - 1 - nowMs));
      expect(ask(new Now(laterMs))).toEqual(answers);
      expect(ask(new Now(now.untilMs))).not.toEqual(answers);
    }),
  );
});

test("an instant has come from itself on, and what has come no longer changes", () => {
  const now = new Now(startMs);
  expect([now.hasCome(startMs - 1), now.hasCome(startMs)]).toEqual([true, true]);
  expect(now.untilMs).toBe(Infinity);
  expect(now.hasCome(startMs + 1)).toBe(false);
  expect(now.untilMs).toBe(startMs + 1);
});
