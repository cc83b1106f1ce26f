import { expect, test } from "vitest";

import { limits, type Sheet, tooLong } from "./css-lines.ts";

function sheets(count: number, lines: number): Sheet[] {
  return Array.from({ length: count }, (_, index) => ({ name: `features/part-${index}.module.css`, lines }));
}

test("sheets of the allowed lengths pass, one by one and together", () => {
  expect(tooLong(sheets(limits.all / 100, 100))).toEqual([]);
  expect(tooLong([{ name: "features/long.module.css", lines: limits.one }])).toEqual([]);
});

test("a sheet that is too long is named with its length", () => {
  expect(tooLong([...sheets(2, 10), { name: "features/long.module.css", lines: limits.one + 1 }])).toEqual([
    expect.stringMatching(/^features\/long\.module\.css: 181 lines, 180 are allowed/),
  ]);
});

test("many short sheets are too long together", () => {
  expect(tooLong(sheets(limits.all / 100, 101))).toEqual([expect.stringMatching(/^All style sheets: 4545 lines/)]);
});

test("the sheet that all parts share may be longer, but not endlessly", () => {
  expect(tooLong([{ name: "ui/shared.css", lines: 400 }])).toEqual([]);
  expect(tooLong([{ name: "ui/shared.css", lines: 401 }])).toHaveLength(1);
});
