import { expect, test } from "vitest";

import { durationText, lastingText } from "./duration-text.ts";

test("what has begun just now does not stand still at some seconds, where nothing counts them", () => {
  for (const locale of ["en", "fr"] as const) {
    for (const seconds of [0, 30, 59.9]) expect(lastingText(seconds, locale)).toBe("<\u00a01\u00a0min");
    for (const seconds of [60, 3_900, 200_000])
      expect(lastingText(seconds, locale)).toBe(durationText(seconds, locale));
  }
});
