import { expect, test } from "vitest";

import { fakeContainer, fakeEnergy, fakeNowMs } from "../../domain/containers/container-row.fake.ts";
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

const namesOf = (lines: ReturnType<typeof inOrder>) =>
  lines.map((line) => {
    if ("container" in line) return [line.container.containerId, ...line.incidents.map(({ id }) => id)];
    return "incidents" in line ? [line.containerId, ...line.incidents.map(({ id }) => id)] : [line.id];
  });

test("who lacks power comes first, then whose loads will be cut, then what is critical, then all else", () => {
  const [critical, mild] = [fakeIncident({ id: "critical" }), fakeIncident({ id: "mild", severity: "warning" })];
  const needs = [
    need("gao", "cut"),
    need("nioro", "cut_partly"),
    need("lodwar", "cut_ahead"),
    need("kayes", "offline"),
  ];
  expect(namesOf(inOrder([critical, mild], needs))).toEqual([
    ["gao"],
    ["nioro"],
    ["lodwar"],
    ["critical"],
    ["mild"],
    ["kayes"],
  ]);
});

test("incidents of loads that are cut stand before those of loads that will be, and these before what is graver", () => {
  const about = (id: string, attribute: string | null, severity: "warning" | "critical") => {
    const incident = fakeIncident({ id, severity });
    return { ...incident, worst: { ...incident.worst, attribute } };
  };
  const incidents = [
    about("hot", "battery.temperature", "critical"),
    about("ahead", "hours_to_reserve", "warning"),
    about("cut", "loads_cut", "warning"),
  ];
  expect(namesOf(inOrder(incidents, [need("kayes", "offline")]))).toEqual([["cut"], ["ahead"], ["hot"], ["kayes"]]);
});

test("of what is of one rank the graver comes first, and of what is as grave that whose loads are cut sooner", () => {
  const partly = (containerId: string, hours: number | null): Need => ({
    container: fakeContainer({
      containerId,
      energy: fakeEnergy("cut_partly", {
        cutAt: hours === null ? null : new Date(fakeNowMs + hours * 3_600_000).toISOString(),
      }),
    }),
    troubles: [{ kind: "cut_partly" }],
  });
  const about = (containerId: string, severity: "warning" | "critical") =>
    fakeIncident({ id: `about-${containerId}`, cause: "single", containerIds: [containerId], severity });
  const needs = [partly("coober-pedy", null), partly("gao", 6), partly("saint-veran", 5.9), partly("lord-howe", 3.3)];
  const incidents = [about("coober-pedy", "warning"), about("saint-veran", "warning"), about("lord-howe", "critical")];
  expect(namesOf(inOrder(incidents, needs)).map(([name]) => name)).toEqual([
    "lord-howe",
    "saint-veran",
    "gao",
    "coober-pedy",
  ]);
});

test("what a rule says of one container stands with it where it has a line of its own, and is not another line", () => {
  const aboutGao = fakeIncident({ id: "about-gao", cause: "single", containerIds: ["gao"] });
  const aboutKayes = fakeIncident({ id: "about-kayes", cause: "single", containerIds: ["kayes"], severity: "warning" });
  const lines = inOrder([aboutGao, aboutKayes], [need("nioro", "cut"), need("gao", "battery")]);
  expect(namesOf(lines)).toEqual([["nioro"], ["gao", "about-gao"], ["kayes", "about-kayes"]]);
  // One that a person made of two has a line of its own, since neither of them is all of it.
  const merged = { ...aboutGao, containerIds: ["gao", "nioro"] };
  expect(namesOf(inOrder([merged], [need("gao", "battery")]))).toEqual([["about-gao"], ["gao"]]);
});

test("all incidents of one container, be it one or several, stand on one line, in the place of the worst of them", () => {
  const of = (id: string, containerId: string, more = {}) =>
    fakeIncident({ id, cause: "single", containerIds: [containerId], severity: "warning", ...more });
  const incidents = [
    of("hot", "kita", { severity: "critical" }),
    of("cut", "gao"),
    of("alone", "nioro"),
    of("dark", "gao", { cause: "container" }),
    of("door", "kita"),
    of("shared", "gao", { cause: "rule" }),
  ];
  expect(namesOf(inOrder(incidents, []))).toEqual([
    ["kita", "hot", "door"],
    ["gao", "cut", "dark"],
    ["nioro", "alone"],
    ["shared"],
  ]);
  expect(namesOf(inOrder(incidents, [need("gao", "battery")]))).toEqual([
    ["kita", "hot", "door"],
    ["nioro", "alone"],
    ["shared"],
    ["gao", "cut", "dark"],
  ]);
});
