import { expect, test } from "vitest";

import { parseConfig } from "./config.ts";

test("the server's configuration is taken over", () => {
  const text = JSON.stringify({ apiBase: "/portal/api/", portalName: "Solar Box", demo: true });
  expect(parseConfig(text)).toMatchObject({ apiBase: "/portal/api", portalName: "Solar Box", demo: true });
});

test.each(["__OFFGRID_CONFIG__", "", undefined, "[]", "null", '{"apiBase":7}'])("%s gives the defaults", (text) => {
  expect(parseConfig(text)).toMatchObject({ apiBase: "/api", portalName: "Offgrid Portal", demo: false });
});
