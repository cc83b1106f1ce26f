import { expect, test } from "vitest";

import { domainImportsOf, domainWordsIn } from "./ui-words.ts";

const words = (text: string) => domainWordsIn(text).map(({ word }) => word);

test("a word of the domain is found in names, texts and comments, also in the plural and within a name", () => {
  expect(words('import { useContainers } from "x";')).toEqual(["Containers"]);
  expect(words("// The batteries of a site")).toEqual(["batteries", "site"]);
  expect(words("const lowestSOC = socBar;")).toEqual(["SOC", "soc"]);
  expect(words('"favoriteAdd": "Add"')).toEqual(["favorite"]);
  expect(domainWordsIn("a\nuserName")).toEqual([{ line: 2, word: "user" }]);
});

test("words that only contain one, and the browser's own names, are not found", () => {
  expect(words("const society = parasite + causer + userless;")).toEqual([]);
  expect(words('<div role="status">, sessionStorage')).toEqual([]);
});

test("an import from the contract's features is found, one of its constants is not", () => {
  const text = [
    'import type { Unit } from "@offgrid/contract/telemetry/metrics";',
    'import { dayS } from "@offgrid/contract/core/constants";',
    'type Calls = import("@offgrid/contract/registry").Calls;',
    'import { Hint } from "./hint.tsx";',
  ].join("\n");
  expect(domainImportsOf("num.tsx", text)).toEqual([
    "@offgrid/contract/telemetry/metrics",
    "@offgrid/contract/registry",
  ]);
});
