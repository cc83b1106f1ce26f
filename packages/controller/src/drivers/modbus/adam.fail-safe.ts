import { setTimeout as sleep } from "node:timers/promises";

import { type AdamModule, channels, firstOutput } from "./adam.module.ts";
import { ModbusClient } from "./modbus.client.ts";

const pollMs = 250;
/** The module and the network need a moment beyond the host idle time. */
const marginMs = 1_000;

export interface FailSafeTest {
  module: AdamModule;
  relays: readonly { channel: number; target: string }[];
  hostIdleMs: number;
  /** Tells the person at the module what to do and what was seen. */
  say: (sentence: string) => void;
  /** How long each step may take. */
  stepMs: number;
  /** How long a request may take. */
  timeoutMs: number;
  /** Ends the test early. */
  signal: AbortSignal;
}

/**
 * Switches relays on and has somebody pull the cable: when it is back, the module says whether they fell in between.
 * What is still on then is switched off.
 * @returns The relays that did not fall.
 * @throws Error with one sentence when a step did not happen.
 */
export async function testFailSafe(test: FailSafeTest): Promise<string[]> {
  const { module, relays, hostIdleMs, say, stepMs, timeoutMs, signal } = test;
  const client = new ModbusClient({
    ...module,
    timeoutMs,
    reconnectAfterMs: pollMs,
    random: Math.random,
    onConnected: () => undefined,
    onLost: () => undefined,
  });
  const read = () => client.readCoils(firstOutput, channels).catch(() => undefined);
  /** @throws Error with the sentence when it does not come true in time. */
  const step = async (sentence: string, isDone: () => Promise<boolean>): Promise<void> => {
    const endMs = performance.now() + stepMs;
    while (!(await isDone())) {
      if (signal.aborted) throw new Error("The test was ended early.");
      if (performance.now() > endMs) throw new Error(sentence);
      await sleep(pollMs);
    }
  };
  const names = relays.map(({ target }) => target).join(", ");
  try {
    await step("The module does not answer; check its address.", async () => (await read()) !== undefined);
    for (const { channel } of relays) await client.writeCoil(firstOutput + channel, true, Infinity);
    await step(`The module does not switch ${names} on.`, async () => {
      const outputs = await read();
      return relays.every(({ channel }) => outputs?.[channel] === true);
    });
    say(`Switched on: ${names}. Pull the network cable of the module now.`);
    let lastMs = performance.now();
    await step("The cable was not pulled.", async () => {
      const startedMs = performance.now();
      if ((await read()) === undefined) return true;
      lastMs = startedMs;
      return false;
    });
    say(`The module is away. Plug the cable in again after ${Math.ceil((hostIdleMs + marginMs) / 1000)} s.`);
    let outputs: boolean[] | undefined;
    await step("The module did not come back.", async () => (outputs = await read()) !== undefined);
    if (performance.now() - lastMs < hostIdleMs + marginMs)
      throw new Error("The cable was back too soon; test again and wait longer.");
    return relays.filter(({ channel }) => outputs?.[channel] !== false).map(({ target }) => target);
  } finally {
    for (const { channel } of relays)
      await client.writeCoil(firstOutput + channel, false, Infinity).catch(() => undefined);
    client.close();
  }
}
