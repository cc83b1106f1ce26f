import { expect, test } from "vitest";

import { degreesIn, wrongIn } from "./place-input.ts";

test("degrees are read with a point or a comma, within their limit", () => {
  expect(["4,82", " -4.82 ", "90", "90.1", "north", ""].map((text) => degreesIn(text, 90))).toEqual([
    4.82,
    -4.82,
    90,
    undefined,
    undefined,
    undefined,
  ]);
});

test("a position has both numbers or none", () => {
  expect(wrongIn({ latitude: " ", longitude: "" })).toEqual([]);
  expect(wrongIn({ latitude: "4,8", longitude: "-53" })).toEqual([]);
  expect(wrongIn({ latitude: "4.8", longitude: "" })).toEqual(["longitude"]);
  expect(wrongIn({ latitude: "91", longitude: "x" })).toEqual(["latitude", "longitude"]);
});
