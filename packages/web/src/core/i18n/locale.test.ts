import { describe, expect, test } from "vitest";

import { localeOf, rememberedHome, withLocale, withoutLocale } from "./locale.ts";

describe("the locale of a path", () => {
  test.each([
    ["/", "en", "/"],
    ["/fr", "fr", "/"],
    ["/fr/", "fr", "/"],
    ["/fr/charts/add", "fr", "/charts/add"],
    ["/french", "en", "/french"],
    ["/charts/fr", "en", "/charts/fr"],
    ["/fr/fr", "fr", "/fr"],
  ])("%s is %s and shows %s", (path, locale, inner) => {
    expect(localeOf(path)).toBe(locale);
    expect(withoutLocale(path)).toBe(inner);
  });

  test("goes before every link of French pages and none of English ones", () => {
    expect(withLocale("/", "fr")).toBe("/fr");
    expect(withLocale("/charts", "fr")).toBe("/fr/charts");
    expect(withLocale("/charts", "en")).toBe("/charts");
  });

  test("is remembered on the root only", () => {
    expect(rememberedHome("/", "a=b; language=fr", "en")).toBe("/fr");
    expect(rememberedHome("/charts", "language=fr", "en")).toBeUndefined();
    expect(rememberedHome("/", "language=en", "en")).toBeUndefined();
    expect(rememberedHome("/", "language=xx", "en")).toBeUndefined();
    expect(rememberedHome("/fr", "language=fr", "en")).toBeUndefined();
  });

  test("of the portal is for whoever has chosen none", () => {
    expect(rememberedHome("/", "a=b", "fr")).toBe("/fr");
    expect(rememberedHome("/", "language=xx", "fr")).toBe("/fr");
    expect(rememberedHome("/", "language=en", "fr")).toBeUndefined();
    expect(rememberedHome("/login", "", "fr")).toBeUndefined();
  });
});
