import { expect, test } from "vitest";

import { decimalsApart, exactText } from "./exact-text.ts";

test("a reading of a file is not rounded as screens round", () => {
  expect(exactText(60.1, "battery.soc", "en")).toBe("60.1\u00A0%");
  expect(exactText(1_250, "solar.power", "fr").replaceAll(/\s/g, " ")).toBe("1 250 W");
  expect(exactText(0.1 + 0.2, "my.sensor", "en")).toBe("0.3");
});

test("what differs is written with as many decimals as it takes to see it, the same in each line", () => {
  expect(decimalsApart([{ stored: 61, file: 60 }])).toBe(3);
  expect(
    decimalsApart([
      { stored: 61, file: 60 },
      { stored: 60.0004, file: 60 },
    ]),
  ).toBe(4);
});
