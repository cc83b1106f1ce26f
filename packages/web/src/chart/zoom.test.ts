import { describe, expect, test } from "vitest";

import { carriedView, moveEnd, panBy, pinchView, sameRange, within, zoomBy } from "./zoom.ts";

const full = { fromMs: 0, toMs: 86_400_000 };

test("zooming in and out again returns to the whole range", () => {
  const near = zoomBy(full, full, 2);
  expect(near).toEqual({ fromMs: 21_600_000, toMs: 64_800_000 });
  expect(sameRange(zoomBy(near, full, 0.5), full)).toBe(true);
});

test("zooming ends at a minute", () => {
  const view = zoomBy(full, full, 1e9);
  expect(view.toMs - view.fromMs).toBe(60_000);
});

test("moving stops at the ends and keeps the length", () => {
  const near = zoomBy(full, full, 4);
  expect(panBy(near, full, -99)).toEqual({ fromMs: 0, toMs: 21_600_000 });
  expect(panBy(near, full, 99)).toEqual({ fromMs: 64_800_000, toMs: 86_400_000 });
});

test("a view outside is brought back inside", () => {
  expect(within({ fromMs: -5, toMs: 2 * full.toMs }, full)).toEqual(full);
});

test("zooming leaves the time under the pointer where it is", () => {
  const at = 18_000_000;
  const near = zoomBy(full, full, 4, at);
  const share = (view: typeof full) => (at - view.fromMs) / (view.toMs - view.fromMs);
  expect(share(near)).toBeCloseTo(share(full), 10);
  expect(near.toMs - near.fromMs).toBe(21_600_000);
});

test("one end moves alone, up to a minute before the other end and not beyond the whole range", () => {
  const near = { fromMs: 20_000_000, toMs: 40_000_000 };
  expect(moveEnd(near, full, "from", -5_000_000)).toEqual({ fromMs: 15_000_000, toMs: 40_000_000 });
  expect(moveEnd(near, full, "from", 99e9)).toEqual({ fromMs: 39_940_000, toMs: 40_000_000 });
  expect(moveEnd(near, full, "from", -99e9)).toEqual({ fromMs: 0, toMs: 40_000_000 });
  expect(moveEnd(near, full, "to", 99e9)).toEqual({ fromMs: 20_000_000, toMs: full.toMs });
  expect(moveEnd(near, full, "to", -99e9)).toEqual({ fromMs: 20_000_000, toMs: 20_060_000 });
});

describe("two fingers", () => {
  const start = { fromMs: 20_000_000, toMs: 60_000_000 };
  const timeAt = (view: typeof full, share: number) => view.fromMs + share * (view.toMs - view.fromMs);

  test("keep the times that they were placed on", () => {
    const view = pinchView(start, full, [0.3, 0.6], [0.2, 0.8]);
    expect(timeAt(view, 0.2)).toBeCloseTo(timeAt(start, 0.3), 3);
    expect(timeAt(view, 0.8)).toBeCloseTo(timeAt(start, 0.6), 3);
    // The order in which they were put down does not matter.
    expect(pinchView(start, full, [0.6, 0.3], [0.8, 0.2])).toEqual(view);
  });

  test("that move together move the view", () => {
    const view = pinchView(start, full, [0.4, 0.6], [0.5, 0.7]);
    expect(view.toMs - view.fromMs).toBeCloseTo(40_000_000, 3);
    expect(view.fromMs).toBeCloseTo(16_000_000, 3);
  });

  test("can zoom out to everything, and in to no less than a minute", () => {
    expect(pinchView(start, full, [0.1, 0.9], [0.49, 0.51])).toEqual(full);
    const view = pinchView({ fromMs: 0, toMs: 120_000 }, full, [0.49, 0.51], [0, 1]);
    expect(view.toMs - view.fromMs).toBe(60_000);
  });

  test("on one spot do not zoom endlessly", () => {
    const view = pinchView(start, full, [0.5, 0.5], [0.5, 0.5]);
    expect(view.toMs - view.fromMs).toBe(40_000_000);
  });
});

describe("when the whole range changes, a view", () => {
  const view = { fromMs: 10_000, toMs: 70_000 };
  const before = { fromMs: 0, toMs: 100_000 };

  test("stays where it is while the range only grows or rolls on", () => {
    expect(carriedView(view, before, { fromMs: 0, toMs: 110_000 })).toEqual(view);
    expect(carriedView(view, before, { fromMs: 5_000, toMs: 105_000 })).toEqual(view);
  });

  test("that reached the end moves with it", () => {
    const latest = { fromMs: 30_000, toMs: 100_000 };
    expect(carriedView(latest, before, { fromMs: 0, toMs: 110_000 })).toEqual({ fromMs: 40_000, toMs: 110_000 });
  });

  test("is reset for another period", () => {
    expect(carriedView(view, before, { fromMs: 100_000, toMs: 200_000 })).toBeUndefined();
    expect(carriedView(view, before, { fromMs: -100_000, toMs: 0 })).toBeUndefined();
    expect(carriedView(view, before, { fromMs: 0, toMs: 50_000 })).toBeUndefined();
  });
});
