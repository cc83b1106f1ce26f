import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { faultsOf, identifiersOf, namingTextsOf, treeOf, unusedWords, wordsOf } from "./names.ts";

const words = [
  { word: "wish", instead: "query" },
  { word: "give up", instead: "abandon" },
];

test("a name is split into its words, however it is written", () => {
  expect(wordsOf("readListQuery")).toEqual(["read", "list", "query"]);
  expect(wordsOf("chart-legend.module.css")).toEqual(["chart", "legend", "module", "css"]);
  expect(wordsOf("MQTT_URL")).toEqual(["mqtt", "url"]);
});

test("an unused word is found alone, in the plural and in two parts, but not within another word", () => {
  expect(faultsOf("readWish", words).map(({ word }) => word)).toEqual(["wish"]);
  expect(faultsOf("savedWishs", words)).toHaveLength(1);
  expect(faultsOf("#giveUp", words)).toHaveLength(1);
  expect(faultsOf("wishbone", words)).toEqual([]);
  expect(faultsOf("upgrade", words)).toEqual([]);
});

test("names are taken from code, not from comments or texts", () => {
  const names = identifiersOf(treeOf("a.ts", 'const one = "wish"; // wish\nclass Two { #three = one; }'));
  expect([...names].toSorted()).toEqual(["Two", "one", "three"]);
});

test("states and texts of the log are read, other texts are not", () => {
  const text = [
    'type State = "caught up" | "given up";',
    'const label = say("heard");',
    'this.#log.warn({ err }, "it was told so");',
    "log.error(`turns of ${name}`);",
  ].join("\n");
  expect([...namingTextsOf(treeOf("a.ts", text))].toSorted()).toEqual([
    "",
    "caught up",
    "given up",
    "it was told so",
    "turns of ",
  ]);
});

test("the glossary has the table that names are checked against", () => {
  const found = unusedWords(readFileSync(join(import.meta.dirname, "..", "docs", "glossary.md"), "utf8"));
  expect(found.length).toBeGreaterThan(5);
  expect(found).toContainEqual({ word: "wish", instead: "query or filter" });
});
