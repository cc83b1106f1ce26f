import { expect, test } from "vitest";

import { oneLine, plainName, someLines } from "./one-line.ts";

test.each(["", "Gao", "Saint-Élie école", "中文", "Ⅳ.2", "☀", "👩‍🌾 farm", "مدرسة", "a\u200bb"])(
  "%j is a text of one line",
  (text) => expect(oneLine.test(text)).toBe(true),
);

const unruly = ["a\nb", "a\u2028b", "\u202eoag", "bell\u0007", "\u200ea", "a\u200f", "\u061ca", "\u2066a\u2069", "a\0"];

test.each(unruly)("%j is none", (text) => {
  expect(oneLine.test(text)).toBe(false);
});

test.each(["\u2800", "\u200b", "\u200d\u2060", "\u3164", "\u00ad", "\ufeff", "\u3000 \u2800", "\u{e0001}"])(
  "%j, of which nothing is seen, is none",
  (text) => {
    expect(oneLine.test(text)).toBe(false);
  },
);

test("a text of several lines may have line ends and nothing else that one line may not have", () => {
  for (const text of ["", "a", "a\nb", "\n\nمدرسة\n"]) expect(someLines.test(text)).toBe(true);
  for (const text of [...unruly.slice(1), "\n", "\n\u200b\n", "a\rb", "a\tb"]) expect(someLines.test(text)).toBe(false);
});

test("a name that is taken as it is loses what it would be refused for, and nothing else", () => {
  expect(unruly.map(plainName)).toEqual(["ab", "ab", "oag", "bell", "a", "a", "a", "a", "a"]);
  for (const name of ["مدرسة.csv", "👩‍🌾 farm.xlsx", "Zeit & Öl", "a\u200bb"]) expect(plainName(name)).toBe(name);
});
