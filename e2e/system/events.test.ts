/**
 * A controller forgets an event only when the portal has stored it, not when the broker has taken it, whichever of them
 * dies.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { databaseOf, register, startPortal, waitsForLock } from "./portal.ts";
import { freeFixedPort, type Program, runFile, temporaryFolder, until } from "./programs.ts";

test(
  "an event is stored once, whether controller or portal is killed after the broker took it",
  { timeout: 180_000 },
  async () => {
    const folder = await temporaryFolder();
    const dataDir = join(folder, "portal");
    const env = { MQTT_PORT: String(await freeFixedPort()) };
    let portal = await startPortal(dataDir, env);
    const { containerId, secret } = await register(dataDir, "Witness");
    const database = await databaseOf(dataDir);
    const { pool } = database;
    const run = (code = "") =>
      runFile("e2e/system/event-witness.ts", [portal.mqttUrl, containerId, secret, join(folder, "controller"), code]);
    const storedCodes = async () => {
      const { rows } = await pool.query<{ code: string }>("select code from event order by received_at, code");
      return rows.map(({ code }) => code);
    };
    /** Holds the portal between the broker's PUBACK and its own acknowledgement, does something, and lets it go on. */
    const betweenPubackAndAck = async (send: () => void, act: () => Promise<void>) => {
      const blocker = await pool.connect();
      await blocker.query("begin");
      await blocker.query("lock table event in share mode");
      send();
      await until("the portal has taken the event and waits to store it", () =>
        waitsForLock(database, "insert into event"),
      );
      await act();
      await blocker.query("rollback");
      blocker.release();
    };

    const keptCodes = () =>
      (JSON.parse(readFileSync(join(folder, "controller/events.json"), "utf8")) as { code: string }[]).map(
        ({ code }) => code,
      );

    let controller: Program | undefined;
    const killController = async () => {
      controller?.child.kill("SIGKILL");
      await controller?.ended;
    };
    await betweenPubackAndAck(() => void (controller = run("door.opened")), killController);
    expect(keptCodes()).toEqual(["door.opened"]);
    await until("the portal has stored it", async () => (await storedCodes()).length > 0);
    controller = run();
    await until("the controller has its answer", () => keptCodes().length === 0);
    expect(await storedCodes()).toEqual(["door.opened"]);
    await killController();

    await betweenPubackAndAck(
      () => void (controller = run("door.closed")),
      async () => {
        portal.child.kill("SIGKILL");
        await portal.ended;
      },
    );
    expect(keptCodes()).toEqual(["door.closed"]);
    portal = await startPortal(dataDir, env);
    await until("the controller has its answer", () => keptCodes().length === 0);
    expect(await storedCodes()).toEqual(["door.opened", "door.closed"]);
  },
);
