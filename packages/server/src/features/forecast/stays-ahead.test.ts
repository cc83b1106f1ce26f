import type { BlackoutForecast } from "@offgrid/contract/forecast/forecast.schema";
import { expect, test } from "vitest";

import { thePortal } from "../../testing/cast.ts";
import { beforeForecasts, clock, hour } from "./forecast.fixture.ts";
import { findBefore, saveForecast } from "./forecast.store.ts";
import { isAheadAfter } from "./stays-ahead.ts";

beforeForecasts();

/** A cut that is likely in 36 h, and comes so much earlier with one chance in four, and in ten. */
function expecting(early: number, earliest: number, nowMs: number): BlackoutForecast {
  const inHours = (hours: number) => new Date(nowMs + hours * hour).toISOString();
  const blackout = {
    early: inHours(early),
    earliest: inHours(earliest),
    likely: inHours(36),
    latest: null,
    chance: 0.7,
  };
  return { at: inHours(0), state: "blackout", likely: inHours(36), dip: null, blackout } as unknown as BlackoutForecast;
}

test("a chance that hovers around one in four raises a cut ahead once, by any process, and ends it once it is small", async () => {
  const { db } = (await thePortal()).database;
  const container = { id: "lodwar", cutSince: null, cutOutputs: null, liveValues: null };
  const next = async (forecast: BlackoutForecast) => {
    const isAhead = isAheadAfter(await findBefore(db, container.id), forecast, clock.now());
    await saveForecast(db, container, forecast, isAhead);
    clock.advance(hour / 4);
    return (await findBefore(db, container.id))?.isAhead;
  };
  const seen: unknown[] = [];
  for (const [early, earliest] of [
    [30, 13],
    [23, 13],
    [30, 13],
    [23, 13],
    [30, 13],
  ] as const)
    seen.push(await next(expecting(early, earliest, clock.now())));
  expect(seen).toEqual([false, true, true, true, true]);
  // A container that falls silent keeps it.
  expect(await next({ ...expecting(30, 13, clock.now()), state: "blind", likely: null, blackout: null })).toBe(true);
  expect(await next(expecting(30, 13, clock.now()))).toBe(true);
  expect(await next(expecting(40, 30, clock.now()))).toBe(false);
  expect(await next(expecting(30, 13, clock.now()))).toBe(false);
});

test("one that came within the day since the last forecast stays ahead, and one that has come does not", () => {
  const nowMs = Date.UTC(2026, 5, 10);
  const before = { isAhead: false, isCut: false, detail: expecting(24.1, 13, nowMs) };
  const later = nowMs + hour / 4;
  expect(isAheadAfter(before, expecting(25, 13, later), later)).toBe(true);
  expect(isAheadAfter({ ...before, isCut: true }, expecting(25, 13, later), later)).toBe(false);
  expect(isAheadAfter(undefined, expecting(25, 13, later), later)).toBe(false);
});
