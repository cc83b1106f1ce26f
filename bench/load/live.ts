import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import { ContainerMessage } from "@offgrid/contract/live/live.schema";
import { containerTopic } from "@offgrid/contract/live/live.topics";
import { type MqttClient, connectAsync } from "mqtt";

import { quantile } from "../timing.ts";
import { openController } from "./controller.ts";
import type { LiveOrder, LiveResult, Sender } from "./load.types.ts";

const names = ["battery.soc", "solar.power", "load.power"];
const connectionsAtOnce = 20;
const stepMs = 1_000;
/** How long the last values may take to arrive; a screen that has them by then is right. */
const settleMs = 3_000;

/** Containers that send a message a second and the screens that watch them, on one clock. */
export async function live({ mqttPort, webSocketUrl, containers, screens, seconds }: LiveOrder): Promise<LiveResult> {
  const sentAt = new Map<string, number[]>(containers.map(({ containerId }) => [containerId, []]));
  const delays: number[] = [];
  const open: { client: MqttClient; containerId: string; shown: number }[] = [];
  for (let index = 0; index < screens.length; index += connectionsAtOnce) {
    const some = screens.slice(index, index + connectionsAtOnce);
    open.push(
      ...(await Promise.all(
        some.map(async ({ username, password, containerId }) => {
          const client = await connectAsync(webSocketUrl, {
            clientId: `portal-${randomBytes(8).toString("hex")}`,
            username,
            password,
            protocolVersion: 4,
            reconnectPeriod: 0,
          });
          const screen = { client, containerId, shown: -1 };
          client.on("message", (_, payload) => {
            const { values } = ContainerMessage.parse(JSON.parse(payload.toString("utf8")));
            const step = values["solar.power"];
            // Earlier values that a newer one replaced count as late as the newer one.
            for (let late = screen.shown + 1; step !== undefined && late <= step; late++)
              delays.push(performance.now() - (sentAt.get(containerId)?.[late] ?? Number.NaN));
            screen.shown = Math.max(screen.shown, step ?? -1);
          });
          await client.subscribeAsync(containerTopic.name({ containerId }));
          return screen;
        }),
      )),
    );
  }
  const steps = Math.round((seconds * 1000) / stepMs);
  await Promise.all(containers.map((container, place) => sendSteps(container, (place / containers.length) * stepMs)));
  await wait(settleMs);
  const right = open.filter(({ shown }) => shown === steps - 1).length;
  await Promise.all(open.map(({ client }) => client.endAsync(true)));
  delays.sort((one, other) => one - other);
  return {
    sent: steps * containers.length,
    p50Ms: quantile(delays, 0.5),
    p95Ms: quantile(delays, 0.95),
    p99Ms: quantile(delays, 0.99),
    right,
  };

  async function sendSteps(container: Sender, offsetMs: number): Promise<void> {
    await wait(offsetMs);
    const controller = await openController(mqttPort, container, names);
    const beganAt = performance.now();
    for (let step = 0; step < steps; step++) {
      await wait(Math.max(0, beganAt + step * stepMs - performance.now()));
      sentAt.get(container.containerId)?.push(performance.now());
      controller.send("data", [Date.now()], [[71, step, 640]]);
    }
    await wait(settleMs);
    controller.cut();
  }
}
