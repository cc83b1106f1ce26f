import { expect, test } from "vitest";

import { chargeText } from "./charge-text.ts";

test("a charge below its reserve is never written as the reserve, and any other to the nearest per cent", () => {
  const text = (percent: number | undefined, limit?: number) => chargeText(percent, limit, "en").replace("\u00a0", " ");
  expect([19.4, 19.6, 19.99, 20, 20.4].map((percent) => text(percent, 20))).toEqual([
    ...["19 %", "19 %", "19 %"],
    ...["20 %", "20 %"],
  ]);
  expect(text(12.6, 20)).toBe("13 %");
  expect(text(19.6)).toBe("20 %");
  // A limit that is no whole per cent reads as one too.
  expect(text(19.6, 19.8)).toBe("19 %");
  expect(text(undefined, 20)).toBe("—");
});
