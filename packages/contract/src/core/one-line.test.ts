import { expect, test } from "vitest";

import { oneLine } from "./one-line.ts";

test.each(["", "Gao", "Saint-Élie école", "中文", "Ⅳ.2", "☀", "👩‍🌾 farm", "مدرسة", "a\u200bb"])(
  "%j is a text of one line",
  (text) => expect(oneLine.test(text)).toBe(true),
);

test.each(["a\nb", "a\u2028b", "\u202eoag", "bell\u0007"])("%j is none", (text) => {
  expect(oneLine.test(text)).toBe(false);
});

test.each(["\u2800", "\u200b", "\u200d\u2060", "\u3164", "\u00ad", "\ufeff", "\u3000 \u2800", "\u{e0001}"])(
  "%j, of which nothing is seen, is none",
  (text) => {
    expect(oneLine.test(text)).toBe(false);
  },
);
