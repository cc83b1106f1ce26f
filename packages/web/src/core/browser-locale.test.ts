import { expect, test } from "vitest";

import { mendLanguage, usableZone } from "./browser-locale.ts";

test.each(["C", "en_US.UTF-8", "de_DE", "fr_FR@euro"])(
  "a browser whose language is %s gets one that numbers have",
  (name) => {
    const browser = { language: name };
    expect(() => new Intl.NumberFormat(browser.language)).toThrow(RangeError);
    mendLanguage(browser);
    expect(browser.language).toBe("en");
    expect(new Intl.NumberFormat(browser.language).format(1.5)).toBe("1.5");
  },
);

test("a language that is one stays, whatever it is, as does none", () => {
  for (const name of ["fr-FR", "en", "tlh", "sw-KE"]) {
    const browser = { language: name };
    mendLanguage(browser);
    expect(browser.language).toBe(name);
  }
  const silent = { language: undefined as unknown as string };
  mendLanguage(silent);
  expect(silent.language).toBeUndefined();
});

test("a zone that a browser says but does not know is UTC", () => {
  expect(usableZone("Africa/Nairobi")).toBe("Africa/Nairobi");
  expect(usableZone("Etc/Unknown")).toBe("UTC");
  expect(usableZone("")).toBe("UTC");
});
