import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { openStates } from "@offgrid/contract/commands/command-moves";
import { UserMessage } from "@offgrid/contract/live/live.schema";
import { userTopic } from "@offgrid/contract/live/live.topics";
import { connectAsync } from "mqtt";

import type { BenchCase, Figure } from "../bench.types.ts";
import type { HerdOrder } from "../load/load.types.ts";
import { runLoad } from "../load/run-load.ts";
import { type BenchPortal, type Registered, viewers, withPortal } from "../portal.ts";
import { timed } from "../timing.ts";

const containerCount = Number(process.env["BENCH_COMMANDS"] ?? 1_000);
const clicks = 200;
/** A session makes a hundred calls a second at most, and some of them at a time. */
const callsAtOnce = 8;
/** Of the containers that send as fast as they can, while others are switched. */
const senderCount = 400;
/** 1,000 commands in a minute. */
const pressEveryMs = 60;
const ingestS = Number(process.env["BENCH_COMMANDS_INGEST_S"] ?? 30);

export const commandsCase: BenchCase = {
  name: "commands",
  summary: `from a press to the relay's confirmation on the screen, with ${containerCount} controllers connected`,
  run: (say) =>
    withPortal(async (portal) => {
      const containers = await portal.register("relay", containerCount);
      say(`connecting ${containerCount} controllers`);
      return withControllers({ mqttPort: portal.mqttPort, containers }, () => measure(portal, containers, say));
    }),
};

async function measure(
  portal: BenchPortal,
  containers: readonly Registered[],
  say: (line: string) => void,
): Promise<Figure[]> {
  const screen = await openScreen(portal);
  try {
    // Everyone signs in before the measurement.
    for (let viewer = 1; viewer <= viewers; viewer++) await portal.callAs(viewer, "registerLiveNotification");
    let turn = 0;
    const press = async () => {
      const { containerId } = containers[turn++ % containers.length] as Registered;
      const on = turn % 2 === 0;
      const input = { containerId, relay: 1, on };
      const { data } = (await portal.callAs(1 + (turn % viewers), "setContainerControlAdam", input)) as {
        data: { commandId: string };
      };
      await screen.confirmed(data.commandId);
    };
    const { p50Ms, p95Ms } = await timed(clicks, press);
    say(`a command to each of ${containers.length} containers`);
    turn = clicks;
    const began = performance.now();
    const presses = Array.from({ length: callsAtOnce }, async (_, place) => {
      for (let index = place; index < containers.length; index += callsAtOnce) await press();
    });
    await Promise.all(presses);
    const allS = (performance.now() - began) / 1_000;
    say(`pressed and confirmed: p50 ${p50Ms.toFixed(0)} ms, p95 ${p95Ms.toFixed(0)} ms; all in ${allS.toFixed(1)} s`);
    const ingest = await measureIngest(portal, press, say);
    return [
      { case: "press to confirmed: p50", value: p50Ms, unit: "ms", reach: 1_000 },
      { case: "press to confirmed: p95", value: p95Ms, unit: "ms", reach: 2_000 },
      { case: `${containers.length} commands to as many containers, all confirmed`, value: allS, unit: "s", reach: 60 },
      ...ingest,
    ];
  } finally {
    await screen.close();
  }
}

/** Ingest at full load, before, during and after a time in which commands are given. */
async function measureIngest(
  portal: BenchPortal,
  press: () => Promise<void>,
  say: (line: string) => void,
): Promise<Figure[]> {
  const containers = await portal.register("sender", senderCount);
  const measure = async (name: string) => {
    say(`${ingestS} s of ingest ${name}`);
    const order = { window: 6, framesPerMessage: 1, valuesPerFrame: 10, warmUpS: 10, measuredS: ingestS };
    const { values, seconds, refused } = await runLoad.full({ ...order, mqttPort: portal.mqttPort, containers });
    if (refused > 0) throw new Error(`The portal refused ${refused} messages, so the figure would not count.`);
    return values / seconds;
  };
  // Once more, so that nothing is measured that only happens the first time.
  await measure("to warm up");
  const before = await measure("without commands");
  const pressing = new AbortController();
  const pressed = pressEach(press, pressing.signal, say);
  const beside = await measure("beside 1,000 commands a minute").finally(() => pressing.abort());
  const unconfirmed = await pressed;
  const after = await measure("without commands");
  const alone = (before + after) / 2;
  const about = { reference: alone, referenceName: "the same without commands", reach: 0.9 * alone };
  return [
    { case: "ingest beside 1,000 commands a minute", value: beside, unit: "values/s", ...about },
    { case: "commands that full ingest kept from their end", value: unconfirmed, unit: "commands", reach: 0 },
  ];
}

/** Presses at an even pace until it is stopped, and waits for what was pressed. @returns How many were not confirmed. */
async function pressEach(
  press: () => Promise<void>,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<number> {
  const presses: Promise<void>[] = [];
  let unconfirmed = 0;
  const began = performance.now();
  while (!signal.aborted) {
    const number = presses.length + 1;
    const note = (error: unknown) => {
      unconfirmed++;
      say(`command ${number}: ${String(error)}`);
    };
    presses.push(press().catch(note));
    await wait(Math.max(0, began + presses.length * pressEveryMs - performance.now()));
  }
  await Promise.all(presses);
  return unconfirmed;
}

/** What the browser of the person who presses hears of commands. */
async function openScreen({ session, webSocketUrl, call }: BenchPortal) {
  const { username, password } = (await call("registerLiveNotification")) as { username: string; password: string };
  const client = await connectAsync(webSocketUrl, {
    clientId: `portal-${randomBytes(8).toString("hex")}`,
    username,
    password,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  const ends = new Map<string, string>();
  const waiting = new Map<string, () => void>();
  client.on("message", (_, payload) => {
    const message = UserMessage.parse(JSON.parse(payload.toString("utf8")));
    if (!("command" in message) || message.command !== "commandChanged") return;
    const { commandId, state } = message.data;
    if ((openStates as readonly string[]).includes(state)) return;
    ends.set(commandId, state);
    waiting.get(commandId)?.();
  });
  await client.subscribeAsync(userTopic.name({ userId: session.userId }));
  return {
    confirmed: async (id: string) => {
      if (!ends.has(id)) await new Promise<void>((resolve) => waiting.set(id, resolve));
      if (ends.get(id) !== "done") throw new Error(`A command ended as ${ends.get(id)}.`);
    },
    close: () => client.endAsync(true),
  };
}

/** Controllers in a process of their own, for as long as the work takes. */
async function withControllers<T>(order: HerdOrder, work: () => Promise<T>): Promise<T> {
  const child = fork(join(import.meta.dirname, "..", "load", "equipped.ts"), { execArgv: ["--import", "tsx"] });
  const ended = once(child, "exit").then(() => undefined);
  child.send(order);
  try {
    if (!(await Promise.race([once(child, "message"), ended]))) throw new Error("The controllers ended too early.");
    return await work();
  } finally {
    if (child.connected) child.disconnect();
    await ended;
  }
}
