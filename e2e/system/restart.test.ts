/** A portal that goes away and comes back again and again while its controllers run. */
import { join } from "node:path";

import { readConfig } from "@offgrid/server/config/config";
import { openLog } from "@offgrid/server/core/log";
import { registerContainer } from "@offgrid/server/features/containers/registration";
import { startPortal } from "@offgrid/server/portal";
import { testDatabase } from "@offgrid/server/testing/test-database";
import { expect, onTestFinished, test } from "vitest";

import { audit, nothingWrong } from "../ledger/auditor.ts";
import { type Witness, settle, startWitness } from "../ledger/witness.ts";
import { freeFixedPort, temporaryFolder, until } from "./programs.ts";

const controllers = 30;
const restarts = 3;

/** What keeps a process alive or would be called again: sockets, servers, timers, and the process's listeners. */
function leftovers(): Record<string, number> {
  const counts: Record<string, number> = {};
  const kinds = process.getActiveResourcesInfo().filter((kind) => /^(TCP|Pipe|Timeout)/.test(kind));
  const listeners = process.eventNames().flatMap((name) => process.listeners(name as "exit").map(() => String(name)));
  for (const kind of [...kinds, ...listeners]) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

test("E4, F3: thirty controllers come back after each restart of the portal, nothing is lost, and no handle or listener is left over", async () => {
  const folder = await temporaryFolder();
  const database = await testDatabase();
  onTestFinished(() => database.drop());
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on("warning", onWarning);
  onTestFinished(() => void process.off("warning", onWarning));
  const registered: { containerId: string; secret: string }[] = [];
  for (let number = 1; number <= controllers; number++) {
    const about = { name: `Again ${number}`, serialNumber: `AGAIN-${number}`, users: [] };
    registered.push(await database.db.transaction().execute((tx) => registerContainer(tx, about)));
  }
  // Idle connections of the fixture end by themselves at some time and are not counted.
  await database.close();
  const port = await freeFixedPort();
  const config = readConfig({
    PORT: "0",
    MQTT_PORT: String(port),
    DATA_DIR: join(folder, "portal"),
    DATABASE_URL: database.url,
  });
  const before = leftovers();
  const start = () => startPortal(config, { log: openLog("silent") });

  let portal = await start();
  const witnesses: Witness[] = [];
  for (const [member, one] of registered.entries()) {
    const about = { url: `mqtt://127.0.0.1:${port}`, folder: join(folder, "controllers"), everyMs: 250 };
    witnesses.push(await startWitness(one, member, about));
  }
  const everyoneIsServed = async (connections: number) => {
    const counts = witnesses.map(({ ledger }) => ledger.count);
    await until("every controller is back and served", () =>
      witnesses.every(
        ({ controller, ledger }, index) =>
          controller.stats().connections >= connections && ledger.count > (counts[index] ?? 0) + 4,
      ),
    );
  };
  await everyoneIsServed(1);
  for (let round = 1; round <= restarts; round++) {
    await portal.stop();
    portal = await start();
    await everyoneIsServed(round + 1);
  }
  await settle(witnesses, until);
  for (const { controller } of witnesses) await controller.stop();
  await portal.stop();
  await until("nothing is left over", () => {
    const after = leftovers();
    return Object.keys(after).every((kind) => (after[kind] ?? 0) <= (before[kind] ?? 0));
  });
  expect(warnings).toEqual([]);

  const books = witnesses.map(({ ledger, measured }) => ({ path: ledger.path, measured }));
  const verdict = await audit(database.address, books);
  expect(verdict).toMatchObject(nothingWrong);
  expect(verdict.frames).toBe(books.reduce((sum, { measured }) => sum + measured.size, 0));
}, 300_000);
