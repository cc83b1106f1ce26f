import { outputKindNames, outputTarget, outputTargets } from "@offgrid/contract/devices/output-kinds";
import { hasMixedScripts, nameFaults } from "@offgrid/contract/output-names/output-names";
import { OutputNames } from "@offgrid/contract/output-names/output-names.schema";
import { expect, test } from "vitest";

import { memberPlant } from "./fleet.member.ts";
import { demoOutputNames } from "./fleet.output-names.ts";
import { fleet } from "./fleet.ts";

test.each(fleet.map((member) => [member.containerId, member] as const))(
  "every output of %s has a name of its own, or is said to be a spare",
  (containerId, member) => {
    const { relays, streetLights } = memberPlant(member);
    const targets = [
      ...Array.from({ length: relays }, (_, index) => outputTarget("relay", index + 1)),
      ...Array.from({ length: streetLights.lamps }, (_, index) => outputTarget("street_light", index + 1)),
    ];
    const names = demoOutputNames(containerId);
    expect(Object.keys(names)).toEqual(targets);
    expect(OutputNames.parse(names)).toEqual(names);
    const every = outputKindNames.flatMap((kind) => outputTargets(kind));
    expect([...nameFaults(names, every)]).toEqual([]);
    expect(Object.values(names).filter(({ name }) => hasMixedScripts(name))).toEqual([]);
    for (const { name, feeds } of Object.values(names)) expect(name + feeds).not.toBe("");
  },
);

test("a container that is not of the demo has no names", () => {
  expect(demoOutputNames("nowhere")).toEqual({});
});
