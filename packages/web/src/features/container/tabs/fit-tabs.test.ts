import { expect, test } from "vitest";

import { fitTabs } from "./fit-tabs.ts";

const tabs = ["a", "b", "c", "d"];
const at = (row: number) => ({ row, widthOf: () => 100, more: 60, gap: 4 });

test("tabs that all fit need no menu", () => {
  expect(fitTabs(tabs, "a", at(412))).toEqual({ shown: tabs, rest: [] });
});

test("what does not fit beside the button goes into the menu", () => {
  expect(fitTabs(tabs, "a", at(411))).toEqual({ shown: ["a", "b", "c"], rest: ["d"] });
  expect(fitTabs(tabs, "a", at(300))).toEqual({ shown: ["a", "b"], rest: ["c", "d"] });
});

test("the open tab is in the row however little room there is", () => {
  expect(fitTabs(tabs, "d", at(300))).toEqual({ shown: ["a", "d"], rest: ["b", "c"] });
  expect(fitTabs(tabs, "d", at(10))).toEqual({ shown: ["d"], rest: ["a", "b", "c"] });
});
