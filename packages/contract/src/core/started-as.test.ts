import { expect, test } from "vitest";

import { startedAs } from "./started-as.ts";

test("a program tells how it is started by the way in which it was: a release has no npm", () => {
  expect(startedAs("replay", { npm_lifecycle_event: "replay" }, "/code/dist/replay.mjs")).toBe("npm run replay --");
  expect(startedAs("replay", {}, "/opt/offgrid-portal/current/dist/replay.mjs")).toBe(
    "node /opt/offgrid-portal/current/dist/replay.mjs",
  );
});
