import { expect, test } from "vitest";

import { fuzzySearch } from "./fuzzy.ts";

const names = ["Agadez water works", "Morondava village kiosk", "Saint-Véran refuge", "Lord Howe research base"];
const find = (typed: string) => fuzzySearch(names, typed, (name) => name);

test("a container is found by words, by pieces and by letters in their order, whatever case and accents", () => {
  expect(find("VERAN")).toEqual(["Saint-Véran refuge"]);
  expect(find("mrdv")).toEqual(["Morondava village kiosk"]);
  expect(find("agdz")).toEqual(["Agadez water works"]);
  expect(find("zzz")).toEqual([]);
});

test("without a word all are there, in their order", () => {
  expect(find(" ")).toEqual(names);
});

test("the beginnings of words come before pieces, and pieces before scattered letters", () => {
  expect(fuzzySearch(["old wall", "mellow", "owl"], "ow", (name) => name)).toEqual(["owl", "mellow", "old wall"]);
});
