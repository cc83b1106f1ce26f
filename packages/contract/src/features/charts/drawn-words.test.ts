import { expect, test } from "vitest";

import { comparedName, containersText } from "./drawn-words.ts";

test("the containers of a chart are named, and of many the first ones with how many more there are", () => {
  const names = ["Agadez", "Tamale", "Zinder", "Gao", "Kayes"];
  const texts = (language: "en" | "fr") =>
    [0, 1, 2, 3, 4, 5].map((count) => containersText(names.slice(0, count), language));
  expect(texts("en")).toEqual([
    "",
    "Agadez",
    "Agadez and Tamale",
    "Agadez, Tamale and Zinder",
    "Agadez, Tamale and 2 more",
    "Agadez, Tamale and 3 more",
  ]);
  expect(texts("fr").slice(2)).toEqual([
    "Agadez et Tamale",
    "Agadez, Tamale et Zinder",
    "Agadez, Tamale et 2 autres",
    "Agadez, Tamale et 3 autres",
  ]);
});

test("what is laid over a chart is called after the other container, or is the time before", () => {
  expect(comparedName(null, "en")).toBeUndefined();
  expect(comparedName({ what: null }, "en")).toBe("before");
  expect(comparedName({ what: null }, "fr")).toBe("avant");
  expect(comparedName({ what: "Kayes" }, "fr")).toBe("Kayes");
});
