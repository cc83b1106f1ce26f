import { expect, test } from "vitest";

import { isSeen, seenText, shownName } from "./shown-name.ts";

const isName = (text: string) => shownName(64).safeParse(text).success;

test.each([
  "",
  "Gao",
  "Saint-Élie école",
  "中文",
  "☀️ camp",
  "☀",
  "👩‍🌾 farm",
  "👩🏾‍🌾",
  "مدرسة",
  "می\u200cنا",
  "नमस्ते",
  "क्\u200dष",
])("%j is a name", (text) => expect(isName(text)).toBe(true));

const invisible = ["\u00ad", "\u034f", "\u115f", "\u17b4", "\u180b", "\u200b", "\u200c", "\u200d", "\u2060", "\u2064"];
const rare = ["\u3164", "\ufe00", "\ufe0f", "\ufeff", "\uffa0", "\u{1d173}", "\u{e0001}", "\u{e0061}", "\u{e0100}"];

test("what cannot be seen, or turns the direction of writing, is in no name", () => {
  for (const sign of [...invisible, ...rare, "\u061c", "\u200e", "\u202e", "\u2066"])
    for (const name of [`Ga${sign}o`, `${sign}Gao`, `Gao${sign}`])
      expect([name, isName(name)]).toEqual([name, name.trim() === "Gao"]);
});

test("a text that came as it is loses what cannot be seen, and keeps what emoji and scripts are made of", () => {
  for (const sign of [...invisible, ...rare]) expect(seenText(`Ga${sign}o`)).toBe("Gao");
  const kept = "\u{1F469}\u200d\u{1F33E} farm \u2600\ufe0f \u0645\u06cc\u200c\u0646\u0627";
  expect([seenText(kept), isSeen(kept)]).toEqual([kept, true]);
});
