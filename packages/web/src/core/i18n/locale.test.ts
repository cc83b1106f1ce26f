import { describe, expect, test } from "vitest";

import { linkInOwnLanguage, localeOf, rememberedHome, withLocale, withoutLocale } from "./locale.ts";

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

  test("of a link is the one chosen before, else the browser's, and what its address says stays", () => {
    const french = ["fr-CA", "en"];
    expect(linkInOwnLanguage("/shared-chart", "", french)).toBe("/fr/shared-chart");
    expect(linkInOwnLanguage("/shared-chart", "", ["de", "fr"])).toBe("/fr/shared-chart");
    expect(linkInOwnLanguage("/shared-chart", "", ["en-GB", "fr"])).toBeUndefined();
    expect(linkInOwnLanguage("/shared-chart", "", ["de"])).toBeUndefined();
    expect(linkInOwnLanguage("/shared-chart", "language=en", french)).toBeUndefined();
    expect(linkInOwnLanguage("/shared-chart", "language=fr", ["en"])).toBe("/fr/shared-chart");
    expect(linkInOwnLanguage("/fr/shared-chart", "", ["en"])).toBeUndefined();
    expect(linkInOwnLanguage("/charts", "", french)).toBeUndefined();
  });
});
