import { describe, expect, test } from "vitest";

import { searchSites } from "./search-sites.ts";

const site = (name: string, containerId: string) => ({ name, containerId });
const names = (sites: readonly { name: string }[]) => sites.map(({ name }) => name);

describe("the search", () => {
  const sites = [site("Thiès école", "thies-1"), site("Lodwar clinic", "lodwar-7")];

  test("finds by name or id, whatever the case and the accents", () => {
    expect(names(searchSites(sites, "thies"))).toEqual(["Thiès école"]);
    expect(names(searchSites(sites, "WAR-7"))).toEqual(["Lodwar clinic"]);
    expect(names(searchSites(sites, "clinic lod"))).toEqual(["Lodwar clinic"]);
    expect(searchSites(sites, "nothing like it")).toEqual([]);
  });

  test("with no text finds all", () => {
    expect(searchSites(sites, "  ")).toHaveLength(2);
  });
});
