import { expect, test } from "vitest";

import { panBy, sameRange, within, zoomBy } from "./zoom.ts";

const full = { fromMs: 0, toMs: 86_400_000 };

test("zooming in and out again comes back to the whole", () => {
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
