import { describe, expect, test } from "vitest";

import { type OrderedAddress, withField, withOrder, withPage } from "./list-address.ts";

type Address = OrderedAddress<"name" | "seen"> & { state?: string };
const address: Address = { search: "ada", state: "active", sort: "seen", page: 3 };

describe("the address of a list", () => {
  test("returns to the first page when a filter is set or removed, and keeps the rest", () => {
    expect(withField(address, "state", "invited")).toEqual({ search: "ada", state: "invited", sort: "seen" });
    expect(withField(address, "search", "")).toEqual({ state: "active", sort: "seen" });
  });

  test("has no page number on the first page", () => {
    expect(withPage(address, 4)).toEqual({ ...address, page: 4 });
    expect(withPage(address, 1)).toEqual({ search: "ada", state: "active", sort: "seen" });
  });

  test("is reversed when a column is chosen again, and back the next time", () => {
    const once = withOrder<"name" | "seen", Address>({ page: 2 }, "seen", "name");
    expect(once).toEqual({ sort: "seen" });
    const twice = withOrder<"name" | "seen", Address>(once, "seen", "name");
    expect(twice).toEqual({ sort: "seen", reversed: true });
    expect(withOrder<"name" | "seen", Address>(twice, "seen", "name")).toEqual({ sort: "seen" });
  });

  test("does not name the default column", () => {
    expect(withOrder<"name" | "seen", Address>({ sort: "seen" }, "name", "name")).toEqual({});
    expect(withOrder<"name" | "seen", Address>({}, "name", "name")).toEqual({ reversed: true });
  });
});
