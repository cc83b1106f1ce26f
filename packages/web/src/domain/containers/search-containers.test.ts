import { describe, expect, test } from "vitest";

import { containerText, fuzzySearch, searchContainers } from "./search-containers.ts";

const container = (name: string, containerId: string) => ({ name, containerId });
const names = (containers: readonly { name: string }[]) => containers.map(({ name }) => name);

describe("the search", () => {
  const containers = [container("Thiès école", "thies-1"), container("Lodwar clinic", "lodwar-7")];

  test("finds containers by name or id, ignoring case and accents", () => {
    expect(names(searchContainers(containers, "thies"))).toEqual(["Thiès école"]);
    expect(names(searchContainers(containers, "WAR-7"))).toEqual(["Lodwar clinic"]);
    expect(names(searchContainers(containers, "clinic lod"))).toEqual(["Lodwar clinic"]);
    expect(searchContainers(containers, "nothing like it")).toEqual([]);
  });

  test("without text finds all", () => {
    expect(searchContainers(containers, "  ")).toHaveLength(2);
  });
});

const places = ["Agadez water works", "Morondava village kiosk", "Saint-Véran refuge", "Lord Howe research base"];
const find = (typed: string) => fuzzySearch(places, typed, (name) => name);

test("a container is found by words, by pieces and by letters in their order, whatever case and accents", () => {
  expect(find("VERAN")).toEqual(["Saint-Véran refuge"]);
  expect(find("mrdv")).toEqual(["Morondava village kiosk"]);
  expect(find("agdz")).toEqual(["Agadez water works"]);
  expect(find("zzz")).toEqual([]);
});

test("a word with one wrong letter finds what was meant, before letters that are scattered elsewhere", () => {
  const search = (typed: string) =>
    fuzzySearch(["Audit, log of users", "Saint-Louis market", "Lodwar"], typed, (name) => name);
  for (const typed of ["loius", "lousi", "louys", "luis", "louiis", "market lpuis"])
    expect(search(typed)).toEqual(["Saint-Louis market"]);
  expect(search("lodw")).toEqual(["Lodwar"]);
  expect(search("xxlou")).toEqual([]);
});

test("letters that are strewn all over a long text find nothing", () => {
  const texts = ["Audit Users log history journal activity security settings"];
  const search = (typed: string) => fuzzySearch(texts, typed, (text) => text);
  expect(search("analysis")).toEqual([]);
  expect(search("hstry")).toEqual(texts);
});

test("without a word all are there, in their order", () => {
  expect(find(" ")).toEqual(places);
});

test("beginnings of words come before pieces, and scattered letters count only where nothing else is found", () => {
  const search = (things: string[]) => fuzzySearch(things, "ow", (name) => name);
  expect(search(["old wall", "mellow", "owl"])).toEqual(["owl", "mellow"]);
  expect(search(["old wall", "mill"])).toEqual(["old wall"]);
});

test("names that begin with what was typed come first, then those with a word that does, then pieces of words", () => {
  const search = (typed: string) =>
    fuzzySearch(["Mellow tank", "Old lodge", "Saint-Lo", "Lodwar clinic"], typed, (name) => name);
  expect(search("lo")).toEqual(["Lodwar clinic", "Old lodge", "Saint-Lo", "Mellow tank"]);
  expect(search("clinic l")).toEqual(["Lodwar clinic"]);
});

test("lists and the search of the header find the same containers, each in its own order", () => {
  const containers = places.map((name, index) => container(name, `id-${index}`));
  for (const typed of ["o", "VERAN", "mrdv", "base lord", "id-2", "zzz", ""]) {
    const listed = searchContainers(containers, typed);
    expect(new Set(listed)).toEqual(new Set(fuzzySearch(containers, typed, containerText)));
    expect(listed).toEqual(containers.filter((one) => listed.includes(one)));
  }
});
