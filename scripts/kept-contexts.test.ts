import { expect, test } from "vitest";

import { expectShared, type SharedOptions } from "../e2e/kept-contexts.ts";

const configured = {
  locale: "en-GB",
  timezoneId: "Africa/Nairobi",
  contextOptions: { reducedMotion: "reduce" as const },
};

test("a journey with the configured options, or with its own words for the same, takes a kept browser", () => {
  const unset = { ...configured, userAgent: undefined } as SharedOptions;
  expect(() => expectShared(unset, configured)).not.toThrow();
  expect(() => expectShared({ contextOptions: { reducedMotion: "reduce" } }, configured)).not.toThrow();
});

test("an option by which browsers are not kept apart is refused, with its name", () => {
  expect(() => expectShared({ ...configured, locale: "fr-FR" }, configured)).toThrow('"locale"');
  expect(() => expectShared({ ...configured, permissions: ["geolocation"] }, configured)).toThrow('"permissions"');
  const moving = { reducedMotion: "no-preference" as const };
  expect(() => expectShared({ ...configured, contextOptions: moving }, configured)).toThrow('"contextOptions"');
});
