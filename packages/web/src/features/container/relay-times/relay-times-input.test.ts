import { expect, test } from "vitest";

import { readTexts, textsOf } from "./relay-times-input.ts";

test("what is set is read as it was written, and what is left empty is not set", () => {
  const section = { "relay.1/minOnSeconds": 180, "relay.2/minOffSeconds": 1_800 };
  const texts = textsOf(section, ["relay.1", "relay.2"], "en");
  expect(texts).toMatchObject({ "relay.1/minOnSeconds": "180", "relay.1/minOffSeconds": "" });
  expect(readTexts(texts)).toEqual({ section });
});

test("what is no whole number of seconds up to an hour is named by its field", () => {
  const typed = { a: "1.5", b: "-1", c: "3601", d: "soon", e: "0" };
  expect(readTexts(typed)).toEqual({ wrong: ["a", "b", "c", "d"] });
});
