import { expect, test } from "vitest";

import { choiceParam, pageParam, textParam, zoomOf, zoomParam, zoomText } from "./search-params.ts";

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

test("a zoom is read as it was written, and anything else is no zoom", () => {
  const zoom = { fromMs: 1_763_750_000_000, toMs: 1_763_760_000_000 };
  expect(zoomOf(zoomText(zoom))).toEqual(zoom);
  expect(zoomParam({ zoom: zoomText(zoom) })).toEqual({ zoom: "1763750000000-1763760000000" });
  for (const text of ["", "12-13", "1763760000000-1763750000000", "1763760000000", 1_763_760_000_000, null])
    expect(zoomParam({ zoom: text })).toEqual({});
});
