/**
 * A controller forgets an event only when the portal has stored it, not when the broker has taken it, whichever of them
 * dies.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { openDatabase } from "@offgrid/server/core/db";
import { findEmbeddedPostgres } from "@offgrid/server/postgres/embedded-postgres";
import { openLog } from "@offgrid/server/core/log";
import { expect, onTestFinished, test } from "vitest";

import { register, startPortal } from "./portal.ts";
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
    const address = await findEmbeddedPostgres(dataDir, openLog("silent"));
    if (!address) throw new Error("The database does not run.");
    const { pool, close } = openDatabase(address, openLog("silent"), 2);
    onTestFinished(close);
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
      await until("the portal has taken the event and waits to store it", async () => {
        const { rows } = await pool.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into event%'",
        );
        return rows.length > 0;
      });
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
