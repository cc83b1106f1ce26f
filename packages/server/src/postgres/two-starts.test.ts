import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";

import { startEmbeddedPostgres } from "./embedded-postgres.ts";

const silent = pino({ level: "silent" });

test("a server that another start began a moment ago is taken over, as is one that a killed portal leaves so", async () => {
  const folder = await mkdtemp(join(tmpdir(), "offgrid-two-starts-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const first = await startEmbeddedPostgres(folder, silent);
  await first.stop();
  const [one, other] = await Promise.all([
    startEmbeddedPostgres(folder, silent),
    startEmbeddedPostgres(folder, silent),
  ]);
  expect(other.address).toEqual(one.address);
  other.leave();
  await one.stop();
});
