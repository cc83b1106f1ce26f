import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";

import { until } from "../features/ingest/telemetry.fixture.ts";
import { type Kept, keepFresh } from "./keep-fresh.ts";
import { MemoryBus } from "./memory.bus.ts";

const log = pino({ level: "silent" });

function kept(about: Omit<Kept, "name">) {
  const bus = new MemoryBus(log);
  const stop = keepFresh(bus, log, { name: "test", ...about });
  onTestFinished(stop);
  return { bus, stop };
}

test("what changes is read at once, and until it can be; what changes meanwhile is read with it", async () => {
  const reads: string[][] = [];
  let isAway = true;
  const { bus } = kept({
    changed: async (ids) => {
      reads.push([...ids]);
      if (isAway) throw new Error("the database is away");
    },
    reload: () => {},
  });
  bus.publish("containerChanged", { containerIds: ["a"] });
  expect(reads).toEqual([["a"]]);
  bus.publish("containerChanged", { containerIds: ["b"] });
  await until(() => reads.length === 2);
  isAway = false;
  await until(() => reads.length === 3);
  expect(reads.slice(1)).toEqual([
    ["a", "b"],
    ["a", "b"],
  ]);
});

test("after events may have been missed everything is read, until it can be", async () => {
  let reads = 0;
  const { bus } = kept({
    reload: async () => {
      reads++;
      if (reads < 3) throw new Error("the database is away");
    },
  });
  bus.publish("containerChanged", { containerIds: ["a"] });
  expect(reads).toBe(0);
  bus.missed();
  await until(() => reads === 3);
});

test("news that comes while something is read is not forgotten, and nothing is read after the end", async () => {
  const reads: string[] = [];
  const { bus, stop } = kept({
    changed: async (ids) => {
      reads.push(...ids);
      if (ids.includes("a")) bus.publish("containerChanged", { containerIds: ["b"] });
    },
    reload: () => {},
  });
  bus.publish("containerChanged", { containerIds: ["a"] });
  await until(() => reads.length === 2);
  await stop();
  bus.publish("containerChanged", { containerIds: ["c"] });
  bus.missed();
  expect(reads).toEqual(["a", "b"]);
});
