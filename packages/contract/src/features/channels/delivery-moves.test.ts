import fc from "fast-check";
import { expect, test } from "vitest";

import { maySpeak, nextHours } from "./channel-hours.ts";
import { isWorthRetrying, sendProblems, stepOf } from "./channel-kinds.ts";
import { deliveryEvents, deliveryMoves, type DeliveryState, retryAt, statesBefore } from "./delivery-moves.ts";
import { septets, toGsm7, toSms } from "./gsm7.ts";
import { fillTemplate, unknownPlaceholders } from "./message-template.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

test("what is sent, failed or suppressed stays so, and only what was claimed is sent", () => {
  for (const state of ["sent", "failed", "suppressed"] as const) expect(deliveryMoves[state]).toEqual({});
  expect(statesBefore("accepted")).toEqual(["sending"]);
  expect(statesBefore("claimed")).toEqual(["queued", "retrying"]);
  const walk = fc.array(fc.constantFrom(...deliveryEvents));
  fc.assert(
    fc.property(walk, (events) => {
      let state: DeliveryState = "queued";
      let accepted = 0;
      for (const event of events) {
        const next: DeliveryState | undefined = deliveryMoves[state][event];
        if (next === undefined) continue;
        if (event === "accepted") accepted++;
        state = next;
      }
      expect(accepted).toBe(state === "sent" ? 1 : 0);
    }),
  );
});

test("pauses are 1, 5, 15 and then 60 minutes, as long as a service asks for, and nothing is told after a day", () => {
  const pauses = [1, 2, 3, 4, 5, 20].map((attempts) => (retryAt({ attempts, createdMs: 0 }, 0) ?? 0) / minuteMs);
  expect(pauses).toEqual([1, 5, 15, 60, 60, 60]);
  expect(retryAt({ attempts: 1, createdMs: 0 }, 0, 2 * hourMs)).toBe(2 * hourMs);
  expect(retryAt({ attempts: 9, createdMs: 0 }, 23 * hourMs)).toBe(24 * hourMs);
  expect(retryAt({ attempts: 9, createdMs: 0 }, 23 * hourMs + 1)).toBeUndefined();
  expect(sendProblems.filter(isWorthRetrying)).toEqual(["rate_limited", "day_limit", "unreachable", "unanswered"]);
});

test("mail and SMS wait for their step, unless their person wants them at once", () => {
  const owner = { isOwner: true, isStaff: true };
  const staff = { isOwner: false, isStaff: true };
  const other = { isOwner: false, isStaff: false };
  const mail = { kind: "mail", timing: "steps" } as const;
  expect([owner, staff, other].map((who) => stepOf(mail, who))).toEqual([1, 2, undefined]);
  expect(stepOf({ ...mail, timing: "at_once" }, other)).toBe(0);
  expect(stepOf({ kind: "push", timing: "steps" }, other)).toBe(0);
});

test("hours are those of the person's clocks, also on the day on which they change, and over midnight", () => {
  const day = { from: "07:00", to: "21:00", zoneName: "Europe/Paris", exceptCritical: true };
  // In the night to 29 March 2026 clocks go from 2 to 3.
  const before = Date.UTC(2026, 2, 28, 6);
  const after = Date.UTC(2026, 2, 29, 5);
  expect([maySpeak(day, "warning", before - 1), maySpeak(day, "warning", before)]).toEqual([false, true]);
  expect([maySpeak(day, "warning", after - 1), maySpeak(day, "warning", after)]).toEqual([false, true]);
  expect(maySpeak(day, "critical", after - 1)).toBe(true);
  expect(maySpeak({ ...day, exceptCritical: false }, "critical", after - 1)).toBe(false);
  expect(nextHours(day, Date.UTC(2026, 2, 28, 22))).toBe(after);
  const night = { ...day, from: "22:00", to: "06:00" };
  expect([
    maySpeak(night, "info", Date.UTC(2026, 5, 1, 21)),
    maySpeak(night, "info", Date.UTC(2026, 5, 1, 12)),
  ]).toEqual([true, false]);
  // A Sunday.
  expect(maySpeak({ ...day, days: [1, 2, 3, 4, 5] }, "warning", Date.UTC(2026, 2, 29, 10))).toBe(false);
  expect(maySpeak(null, "info", 0)).toBe(true);
});

test("whatever a text is, as an SMS it has at most 160 septets of the alphabet, and loses no accent that the alphabet has", () => {
  expect(toGsm7("Élodie, 20 °C à l’« école » œuvre €")).toBe('Élodie, 20 C à l\'" école " oeuvre €');
  expect(septets("€[a]")).toBe(7);
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), (text) => {
      const sms = toSms(text);
      expect(septets(sms)).toBeLessThanOrEqual(160);
      expect(toGsm7(sms)).toBe(sms);
    }),
  );
});

test("placeholders that mean nothing are named, and one without a value leaves no gap", () => {
  expect(unknownPlaceholders("{what} {soc} {where} { }")).toEqual(["soc", " "]);
  expect(fillTemplate("{what} at {where}: {value}", { what: "Charge low", where: "Gao" })).toBe("Charge low at Gao");
});
