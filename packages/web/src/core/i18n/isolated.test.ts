import i18next from "i18next";
import { expect, onTestFinished, test, vi } from "vitest";

import { startTexts } from "./i18n.ts";
import { isolated } from "./isolated.ts";

test("a name cannot turn the sentence around it", () => {
  expect(isolated("Review \u202Erelay\u2069")).toBe("Review relay");
  expect(isolated("مستشفى")).toBe("\u2068مستشفى\u2069");
});

test("every sentence takes names so, and leaves their other signs as they are", async () => {
  vi.stubGlobal("document", { documentElement: {} });
  // Files that are loaded later share the globals.
  onTestFinished(() => void vi.unstubAllGlobals());
  await startTexts(async () => ({}));
  const { interpolator } = i18next.services;
  const say = (name: string) => interpolator.interpolate("{{name}} was switched off.", { name }, "en", {});
  expect(say("A \u202Eyaler")).toBe("A yaler was switched off.");
  expect(say("<b>R&D</b> / 1")).toBe("<b>R&D</b> / 1 was switched off.");
});
