import { expect, test } from "vitest";

import { spreadLabels } from "./spread-labels.ts";

test("labels of lines that are close together stand apart around them, and others at their own line", () => {
  expect(spreadLabels([100, 20, 108], { apart: 18, room: 200 })).toEqual([95, 20, 113]);
});

test("at an edge labels are moved inwards rather than out of the picture", () => {
  expect(spreadLabels([190, 198], { apart: 18, room: 200 })).toEqual([182, 200]);
  expect(spreadLabels([0, 4], { apart: 18, room: 200 })).toEqual([0, 18]);
});

test("the label of a single line stays there", () => {
  expect(spreadLabels([7], { apart: 18, room: 200 })).toEqual([7]);
  expect(spreadLabels([], { apart: 18, room: 200 })).toEqual([]);
});
