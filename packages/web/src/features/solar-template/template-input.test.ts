import { expect, test } from "vitest";

import { alike, arrayOf, draftOf, faultsOf, figuresOf, peakOf, withString } from "./template-input.ts";

const strings = [
  { panels: 8, panelWp: 410 },
  { panels: 6, panelWp: 500 },
];
const filled = { ...draftOf(undefined), name: " Roof ", strings };

test("what is left empty of the position is left to the place, and the strings add up", () => {
  expect(peakOf(strings)).toBe(6_280);
  expect(faultsOf(filled)).toEqual({});
  expect(figuresOf(filled)).toEqual({
    name: "Roof",
    strings,
    tilt: null,
    azimuth: null,
    loss: 14,
    limitW: null,
    provider: "auto",
  });
  expect(arrayOf({ ...filled, name: "" })).toEqual({
    capacity: 6_280,
    tilt: null,
    azimuth: null,
    loss: 14,
    limitW: null,
  });
});

test("each field that cannot be is named, and nothing is counted meanwhile", () => {
  const wrong = {
    ...filled,
    name: " ",
    strings: [
      { panels: 1.5, panelWp: 0 },
      { panels: undefined, panelWp: Number.NaN },
    ],
    tilt: 91,
    azimuth: Number.NaN,
    loss: undefined,
    limitW: 0,
  };
  expect(faultsOf(wrong)).toEqual({
    name: "full",
    "strings.0.panels": "range",
    "strings.0.panelWp": "range",
    "strings.1.panels": "full",
    "strings.1.panelWp": "full",
    tilt: "range",
    azimuth: "range",
    loss: "full",
    limitW: "range",
  });
  expect(arrayOf(wrong)).toBeUndefined();
  expect(peakOf(wrong.strings)).toBe(0);
});

test("a further string is like the last", () => {
  expect(withString(strings)).toEqual([...strings, strings[1]]);
});

test("strings of one kind are counted together", () => {
  const [one, other] = strings as [(typeof strings)[0], (typeof strings)[0]];
  expect(alike([one, other, one])).toEqual([
    { ...one, count: 2 },
    { ...other, count: 1 },
  ]);
});
