import type { LocaleCode } from "@offgrid/contract/core/constants";
import i18next from "i18next";
import { expect, test } from "vitest";

import commandsEnglish from "../commands/command-words.en.json" with { type: "json" };
import commandsFrench from "../commands/command-words.fr.json" with { type: "json" };
import sharedEnglish from "../../core/i18n/shared.en.json" with { type: "json" };
import sharedFrench from "../../core/i18n/shared.fr.json" with { type: "json" };
import english from "./event-words.en.json" with { type: "json" };
import french from "./event-words.fr.json" with { type: "json" };
import { noticeText } from "./notice-text.ts";

const texts = i18next.createInstance();
await texts.init({
  resources: {
    en: { "event-words": english, "command-words": commandsEnglish, shared: sharedEnglish },
    fr: { "event-words": french, "command-words": commandsFrench, shared: sharedFrench },
  },
  interpolation: { escapeValue: false },
});
const say = (code: string, language: LocaleCode, device: string | null = "relay.2") =>
  noticeText(
    texts.getFixedT(language, "event-words"),
    texts.getFixedT(language, "command-words"),
    { containerName: "Lodwar", code, device, data: { value: true } },
    language,
  )?.replaceAll(/\s/g, " ");

test("an event is announced in the words of the lists and in the language of the page, with its container", () => {
  expect(say("load.restored", "en")).toBe("Lodwar: Loads have power again: Relay 2");
  expect(say("load.restored", "fr")).toBe("Lodwar : Les charges sont de nouveau alimentées : Relais 2");
  expect(say("battery.cell_spread", "en", "battery")).toBe("Lodwar: The cells of its battery are apart");
  expect(say("output.changed", "en")).toBe("Lodwar: Relay 2 is on.");
});

test("what has no words here is left to the sentence that came with it", () => {
  expect(say("pump.flooded", "en")).toBeUndefined();
});
