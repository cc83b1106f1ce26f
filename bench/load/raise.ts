import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import { UserMessage } from "@offgrid/contract/live/live.schema";
import { connectAsync } from "mqtt";

import { quantile } from "../timing.ts";
import { openController, type RawController } from "./controller.ts";
import type { RaiseOrder, RaiseResult, Sender } from "./load.types.ts";

const names = ["battery.soc", "solar.power", "load.power"];
/** As the portal expects of a controller. */
const everyMs = 10_000;
const connectionsAtOnce = 25;
const settleMs = 20_000;

/**
 * Containers that send a frame each ten seconds. At the end the charge of each falls once, and a screen waits for the
 * warnings.
 */
export async function raise(order: RaiseOrder): Promise<RaiseResult> {
  const { mqttPort, webSocketUrl, containers, screen, seconds } = order;
  const fellAt = new Map<string, number>();
  const delays: number[] = [];
  const client = await connectAsync(webSocketUrl, {
    clientId: `portal-${randomBytes(8).toString("hex")}`,
    username: screen.username,
    password: screen.password,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  client.on("message", (_, payload) => {
    const message = UserMessage.safeParse(JSON.parse(payload.toString("utf8"))).data;
    if (!message || !("data" in message) || message.command !== "warningEvent") return;
    const { containerId = "", code } = message.data;
    const atMs = fellAt.get(containerId);
    if (code === "warning.raised" && atMs !== undefined) delays.push(performance.now() - atMs);
  });
  await client.subscribeAsync(screen.topic);
  const open: RawController[] = [];
  for (let index = 0; index < containers.length; index += connectionsAtOnce) {
    const some = containers.slice(index, index + connectionsAtOnce);
    open.push(...(await Promise.all(some.map((container) => openController(mqttPort, container, names)))));
  }
  const steps = Math.ceil((seconds * 1_000) / everyMs);
  const beganAt = performance.now();
  const sendSteps = async ({ containerId }: Sender, place: number) => {
    const offsetMs = (place / containers.length) * everyMs;
    for (let step = 0; step <= steps; step++) {
      await wait(Math.max(0, beganAt + offsetMs + step * everyMs - performance.now()));
      const falls = order.falls && step === steps;
      if (falls) fellAt.set(containerId, performance.now());
      open[place]?.send("data", [Date.now()], [[falls ? 10 : 60, 400 + step, 300]]);
    }
  };
  await Promise.all(containers.map(sendSteps));
  for (let waitedMs = 0; order.falls && waitedMs < settleMs && delays.length < containers.length; waitedMs += 100)
    await wait(100);
  await client.endAsync(true);
  for (const controller of open) controller.cut();
  delays.sort((one, other) => one - other);
  return {
    frames: (steps + 1) * containers.length,
    raised: delays.length,
    p50Ms: quantile(delays, 0.5),
    p95Ms: quantile(delays, 0.95),
  };
}
