import { expect, test } from "vitest";

import { fakeContainer } from "../../domain/containers/container-row.fake.ts";
import type { Need } from "../../domain/containers/fleet-facts.ts";
import { fakeIncident } from "../../domain/incidents/incident.fake.ts";
import { besideIncidents, inOrder } from "./beside-incidents.ts";

const need = (containerId: string, ...kinds: Need["troubles"][number]["kind"][]): Need => ({
  container: fakeContainer({ containerId }),
  troubles: kinds.map((kind) => ({ kind })),
});
const shown = (needs: readonly Need[]) =>
  needs.map(({ container, troubles }) => [container.containerId, ...troubles.map(({ kind }) => kind)]);

test("one cause is one line: what an incident says is not said again of its containers, and all else is", () => {
  const needs = [
    need("gao", "cut", "offline", "rule_warning"),
    need("kayes", "offline"),
    need("nioro", "rule_critical"),
  ];
  const dark = fakeIncident({ containerIds: ["gao"] });
  expect(shown(besideIncidents(needs, [dark]))).toEqual([
    ["gao", "cut"],
    ["kayes", "offline"],
    // Of a rule that is in no incident yet.
    ["nioro", "rule_critical"],
  ]);
  const single = fakeIncident({ cause: "single", containerIds: ["nioro", "kayes"] });
  expect(shown(besideIncidents(needs, [dark, single]))).toEqual([
    ["gao", "cut"],
    ["kayes", "offline"],
  ]);
});

test("without incidents everything stands with its container", () => {
  const needs = [need("gao", "offline", "rule_warning")];
  expect(besideIncidents(needs, [])).toEqual(needs);
});

test("what is critical comes first, then who lacks power, then all else", () => {
  const [critical, mild] = [fakeIncident({ id: "critical" }), fakeIncident({ id: "mild", severity: "warning" })];
  const [cut, offline] = [need("gao", "cut"), need("kayes", "offline")];
  expect(inOrder([critical, mild], [cut, offline])).toEqual([critical, cut, mild, offline]);
});
