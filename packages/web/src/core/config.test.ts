import { expect, test } from "vitest";

import { parseConfig } from "./config.ts";

test("the server's configuration is taken over", () => {
  const text = JSON.stringify({ apiBase: "/portal/api/", portalName: "Solar Box", demo: true });
  expect(parseConfig(text)).toMatchObject({ apiBase: "/portal/api", portalName: "Solar Box", demo: true });
});

test.each(["__OFFGRID_CONFIG__", "", undefined, "[]", "null", '{"apiBase":7}'])("%s gives the defaults", (text) => {
  expect(parseConfig(text)).toMatchObject({ apiBase: "/api", portalName: "Offgrid Portal", demo: false });
});

test("of the map's settings only addresses and attribution are used, as texts", () => {
  const map = { tileUrl: "https://tiles.example.org/{z}/{x}/{y}.png", styleUrl: 7, other: "x" };
  expect(parseConfig(JSON.stringify({ map })).map).toEqual({ tileUrl: "https://tiles.example.org/{z}/{x}/{y}.png" });
  expect(parseConfig(JSON.stringify({ map: "none" })).map).toEqual({});
});
