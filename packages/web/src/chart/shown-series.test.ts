import { expect, test } from "vitest";

import { afterClick, hiddenOf, legendAct, noneHidden } from "./shown-series.ts";

const all = ["sun", "load", "low", "high"];
const clicked = (entries: readonly (readonly string[])[], of = all) =>
  [...entries.reduce<ReadonlySet<string>>((hidden, ids) => afterClick(hidden, ids, of), noneHidden)].toSorted();

test("the first click shows one alone, the next ones show or hide one each, and the last that is left brings all back", () => {
  expect(clicked([["sun"]])).toEqual(["high", "load", "low"]);
  expect(clicked([["sun"], ["load"]])).toEqual(["high", "low"]);
  expect(clicked([["sun"], ["load"], ["sun"]])).toEqual(["high", "low", "sun"]);
  expect(clicked([["sun"], ["load"], ["sun"], ["load"]])).toEqual([]);
});

test("of two lines a click shows the one, and another one both again", () => {
  expect(clicked([["sun"]], ["sun", "load"])).toEqual(["load"]);
  expect(clicked([["sun"], ["sun"]], ["sun", "load"])).toEqual([]);
  expect(clicked([["sun"], ["load"]], ["sun", "load"])).toEqual([]);
});

test("both edges of a band are shown alone together", () => {
  expect(clicked([["low", "high"]])).toEqual(["load", "sun"]);
  expect(
    clicked([
      ["low", "high"],
      ["low", "high"],
    ]),
  ).toEqual([]);
});

test("what a click does is known before it", () => {
  expect(legendAct(noneHidden, ["sun"], all)).toBe("only");
  const alone = afterClick(noneHidden, ["sun"], all);
  expect([["sun"], ["load"]].map((ids) => legendAct(alone, ids, all))).toEqual(["all", "show"]);
  expect(legendAct(afterClick(alone, ["load"], all), ["load"], all)).toBe("hide");
});

test("where the one that was shown alone has gone, the others are there again", () => {
  const alone = afterClick(noneHidden, ["sun"], all);
  const left = all.filter((id) => id !== "sun");
  expect([...hiddenOf(alone, left)]).toEqual([]);
  expect([...afterClick(alone, ["load"], left)].toSorted()).toEqual(["high", "low"]);
});
