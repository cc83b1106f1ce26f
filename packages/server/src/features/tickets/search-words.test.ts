import { expect, test } from "vitest";

import { likeWord, wordsOf } from "./search-words.ts";

/** As PostgreSQL reads it: `\\m` is the beginning of a word. */
const finds = (typed: string, text: string) =>
  new RegExp(likeWord(typed).replace("\\m", String.raw`(?<![\p{L}\p{N}])`), "u").test(text.toLowerCase());

test("a word is found by its beginning, and also with one letter wrong, missing, too much or changed with its neighbour", () => {
  for (const typed of ["batt", "battery", "batery", "battrey", "bettery", "batttery"])
    expect(finds(typed, "Battery is empty"), typed).toBe(true);
  for (const typed of ["attery", "bxxtery", "buttons", "bat empty", "bate"])
    expect(finds(typed, "Battery is empty"), typed).toBe(false);
});

test("a search is words of letters and digits, in small letters, and not too many", () => {
  expect(wordsOf("No light, t-12 (Réunion)!")).toEqual(["no", "light", "t", "12", "réunion"]);
  expect(wordsOf("... --")).toEqual([]);
  expect(wordsOf("a ".repeat(50))).toHaveLength(8);
  expect(wordsOf("x".repeat(900))[0]).toHaveLength(30);
});
