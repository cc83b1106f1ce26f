import type { ConfigDoc } from "@offgrid/contract/configuration/config-doc";
import { expect, test } from "vitest";

import { missingOutputsOf, outputsTurnedOn } from "./section-outputs.ts";

const targets = ["relay.1", "street_light.1", "phase.1"];
const keep = (output: string) => ({
  kind: "keep",
  name: "Pump with surplus",
  enabled: true,
  priority: 5,
  output,
  to: true,
  while: { kind: "sun", is: "up" },
  unknown: "as_before",
});
const sections: ConfigDoc = {
  keepAlive: { frameSeconds: 10 },
  place: { zoneName: "Africa/Nairobi" },
  loadProtection: {
    loads: [
      { target: "relay.1", neverCut: true },
      { target: "relay.7", neverCut: false },
    ],
  },
  phases: { phases: [1, 3].map((id) => ({ id, priority: id, limitW: null, minSoc: null, restoreSoc: null })) },
  streetLights: { light1: { mode: "off" }, light3: { mode: "off" } },
  automations: { a: keep("relay.1"), b: keep("relay.6") },
  relays: { "relay.1/minOnSeconds": 60, "relay.7/minOffSeconds": 60 },
};

test("each section that names an output is asked about it, by its path", () => {
  expect(missingOutputsOf(sections, {}, targets)).toEqual({
    "loadProtection.loads.1.target": "This container has no such output.",
    "phases.phases.1.id": "This container has no such phase.",
    "streetLights.light3": "This container has no such street light.",
    "automations.b.output": "This container has no output relay.6.",
    "relays.relay.7/minOffSeconds": "This container has no such relay.",
  });
});

test("what stays as it was wanted before is not asked about again", () => {
  expect(missingOutputsOf(sections, sections, targets)).toEqual({});
  const before = { ...sections, automations: { b: keep("relay.5") } };
  expect(Object.keys(missingOutputsOf(sections, before, targets))).toEqual(["automations.b.output"]);
});

test("what a new rule may switch on is named; what it switches off, and what stays as it was, is not", () => {
  const more = { ...sections, automations: { ...sections["automations"], c: { ...keep("relay.2"), to: false } } };
  expect(outputsTurnedOn(more, sections)).toEqual([]);
  expect(outputsTurnedOn(sections, {})).toEqual(["relay.1", "relay.6", "street_light.1", "street_light.3"]);
  const off = { automations: { a: { ...keep("relay.1"), enabled: false } } };
  expect(outputsTurnedOn(off, {})).toEqual([]);
});
