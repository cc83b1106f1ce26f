import { expect, test } from "vitest";

import { Transcript } from "./transcript.ts";

test("what runs side by side is shown one after the other, the first as it comes and the others whole", () => {
  const shown: string[] = [];
  const transcript = new Transcript((text) => void shown.push(text));
  const [first, second, third] = [transcript.begin(), transcript.begin(), transcript.begin()];
  second.say("b1");
  first.say("a1");
  expect(shown).toEqual(["a1"]);
  third.say("c1");
  third.end();
  first.say("a2");
  expect(shown).toEqual(["a1", "a2"]);
  first.end();
  expect(shown).toEqual(["a1", "a2", "b1"]);
  second.say("b2");
  expect(shown).toEqual(["a1", "a2", "b1", "b2"]);
  second.end();
  expect(shown).toEqual(["a1", "a2", "b1", "b2", "c1"]);
});
