import { expect, test } from "vitest";

import { fakeContainer, fakeEnergy } from "../../domain/containers/container-row.fake.ts";
import { type GroupPickWords, groupChoices } from "./group-choices.ts";

const words: GroupPickWords = {
  all: (number) => `All ${number}`,
  found: (number) => `Found ${number}`,
  cluster: (name, number) => `Cluster ${name} ${number}`,
  status: (status, number) => `Status ${status} ${number}`,
  energy: (level, number) => `Energy ${level} ${number}`,
};
const alps = { cluster: "Alps", clusterId: "c-1" };
const rows = [
  fakeContainer({ containerId: "veran", name: "Saint-Véran refuge", ...alps }),
  fakeContainer({ containerId: "arolla", name: "Arolla refuge", ...alps, energy: fakeEnergy("cut") }),
  fakeContainer({ containerId: "lodwar", name: "Lodwar", status: "offline", energy: fakeEnergy("cut") }),
];
const labels = (typed: string, picked: readonly string[] = []) =>
  groupChoices(rows, picked, typed, words).map(({ label }) => label);

test("a container is found without its accents, as everywhere", () => {
  expect(labels("veran")).toEqual(["Saint-Véran refuge"]);
});

test("all containers, those of a cluster, of a state and all found are picked at once", () => {
  expect(labels("")).toEqual([
    "All 3",
    "Cluster Alps 2",
    "Status online 2",
    "Energy cut 2",
    ...rows.map(({ name }) => name),
  ]);
  expect(labels("alps")).toEqual(["Cluster Alps 2"]);
  const [found] = groupChoices(rows, [], "refuge", words);
  expect(found).toEqual({ value: "all", label: "Found 2", ids: ["veran", "arolla"] });
});

test("what is picked already is offered no more, alone or with others", () => {
  expect(labels("", ["veran", "arolla"])).toEqual(["Lodwar"]);
});

test("containers that were never connected are picked as such, and neither as offline nor by their energy", () => {
  const never = { status: "offline", lastSeen: null, energy: fakeEnergy("unknown", { at: null }) } as const;
  const fleet = [fakeContainer({ name: "New", ...never }), fakeContainer({ name: "Newer", ...never })];
  expect(groupChoices(fleet, [], "", words).map(({ label }) => label)).toEqual([
    "All 2",
    "Status never 2",
    "New",
    "Newer",
  ]);
});
