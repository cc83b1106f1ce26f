import { expect, test } from "vitest";

import {
  choiceParam,
  instantParam,
  pageParam,
  periodParams,
  textParam,
  zoomOf,
  zoomParam,
  zoomText,
} from "./search-params.ts";

test("a number in the address is read as text where text is expected, and empty text is ignored", () => {
  expect(textParam({ search: 12 }, "search")).toEqual({ search: "12" });
  expect(textParam({ search: "" }, "search")).toEqual({});
  expect(textParam({ search: ["a"] }, "search")).toEqual({});
  expect(textParam({ search: "abc" }, "search", 2)).toEqual({ search: "ab" });
});

test("a word in the address counts only if it is known", () => {
  expect(choiceParam({ sort: "name" }, "sort", ["name", "email"])).toEqual({ sort: "name" });
  expect(choiceParam({ sort: "height" }, "sort", ["name", "email"])).toEqual({});
});

test("the first page has no number in its address, and a fraction is not a page", () => {
  expect([1, 2, 2.5, "3", undefined].map((page) => pageParam({ page }))).toEqual([{}, { page: 2 }, {}, {}, {}]);
});

test("an instant is in milliseconds and on a calendar: seconds and what lies beyond are none", () => {
  const ms = 1_763_750_000_000;
  expect(instantParam({ at: ms }, "at")).toEqual({ at: ms });
  for (const at of [1_763_750_000, Number.MAX_SAFE_INTEGER, ms + 0.5, Number.NaN, -ms, String(ms), null])
    expect(instantParam({ at }, "at")).toEqual({});
  expect(periodParams({ from: ms, to: ms + 1 })).toEqual({ from: ms, to: ms + 1 });
  expect(periodParams({ from: 1_763_750_000, to: ms, period: "today" })).toEqual({ period: "today" });
});

test("a zoom is read as it was written, and anything else is no zoom", () => {
  const zoom = { fromMs: 1_763_750_000_000, toMs: 1_763_760_000_000 };
  expect(zoomOf(zoomText(zoom))).toEqual(zoom);
  expect(zoomParam({ zoom: zoomText(zoom) })).toEqual({ zoom: "1763750000000-1763760000000" });
  for (const text of ["", "12-13", "1763760000000-1763750000000", "1763760000000", 1_763_760_000_000, null])
    expect(zoomParam({ zoom: text })).toEqual({});
});
