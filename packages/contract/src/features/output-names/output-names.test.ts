import { expect, test } from "vitest";

import { outputTargets } from "../devices/output-kinds.ts";
import { hasMixedScripts, nameFaults, withOutputNames } from "./output-names.ts";

const named = (name: string, feeds = "") => ({ name, feeds });
const targets = [...outputTargets("relay"), ...outputTargets("phase"), ...outputTargets("ac")];
const faultsOf = (names: Parameters<typeof nameFaults>[0]) => nameFaults(names, targets);

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
  expect([...faultsOf(names).keys()]).toEqual(["relay.1", "relay.2"]);
  const spaced = { "relay.1": named("Pump A"), "relay.2": named("Pump  A"), "relay.3": named("Pump\u00A0\u200AA") };
  expect([...faultsOf(spaced).keys()]).toEqual(["relay.1", "relay.2", "relay.3"]);
});

test("no output is called what another one is called by itself, in either language, however it is written", () => {
  for (const name of [
    "Relay 2",
    "relay  2",
    "RELAIS 2",
    "Relay-2",
    "Relay 02",
    "Ｒｅｌａｙ ２",
    "Phase L3",
    "L3",
    "climatiseur",
  ])
    expect([...faultsOf({ "relay.1": named(name) })], name).toEqual([["relay.1", "default"]]);
  for (const name of ["Relay 1", "Relay 9", "Relay 2 of the mill", "Pump 2", "2"])
    expect(faultsOf({ "relay.1": named(name) }).size, name).toBe(0);
  expect([...faultsOf({ "relay.1": named("Fan +"), "relay.2": named("Fan -") })]).toEqual([]);
});

test("a word of two scripts that look alike is no name; words of different scripts, and units, are", () => {
  expect(["R\u0435lay 2", "\u0421old room", "P\u03BFmp"].map(hasMixedScripts)).toEqual([true, true, true]);
  expect(["Насос Pump", "10 kΩ", "5µF", "Réfrigérateur", "水泵 A", "Αντλία"].map(hasMixedScripts)).toEqual([
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
});
