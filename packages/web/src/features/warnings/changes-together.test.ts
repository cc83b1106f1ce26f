import { expect, test } from "vitest";

import { type Change, changesTogether } from "./changes-together.ts";

const change = (what: string, at: string, more: Partial<Change> = {}): Change => ({
  kind: "config",
  what,
  at: `2026-11-29T${at}.000Z`,
  outputName: null,
  by: null,
  containers: 1,
  ...more,
});

test("settings that were changed at once are one line, and what somebody else did or did later is another", () => {
  const amina = { userId: "amina", name: "Amina" };
  const groups = changesTogether([
    change("network", "10:41:02"),
    change("place", "10:41:40"),
    change("loadProtection", "10:41:50", { by: amina }),
    change("relay.2", "10:41:55", { by: amina, kind: "command" }),
    change("relay.3", "10:42:00", { by: amina, kind: "command" }),
  ]);
  expect(groups.map((group) => group.map(({ what }) => what))).toEqual([
    ["network", "place"],
    ["loadProtection"],
    ["relay.2"],
    ["relay.3"],
  ]);
});
