import type { BenchCase, Figure } from "../bench.types.ts";
import type { FullOrder } from "../load/load.types.ts";
import { runLoad } from "../load/run-load.ts";
import { type BenchPortal, withPortal } from "../portal.ts";

/** Enough containers that the portal's limit of 20 messages a second for each is not what is measured. */
const containerCount = 800;
/** Warm-up: every container is seen for the first time, and the code is compiled. */
const warmUpS = 20;
const measuredS = 8;

export const ingestCase: BenchCase = {
  name: "ingest",
  summary: "10 values a message over MQTT with QoS 1, counted when the portal acknowledges them after COMMIT",
  run: (say) =>
    withPortal(async (portal) => {
      const name = "ingest, 10 values a message";
      const order = { window: 6, framesPerMessage: 1, valuesPerFrame: 10 };
      return loadedBy(portal, name, order, say, (valuesPerS) => [
        { reference: 15_000, referenceName: "ThingsBoard with PostgreSQL, published", reach: 100_000, ...valuesPerS },
        { reference: 740, referenceName: "emoncms over MQTT", ...valuesPerS },
        { reference: 11_700, referenceName: "emoncms bulk HTTP", ...valuesPerS },
      ]);
    }),
};

export const batchesCase: BenchCase = {
  name: "batches",
  summary: "a minute of frames a message (6 frames of 50 values) over MQTT with QoS 1, counted when acknowledged",
  run: (say) =>
    withPortal(async (portal) => {
      const name = "ingest, minute batches of 6 x 50 values";
      const order = { window: 2, framesPerMessage: 6, valuesPerFrame: 50 };
      return loadedBy(portal, name, order, say, (valuesPerS) => [
        { reference: 1_660_000, referenceName: "InfluxDB 1.6, raw HTTP, no broker", reach: 500_000, ...valuesPerS },
      ]);
    }),
};

async function loadedBy(
  portal: BenchPortal,
  name: string,
  order: Pick<FullOrder, "window" | "framesPerMessage" | "valuesPerFrame">,
  say: (line: string) => void,
  compare: (valuesPerS: Figure) => Figure[],
): Promise<Figure[]> {
  say(`registering ${containerCount} containers`);
  const containers = await portal.register("load", containerCount);
  say(`${measuredS} s of load`);
  const before = await portal.usage();
  const result = await runLoad.full({ ...order, mqttPort: portal.mqttPort, containers, warmUpS, measuredS });
  const after = await portal.usage();
  if (result.refused > 0)
    throw new Error(`${name}: the portal refused ${result.refused} messages, so the figure would not count.`);
  return [
    ...compare({ case: `${name}: values`, value: result.values / result.seconds, unit: "values/s" }),
    { case: `${name}: messages`, value: result.messages / result.seconds, unit: "messages/s" },
    { case: `${name}: ack p50 at full load`, value: result.ackP50Ms, unit: "ms" },
    { case: `${name}: ack p95 at full load`, value: result.ackP95Ms, unit: "ms" },
    {
      case: `${name}: processor time of the portal's process`,
      value: ((after.cpuS - before.cpuS) / result.allMessages) * 1e6,
      unit: "us/message",
    },
    {
      case: `${name}: processor time of the load program`,
      value: (result.cpuS / result.allMessages) * 1e6,
      unit: "us/message",
    },
  ];
}
