import { readFileSync } from "node:fs";

import { locales } from "@offgrid/contract/core/constants";
import { expect, test } from "vitest";

test("why a command came to nothing reads the same in its file as on the screens", () => {
  const read = (path: string): unknown =>
    JSON.parse(readFileSync(new URL(`../packages/${path}`, import.meta.url), "utf8"));
  for (const { code } of locales) {
    const words = read(`web/src/domain/commands/command-words.${code}.json`) as { reason: unknown };
    expect(read(`server/src/features/commands/command-reasons.${code}.json`)).toEqual({ reason: words.reason });
  }
});
