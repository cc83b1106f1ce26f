import { expect, test } from "vitest";

import { fakeNowMs as now, fakeContainer, fakeEnergy } from "../../domain/containers/container-row.fake.ts";
import { findContainers, groupContainers, toMapGroups } from "./cluster-groups.ts";
import { clustersSearch } from "./clusters.search.ts";

const cluster = (id: string, name: string, containers: string[]) => ({
  id,
  name,
  containers,
  createdAt: "2026-11-20T08:00:00.000Z",
  canEdit: true,
});
const containers = [
  fakeContainer({ containerId: "container-7", name: "Thiès", cluster: "Sahel", clusterId: "1" }),
  fakeContainer({ containerId: "agadez", name: "Agadez", location: { lat: 17, long: 8 } }),
  fakeContainer({ containerId: "jumla", name: "Jumla" }),
];

test("clusters list their containers by name where nothing is wrong, and the others are in none", () => {
  const { groups, others } = groupContainers(
    [cluster("2", "West", []), cluster("1", "Sahel", ["container-7", "agadez", "gone"])],
    containers,
    now,
  );
  expect(groups.map((group) => [group.cluster.name, group.containers.map(({ name }) => name)])).toEqual([
    ["Sahel", ["Agadez", "Thiès"]],
    ["West", []],
  ]);
  expect(others.map(({ name }) => name)).toEqual(["Jumla"]);
  expect(toMapGroups(groups).map(({ name, containers: placed }) => [name, placed.length])).toEqual([
    ["Sahel", 1],
    ["West", 0],
  ]);
});

test("the worst of a cluster stands first, equals by their names", () => {
  const rows = [
    fakeContainer({ containerId: "b", name: "B" }),
    fakeContainer({ containerId: "a", name: "A" }),
    fakeContainer({ containerId: "z", name: "Z", energy: fakeEnergy("cut") }),
    fakeContainer({ containerId: "y", name: "Y", status: "offline" }),
  ];
  const { groups, others } = groupContainers([cluster("1", "Sahel", ["a", "b", "z"])], rows, now);
  expect(groups[0]?.containers.map(({ name }) => name)).toEqual(["Z", "A", "B"]);
  expect(others.map(({ name }) => name)).toEqual(["Y"]);
});

test("clusters stand by the worst of their containers, equals by their names, and empty ones last", () => {
  const rows = [
    fakeContainer({ containerId: "a", name: "A" }),
    fakeContainer({ containerId: "b", name: "B" }),
    fakeContainer({ containerId: "z", name: "Z", energy: fakeEnergy("cut") }),
  ];
  const clusters = [cluster("1", "Atlas", []), cluster("2", "Sahel", ["b"]), cluster("3", "Coast", ["a"])];
  const { groups } = groupContainers([...clusters, cluster("4", "West", ["z"])], rows, now);
  expect(groups.map((group) => group.cluster.name)).toEqual(["West", "Coast", "Sahel", "Atlas"]);
});

test("containers are found by name, ignoring accents, by id and by cluster", () => {
  const found = (text: string) => findContainers(containers, text).map(({ containerId }) => containerId);
  expect(found("thies")).toEqual(["container-7"]);
  expect(found("sahel THI")).toEqual(["container-7"]);
  expect(found("jum")).toEqual(["jumla"]);
  expect(found("")).toHaveLength(3);
});

test("the address of the clusters keeps what is open and edited, also where an id is a number", () => {
  expect(clustersSearch({ cluster: 7, edit: "new", container: "", other: 1 })).toEqual({
    cluster: "7",
    edit: "new",
  });
});
