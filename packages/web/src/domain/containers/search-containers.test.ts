import { describe, expect, test } from "vitest";

import { searchContainers } from "./search-containers.ts";

const container = (name: string, containerId: string) => ({ name, containerId });
const names = (containers: readonly { name: string }[]) => containers.map(({ name }) => name);

describe("the search", () => {
  const containers = [container("Thiès école", "thies-1"), container("Lodwar clinic", "lodwar-7")];

  test("finds containers by name or id, ignoring case and accents", () => {
    expect(names(searchContainers(containers, "thies"))).toEqual(["Thiès école"]);
    expect(names(searchContainers(containers, "WAR-7"))).toEqual(["Lodwar clinic"]);
    expect(names(searchContainers(containers, "clinic lod"))).toEqual(["Lodwar clinic"]);
    expect(searchContainers(containers, "nothing like it")).toEqual([]);
  });

  test("without text finds all", () => {
    expect(searchContainers(containers, "  ")).toHaveLength(2);
  });
});
