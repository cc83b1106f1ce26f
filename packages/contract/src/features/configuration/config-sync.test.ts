import fc from "fast-check";
import { expect, test } from "vitest";

import { type ConfigDoc, withPaths } from "./config-doc.ts";
import { type ConfigSides, differencesOf, planSync, sectionsAfter, syncDirections } from "./config-sync.ts";

const sides: ConfigSides = {
  agreed: { keepAlive: { frameSeconds: 10, linkSeconds: 60 }, network: { port: 1883 } },
  wanted: { keepAlive: { frameSeconds: 30, linkSeconds: 50 }, network: { port: 1883 } },
  reported: { keepAlive: { frameSeconds: 10, linkSeconds: 20 }, network: { port: 8883, ip: "10.0.0.2" } },
};

test("each value that differs says what both had and which side changed it", () => {
  expect(differencesOf(sides)).toEqual([
    { path: "keepAlive.frameSeconds", wanted: 30, reported: 10, agreed: 10, changed: "portal" },
    { path: "keepAlive.linkSeconds", wanted: 50, reported: 20, agreed: 60, changed: "both" },
    { path: "network.ip", wanted: undefined, reported: "10.0.0.2", agreed: undefined, changed: "controller" },
    { path: "network.port", wanted: 1883, reported: 8883, agreed: 1883, changed: "controller" },
  ]);
});

test("the portal's values are sent again, except where the controller's count or they are on their way", () => {
  const question = { direction: "portalToController", except: ["network.ip"] } as const;
  const steps = planSync(sides, question, true);
  expect(steps).toEqual([
    { path: "keepAlive.linkSeconds", direction: "portalToController", from: 20, to: 50 },
    { path: "network.ip", direction: "controllerToPortal", from: undefined, to: "10.0.0.2" },
    { path: "network.port", direction: "portalToController", from: 8883, to: 1883 },
  ]);
  expect(sectionsAfter(sides, steps)).toEqual({
    keepAlive: { frameSeconds: 30, linkSeconds: 50 },
    network: { port: 1883, ip: "10.0.0.2" },
  });
  // Nobody sends what lapsed.
  expect(planSync(sides, question, false).map(({ path }) => path)).toContain("keepAlive.frameSeconds");
});

test("only the sections that were named are touched", () => {
  const steps = planSync(sides, { direction: "controllerToPortal", sections: ["network"] }, true);
  expect(steps.map(({ path }) => path)).toEqual(["network.ip", "network.port"]);
  expect(sectionsAfter(sides, steps)).toEqual({ network: sides.reported.network });
});

const document: fc.Arbitrary<ConfigDoc> = fc.dictionary(
  fc.constantFrom("network", "keepAlive", "reboot"),
  fc.dictionary(fc.constantFrom("a", "b", "c"), fc.integer({ min: 0, max: 2 }), { minKeys: 1 }),
);

test("whatever differs, doing it once leaves nothing to do, and no value is lost that was not named", () => {
  const all = fc.tuple(document, document, document, fc.constantFrom(...syncDirections));
  fc.assert(
    fc.property(all, ([agreed, wanted, reported, direction]) => {
      const before: ConfigSides = { agreed, wanted, reported };
      const steps = planSync(before, { direction }, false);
      expect(steps).toHaveLength(differencesOf(before).length);
      const after = { ...wanted, ...sectionsAfter(before, steps) };
      // What was chosen counts as seen, as it does where a person asks for sections.
      const next = {
        agreed: withPaths(
          agreed,
          reported,
          steps.map(({ path }) => path),
        ),
        wanted: after,
        reported,
      };
      expect(planSync(next, { direction }, true)).toEqual([]);
    }),
  );
});
