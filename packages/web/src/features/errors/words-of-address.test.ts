import { expect, test } from "vitest";

import { readable, wordsOfAddress } from "./words-of-address.ts";

test("the search of somebody who is lost begins with the words of the address", () => {
  expect(wordsOfAddress("/containers/lodwar-clinic")).toBe("lodwar clinic");
  expect(wordsOfAddress("/fr/conteneurs/Thi%C3%A8s_nord/")).toBe("Thiès nord");
  expect(wordsOfAddress("/")).toBe("");
  expect(wordsOfAddress("/%E0%A4%A")).toBe("%E0%A4%A");
  expect(readable("/a%20b")).toBe("/a b");
});
