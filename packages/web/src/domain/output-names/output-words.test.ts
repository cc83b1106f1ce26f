import { outputKindNames, outputTargets } from "@offgrid/contract/devices/output-kinds";
import { controllerTitle, defaultOutputNames } from "@offgrid/contract/output-names/output-names";
import i18next from "i18next";
import { expect, test } from "vitest";

import english from "../../core/i18n/shared.en.json" with { type: "json" };
import french from "../../core/i18n/shared.fr.json" with { type: "json" };
import { fullOutputName, type OutputSay, outputWords, someNames } from "./output-words.ts";

const texts = i18next.createInstance();
await texts.init({
  resources: { en: { shared: english }, fr: { shared: french } },
  interpolation: { escapeValue: false },
});
const [en, fr] = (["en", "fr"] as const).map((language): OutputSay => texts.getFixedT(language, "command-words")) as [
  OutputSay,
  OutputSay,
];
const names = { "relay.3": { name: "Fridge", feeds: "Vaccines" }, "street_light.1": { name: "", feeds: "The path" } };

test("an output is called as people named it, with its terminal where somebody has to find it", () => {
  const words = outputWords(en, names);
  expect([
    words.nameOf("relay.3"),
    words.fullNameOf("relay.3"),
    words.idOf("relay.3"),
    words.feedsOf("relay.3"),
  ]).toEqual(["Fridge", "Fridge (Relay 3)", "Relay 3", "Vaccines"]);
});

test("one without a name is called by its terminal, which is not said twice", () => {
  const words = outputWords(fr, names);
  const target = "street_light.1";
  expect([words.nameOf(target), words.fullNameOf(target), words.idOf(target), words.feedsOf(target)]).toEqual([
    "Lampadaire 1",
    "Lampadaire 1",
    undefined,
    "The path",
  ]);
  expect([words.nameOf("controller"), words.nameOf("relay.9"), words.feedsOf("relay.1")]).toEqual([
    "Contrôleur",
    "relay.9",
    undefined,
  ]);
});

test("what a name says is never read as a part of the sentence around it", () => {
  expect(fullOutputName(en, "relay.1", "$t(output.controller) {{id}}")).toBe("$t(output.controller) {{id}} (Relay 1)");
});

test("a few names are all said, and of many only the first", () => {
  const all = ["Fridge", "Pump", "Mill", "Radio", "Light"];
  const said = (count: number) => [someNames(en, all.slice(0, count), "en"), someNames(fr, all.slice(0, count), "fr")];
  expect(said(1)).toEqual(["Fridge", "Fridge"]);
  expect(said(2)).toEqual(["Fridge and Pump", "Fridge et Pump"]);
  expect(said(3)).toEqual(["Fridge, Pump and Mill", "Fridge, Pump et Mill"]);
  expect(said(4)).toEqual(["Fridge, Pump, Mill and 1 more", "Fridge, Pump, Mill et 1 autre"]);
  expect(said(5)).toEqual(["Fridge, Pump, Mill and 2 more", "Fridge, Pump, Mill et 2 autres"]);
  expect(someNames(en, all, "en", true)).toBe("Fridge, Pump and 3 more");
  expect(someNames(en, all.slice(0, 2), "en", true)).toBe("Fridge and Pump");
});

test("what an output is called by itself is what its contract refuses as the name of another", () => {
  for (const [language, say] of [
    ["en", en],
    ["fr", fr],
  ] as const) {
    expect(fullOutputName(say, "controller")).toBe(controllerTitle[language]);
    for (const kind of outputKindNames) {
      const [target] = outputTargets(kind);
      const name = defaultOutputNames[language][kind].replace("#", "1");
      expect(fullOutputName(say, target ?? "", null)).toBe(name);
    }
  }
});
