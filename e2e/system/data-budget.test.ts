/** The bytes that the portal counts for a container are those on a real controller's connection. */
import { startController } from "@offgrid/controller/controller";
import type { Controller } from "@offgrid/controller/controller.types";
import { startBench, testSecret } from "@offgrid/server/features/ingest/telemetry.fixture";
import { expect, onTestFinished, test } from "vitest";

import { startCountingProxy } from "../../bench/counting-proxy.ts";
import { temporaryFolder, until } from "./programs.ts";

const metrics = Array.from({ length: 50 }, (_, index) => `my.metric${index}`);

test("the data budget of a container equals the count of a proxy on its link, over several connections", async () => {
  const bench = await startBench();
  onTestFinished(() => bench.stop());
  await bench.addContainer("lodwar");
  const proxy = await startCountingProxy(bench.mqttPort);
  onTestFinished(() => proxy.close());
  const counted = async () => {
    const [row] = await bench.database.db.selectFrom("containerTraffic").selectAll().execute();
    return { up: row?.upBytes, down: row?.downBytes };
  };
  const start = async (): Promise<Controller> =>
    startController({
      containerId: "lodwar",
      secret: testSecret,
      url: `mqtt://127.0.0.1:${proxy.port}`,
      dataDir: await temporaryFolder(),
      driver: {
        metrics: metrics.map((name) => ({ name })),
        devices: [],
        capabilities: [],
        read: async (atMs) => metrics.map((_, index) => Math.round(1e5 * Math.sin(atMs * index)) / 100),
        close: async () => {},
      },
      everyMs: 20,
      batchMs: 100,
      reconnectAfterMs: 10,
    });

  for (const ending of ["with a goodbye", "cut off"] as const) {
    const controller = await start();
    await until("frames are stored", () => controller.stats().acked > 50);
    if (ending === "cut off") controller.pauseLink();
    await controller.stop();
    await proxy.quiet();
    bench.skip(61_000);
    // A connection that is cut leaves bytes on the way that only the proxy has seen, until the portal has read them
    // too.
    await until(`the portal has counted all of the connection that ended ${ending}`, async () => {
      const { up, down } = await counted();
      return up === proxy.counts.up && down === proxy.counts.down;
    });
  }
  expect(proxy.counts.up).toBeGreaterThan(10_000);
  expect(proxy.counts.down).toBeGreaterThan(1_000);
  expect(await counted()).toEqual(proxy.counts);
});
