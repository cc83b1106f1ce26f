import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import type { BenchCase, Figure } from "../bench.types.ts";
import type { LoadOrder, LoadResult } from "../load/load.types.ts";
import { withPortal } from "../portal.ts";

/** Enough that the portal's pace of 20 messages a second for each container is not what is measured. */
const containerCount = 600;

export const ingestCase: BenchCase = {
  name: "ingest",
  summary: "frames over MQTT with QoS 1, counted when the portal acknowledges them after COMMIT",
  run: (say) =>
    withPortal(async (portal) => {
      say(`registering ${containerCount} containers`);
      const containers = await portal.register("load", containerCount);
      const order = {
        mqttPort: portal.mqttPort,
        containers,
        window: 6,
        warmUpS: 5,
        measuredS: Number(process.env.BS ?? 20),
      };
      say("10 values a message");
      const single = await load({ ...order, framesPerMessage: 1, valuesPerFrame: 10 });
      say("a minute of frames a message: 6 frames of 50 values");
      const minute = await load({ ...order, window: 4, framesPerMessage: 6, valuesPerFrame: 50 });
      return [
        ...figures("ingest, 10 values a message", single, true),
        ...figures("ingest, minute batches of 6 x 50 values", minute, false),
      ];
    }),
};

function figures(name: string, result: LoadResult, withEmoncms: boolean): Figure[] {
  if (result.refused > 0)
    throw new Error(`${name}: the portal refused ${result.refused} messages, so the figure would not count.`);
  const valuesPerS = result.values / result.seconds;
  const thingsBoard = { reference: 15_000, referenceName: "ThingsBoard, published, values/s" };
  return [
    { case: `${name}: load program, CPU`, value: (result.cpuS / result.messages) * 1e6, unit: "us/message" },
    { case: `${name}: messages`, value: result.messages / result.seconds, unit: "messages/s" },
    { case: `${name}: values`, value: valuesPerS, unit: "values/s", ...thingsBoard },
    ...(withEmoncms
      ? [
          {
            case: `${name}: values`,
            value: valuesPerS,
            unit: "values/s",
            reference: 740,
            referenceName: "emoncms over MQTT, values/s",
          },
        ]
      : []),
    { case: `${name}: ack p50 at full load`, value: result.ackP50Ms, unit: "ms" },
    { case: `${name}: ack p95 at full load`, value: result.ackP95Ms, unit: "ms" },
  ];
}

/** Runs the load in a process of its own, so that the portal does not share its event loop. */
async function load(order: LoadOrder): Promise<LoadResult> {
  const child = fork(join(import.meta.dirname, "..", "load", "load.ts"), { execArgv: ["--import", "tsx"] });
  const ended = once(child, "exit").then(() => undefined);
  child.send(order);
  const answer = await Promise.race([once(child, "message"), ended]);
  if (!answer) throw new Error("The load program ended before its result.");
  await ended;
  return answer[0] as LoadResult;
}
