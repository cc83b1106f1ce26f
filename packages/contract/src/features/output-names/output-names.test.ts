import { expect, test } from "vitest";

import { sameNamed, withOutputNames } from "./output-names.ts";

const named = (name: string, feeds = "") => ({ name, feeds });

test("what is changed takes the place of what was, what is emptied is left out, and all else stays", () => {
  const before = { "relay.1": named("Fridge"), "relay.2": named("Pump", "Well"), "relay.3": named("", "Spare") };
  const changed = [
    { target: "relay.1", ...named("Freezer", "Vaccines") },
    { target: "relay.2", ...named("") },
  ] as const;
  expect(withOutputNames(before, changed)).toEqual({
    "relay.1": named("Freezer", "Vaccines"),
    "relay.3": named("", "Spare"),
  });
});

test("two outputs that people would take for one another are found, in any case and however letters are made", () => {
  const names = {
    "relay.1": named("Café"),
    "relay.2": named("CAFE\u0301"),
    "relay.3": named("Pump"),
    "relay.4": named(""),
    "street_light.1": named(""),
  };
  expect([...sameNamed(names)]).toEqual(["relay.1", "relay.2"]);
  const spaced = { "relay.1": named("Pump A"), "relay.2": named("Pump  A"), "relay.3": named("Pump\u00A0\u200AA") };
  expect([...sameNamed(spaced)]).toEqual(["relay.1", "relay.2", "relay.3"]);
});
