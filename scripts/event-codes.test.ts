import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { eventCodes } from "@offgrid/contract/events/event-codes";
import { expect, test } from "vitest";

/** Where a program gives an event its code: `code: "door.opened"`, `tell("output.worn", ...)`, or one of two codes. */
const given = /(?:\bcode: |[tT]ell\(|sendEvent\()(?<codes>[^,;{}\n]*"[a-z_]+\.[a-z_]+"[^,;{}\n]*)/g;

test("every code that a program of ours gives an event is on the list of those with words", () => {
  const found = new Set<string>();
  for (const name of ["server", "controller", "simulator"]) {
    const root = join(import.meta.dirname, "..", "packages", name, "src");
    for (const path of readdirSync(root, { recursive: true, encoding: "utf8" })) {
      if (!path.endsWith(".ts") || /\.(?:test|fixture)\.ts$|testing\//.test(path)) continue;
      for (const { groups } of readFileSync(join(root, path), "utf8").matchAll(given))
        for (const [, code = ""] of (groups?.["codes"] ?? "").matchAll(/"([a-z_]+\.[a-z_]+)"/g)) found.add(code);
    }
  }
  expect([...found]).toEqual(expect.arrayContaining(["output.changed", "reboot.planned", "warning.cleared"]));
  expect([...found].filter((code) => !(eventCodes as readonly string[]).includes(code))).toEqual([]);
});
