/**
 * A separate program with controllers that have a relay and carry out commands at once. It gets its order by IPC, says
 * when all are connected, and ends with the program that started it.
 */
import { once } from "node:events";

import type { CommandMessage, CommandResultMessage } from "@offgrid/contract/telemetry/telemetry.schema";

import { type RawController, openController } from "./controller.ts";
import type { HerdOrder } from "./load.types.ts";

const names = ["relay.1.on", "battery.soc"];
const connectionsAtOnce = 40;
/** Who says nothing for longer than its keepalive is taken for gone. */
const frameEveryMs = 20_000;

const controllers: RawController[] = [];
const [{ mqttPort, containers }] = (await once(process, "message")) as [HerdOrder];
for (let index = 0; index < containers.length; index += connectionsAtOnce)
  await Promise.all(
    containers.slice(index, index + connectionsAtOnce).map(async (container) => {
      const controller = await openController(mqttPort, container, names, { answersTo });
      await controller.acked(controller.send("data", [Date.now()], [[1, 71]]));
      controllers.push(controller);
    }),
  );
setInterval(() => {
  for (const controller of controllers) controller.send("data", [Date.now()], [[1, 71]]);
}, frameEveryMs);
process.send?.("connected");
await once(process, "disconnect");
process.exit();

function answersTo({ id, args }: CommandMessage): readonly CommandResultMessage[] {
  return [
    { id, st: "accepted", ts: Date.now() },
    { id, st: "done", ts: Date.now(), value: args["on"] ?? null },
  ];
}
