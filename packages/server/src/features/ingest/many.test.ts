import { containerTopic } from "@offgrid/contract/live/live.topics";
import type { ContainerMessage } from "@offgrid/contract/live/live.schema";
import { dataTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { expect, test } from "vitest";

import { ackOf, benchOfFile, bornController, readFrames, readLatest, until } from "./telemetry.fixture.ts";

/** Many at once, in short; `npm run bench` has the long form with its figures. */

const bench = await benchOfFile();

const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

test("F1: a hundred controllers that connect at once all get in after retries, and each has its frame stored", async () => {
  const ids = numbered("herd", 100);
  await Promise.all(ids.map((id) => bench.addContainer(id)));
  const born = await Promise.all(ids.map((id) => persistently(() => bornController(bench, id))));
  const ts = bench.now();
  await Promise.all(
    born.map(async (client, index) => {
      const containerId = ids[index] as string;
      await client.send(dataTopic.name({ containerId }), { boot: "b1", seq: 1, mv: 1, t: [ts], v: [[index, 0]] });
      expect(await ackOf(client, containerId, 1)).toEqual({ boot: "b1", seqs: [1] });
    }),
  );
  for (const [index, id] of ids.entries())
    expect((await readFrames(bench, id)).map(({ v }) => v)).toEqual([[index, 0]]);
  expect(bench.metrics()).toMatchObject({ mqtt_controllers: 100 });
});

test("F2: fifty live screens each end on the stored latest value", async () => {
  const containers = numbered("watched", 5);
  const messages = 30;
  const screens = await Promise.all(
    containers.map(async (containerId, index) => {
      await bench.addContainer(containerId);
      const userId = `viewer-${index}`;
      const session = await bench.addPerson(userId, "admin");
      const own = await Promise.all(Array.from({ length: 10 }, () => bench.screen(userId, session)));
      await Promise.all(own.map(({ mqtt }) => mqtt.subscribeAsync(containerTopic.name({ containerId }))));
      return { containerId, own };
    }),
  );
  await Promise.all(
    containers.map(async (containerId, place) => {
      const client = await bornController(bench, containerId);
      const t = bench.now() - messages;
      for (let seq = 1; seq <= messages; seq++) {
        const soc = place * 10 + (seq % 7) / 10;
        await client.send(dataTopic.name({ containerId }), { boot: "b1", seq, mv: 1, t: [t + seq], v: [[soc, seq]] });
      }
      await ackOf(client, containerId, messages);
    }),
  );
  for (const { containerId, own } of screens) {
    const stored = await readLatest(bench, containerId);
    const expected = { "battery.soc": stored?.soc, "solar.power": messages };
    for (const screen of own) {
      const shown: Record<string, number> = {};
      await until(() => {
        for (const { value } of screen.messages.splice(0)) Object.assign(shown, (value as ContainerMessage).values);
        return shown["solar.power"] === messages;
      });
      expect(shown).toEqual(expected);
    }
  }
});

/** As a controller does, which goes on trying; a dozen refusals are too many. */
async function persistently<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (tries === 12) throw error;
    }
  }
}
