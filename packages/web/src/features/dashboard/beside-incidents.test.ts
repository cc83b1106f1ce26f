import { expect, test } from "vitest";

import { fakeContainer, fakeEnergy, fakeNowMs } from "../../domain/containers/container-row.fake.ts";
import { type Need, needsAttention, worstFirst } from "../../domain/containers/fleet-facts.ts";
import { fakeIncident } from "../../domain/incidents/incident.fake.ts";
import { besideIncidents, concerned, concernedBy, inOrder as inOrderOf } from "./beside-incidents.ts";

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

test("a cold battery is one line, be it by its own report and by a rule", () => {
  const cold: Need = {
    container: fakeContainer({ containerId: "gao" }),
    troubles: [{ kind: "battery", alarm: "cold" }],
  };
  const incident = fakeIncident({ cause: "single", containerIds: ["gao"] });
  const about = (attribute: string) => ({ ...incident, worst: { ...incident.worst, attribute } });
  expect(besideIncidents([cold], [about("battery.temperature")])).toEqual([]);
  expect(besideIncidents([cold], [about("battery.soc")])).toEqual([cold]);
});

test("without incidents everything stands with its container", () => {
  const needs = [need("gao", "offline", "rule_warning")];
  expect(besideIncidents(needs, [])).toEqual(needs);
});

const inOrder = (incidents: Parameters<typeof inOrderOf>[0], needs: readonly Need[], rows: Need["container"][] = []) =>
  inOrderOf(incidents, needs, rows, fakeNowMs);

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

const inHours = (hours: number | null) =>
  hours === null ? null : new Date(fakeNowMs + hours * 3_600_000).toISOString();

test("among containers whose loads are cut in part, or will be, that one comes first where it is sooner, whatever rules call it", () => {
  const partly = (containerId: string, hours: number | null): Need => ({
    container: fakeContainer({ containerId, energy: fakeEnergy("cut_partly", { cutAt: inHours(hours) }) }),
    troubles: [{ kind: "cut_partly" }],
  });
  const about = (containerId: string, severity: "warning" | "critical") =>
    fakeIncident({ id: `about-${containerId}`, cause: "single", containerIds: [containerId], severity });
  const needs = [partly("coober-pedy", null), partly("gao", 6), partly("saint-veran", 5.9), partly("lord-howe", 3.3)];
  const incidents = [about("coober-pedy", "critical"), about("gao", "critical"), about("saint-veran", "warning")];
  expect(namesOf(inOrder(incidents, needs)).map(([name]) => name)).toEqual([
    "lord-howe",
    "saint-veran",
    "gao",
    "coober-pedy",
  ]);
});

test("a container that needs its generator comes after loads that will be cut and after what is critical, though a rule warns of its charge", () => {
  const row = (containerId: string, level: "cut_ahead" | "generator_ahead" | "normal", hours: number | null) =>
    fakeContainer({ containerId, name: containerId, energy: fakeEnergy(level, { cutAt: inHours(hours) }) });
  const rows = [row("fogo", "generator_ahead", 2), row("barcelos", "cut_ahead", 9), row("agadez", "normal", null)];
  const about = (containerId: string, severity: "warning" | "critical", attribute: string) => {
    const incident = fakeIncident({
      id: `about-${containerId}`,
      cause: "single",
      containerIds: [containerId],
      severity,
    });
    return { ...incident, worst: { ...incident.worst, attribute } };
  };
  const soon = about("fogo", "warning", "hours_to_reserve");
  const hot = about("agadez", "critical", "battery.temperature");
  const names = (incidents: Parameters<typeof inOrder>[0]) =>
    namesOf(inOrder(incidents, needsAttention(rows, fakeNowMs), rows)).map(([name]) => name);
  expect(names([soon, hot])).toEqual(["barcelos", "agadez", "fogo"]);
  // What people call critical of it is critical, and no cut for all that.
  expect(names([{ ...soon, severity: "critical" }])).toEqual(["barcelos", "fogo"]);
});

test("what needs attention has the order of the list: the worst of each container, as its row has it", () => {
  const rows = [
    fakeContainer({ containerId: "warned", name: "D", openWarnings: { count: 1, worst: "warning" } }),
    fakeContainer({ containerId: "low", name: "C", soc: 12, energy: fakeEnergy("below_reserve") }),
    fakeContainer({ containerId: "critical", name: "B", openWarnings: { count: 1, worst: "critical" } }),
    fakeContainer({ containerId: "late", name: "A2", energy: fakeEnergy("cut_partly", { cutAt: inHours(9) }) }),
    fakeContainer({ containerId: "soon", name: "A3", energy: fakeEnergy("cut_partly", { cutAt: inHours(3) }) }),
    fakeContainer({ containerId: "silent", name: "A1", status: "offline" }),
  ];
  const incidents = (["warned", "critical"] as const).map((id) =>
    fakeIncident({
      id,
      ...{ cause: "single", containerIds: [id], open: 1 },
      severity: id === "critical" ? "critical" : "warning",
    }),
  );
  const needs = besideIncidents(needsAttention(rows, fakeNowMs), incidents);
  const named = namesOf(inOrder(incidents, needs, rows)).map(([name]) => name);
  expect(named).toEqual(worstFirst(rows, fakeNowMs).map(({ containerId }) => containerId));
  expect(named).toEqual(["soon", "late", "critical", "low", "silent", "warned"]);
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
    ["gao", "cut", "dark"],
    ["nioro", "alone"],
    ["shared"],
  ]);
});

test("the containers of the lines that are shown and those of the others add up to all that are counted", () => {
  const own = fakeIncident({ id: "own", cause: "single", containerIds: ["gao"] });
  const shared = fakeIncident({ id: "shared", cause: "rule", containerIds: ["gao", "kayes", "nioro"] });
  const needs = [need("gao", "cut"), need("kayes", "offline"), need("segou", "offline")];
  const lines = inOrder([own, shared], needs);
  expect(lines).toHaveLength(4);
  expect(concernedBy(lines)).toBe(concerned([own, shared], needs));
  const places = lines.map((_, place) => concernedBy(lines.slice(0, place + 1)));
  // Each container counts with the first line that is about it.
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places.at(-1)).toBe(4);
});
