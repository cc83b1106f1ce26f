import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";

import { findEmbeddedPostgres, stopEmbeddedPostgres } from "./embedded-postgres.ts";
import { prepareDataFolder } from "../testing/prepared-data.ts";
import { SharedPostgres } from "./shared-postgres.ts";

const log = pino({ level: "silent" });

async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "offgrid-shared-"));
  onTestFinished(async () => {
    await stopEmbeddedPostgres(dataDir, log);
    await rm(dataDir, { recursive: true, force: true });
  });
  await prepareDataFolder(dataDir);
  return dataDir;
}

/** Three processes with one DATA_DIR: the first one keeps it. */
async function joinThree(dataDir: string): Promise<[SharedPostgres, SharedPostgres, SharedPostgres]> {
  const join = () => SharedPostgres.join(dataDir, log);
  const all = [await join(), await join(), await join()] satisfies SharedPostgres[];
  expect(all.map(({ isKeeper }) => isKeeper)).toEqual([true, false, false]);
  return all as [SharedPostgres, SharedPostgres, SharedPostgres];
}

test("when all processes of a DATA_DIR end at once, in whatever order, none leaves the database running", async () => {
  const dataDir = await newDataDir();
  for (const isKeeperFirst of [true, false]) {
    const all = await joinThree(dataDir);
    await Promise.all((isKeeperFirst ? all : all.toReversed()).map((one) => one.close()));
    expect(await findEmbeddedPostgres(dataDir, log)).toBeUndefined();
  }
});

test("of several processes those that stay keep the database running", async () => {
  const dataDir = await newDataDir();
  const [keeper, one, other] = await joinThree(dataDir);
  await Promise.all([keeper.close(), one.close()]);
  expect(await findEmbeddedPostgres(dataDir, log)).toBeDefined();
  await other.close();
  expect(await findEmbeddedPostgres(dataDir, log)).toBeUndefined();
});
