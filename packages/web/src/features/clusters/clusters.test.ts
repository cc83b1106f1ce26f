import { expect, test } from "vitest";

import { fakeSite } from "../../ui/container/site-row.fake.ts";
import { findSites, groupSites, toMapGroups } from "./cluster-groups.ts";
import { clustersRoute } from "./clusters.route.ts";

const cluster = (id: string, name: string, containers: string[]) => ({
  id,
  name,
  containers,
  createdAt: "2026-11-20T08:00:00.000Z",
  canEdit: true,
});
const sites = [
  fakeSite({ containerId: "site-7", name: "Thiès", cluster: "Sahel", clusterId: "1" }),
  fakeSite({ containerId: "agadez", name: "Agadez", location: { lat: 17, long: 8 } }),
  fakeSite({ containerId: "jumla", name: "Jumla" }),
];

test("clusters hold their containers by name, and the others are in none", () => {
  const { groups, others } = groupSites(
    [cluster("2", "West", []), cluster("1", "Sahel", ["site-7", "agadez", "gone"])],
    sites,
  );
  expect(groups.map((group) => [group.cluster.name, group.sites.map(({ name }) => name)])).toEqual([
    ["Sahel", ["Agadez", "Thiès"]],
    ["West", []],
  ]);
  expect(others.map(({ name }) => name)).toEqual(["Jumla"]);
  expect(toMapGroups(groups).map(({ name, sites: placed }) => [name, placed.length])).toEqual([
    ["Sahel", 1],
    ["West", 0],
  ]);
});

test("containers are found by name without accents, by id and by cluster", () => {
  const found = (text: string) => findSites(sites, text).map(({ containerId }) => containerId);
  expect(found("thies")).toEqual(["site-7"]);
  expect(found("sahel THI")).toEqual(["site-7"]);
  expect(found("jum")).toEqual(["jumla"]);
  expect(found("")).toHaveLength(3);
});

test("the address of the clusters keeps what is open and edited, also where an id is a number", () => {
  expect(clustersRoute.search({ cluster: 7, edit: "new", container: "", other: 1 })).toEqual({
    cluster: "7",
    edit: "new",
  });
});
