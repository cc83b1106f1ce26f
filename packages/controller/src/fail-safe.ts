import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

import { type Config, ConfigError } from "./config.ts";
import { testFailSafe } from "./drivers/modbus/adam.fail-safe.ts";
import type { AdamSettings } from "./config.schema.ts";
import { replaceFile } from "./link/identity.ts";
import { syncFolder } from "./spool/spool.ts";

const stepMs = 300_000;
const timeoutMs = 1_000;

/** What was tested, by whom and when. It speaks of these settings and no others. */
const FailSafeRecord = z.object({
  device: z.string(),
  model: z.string(),
  host: z.string(),
  port: z.int(),
  unit: z.int(),
  hostIdleSeconds: z.number(),
  channels: z.array(z.int()),
  testedAt: z.iso.datetime(),
  by: z.string(),
});
export type FailSafeRecord = z.infer<typeof FailSafeRecord>;

const fileIn = (dataFolder: string) => join(dataFolder, "fail-safe.json");

/** Records that are lost or damaged are none: the test is made again. */
export function readFailSafeRecords(dataFolder: string): FailSafeRecord[] {
  try {
    return z.array(FailSafeRecord).parse(JSON.parse(readFileSync(fileIn(dataFolder), "utf8")));
  } catch {
    return [];
  }
}

/** Whether the relay was seen to fall with the settings that it has now. */
export function isFailSafeProved(records: readonly FailSafeRecord[], device: AdamSettings, channel: number): boolean {
  return records.some(
    (record) =>
      record.device === device.id &&
      record.model === device.driver &&
      record.host === device.host &&
      record.port === device.port &&
      record.unit === device.unit &&
      record.hostIdleSeconds === device.hostIdleSeconds &&
      record.channels.includes(channel),
  );
}

/**
 * Tests the critical relays of a module with the help of a person, and records it when all of them fell.
 * @returns Whether they did.
 * @throws Error with one sentence when the test cannot be made or was broken off.
 */
export async function runFailSafeTest(
  config: Config,
  { device: id, by, isLoadDisconnected }: { device: string; by: string | undefined; isLoadDisconnected: boolean },
  say: (sentence: string) => void,
  signal = new AbortController().signal,
): Promise<boolean> {
  const device = config.devices.find((one) => one.id === id);
  if (!device || device.driver === "victron-recording") throw new ConfigError(`There is no relay module "${id}".`);
  const { host, port, unit, driver: model, hostIdleSeconds } = device;
  const relays = device.outputs.filter(({ critical }) => critical);
  const names = relays.map(({ target }) => target).join(", ");
  if (relays.length === 0) throw new ConfigError(`No relay of ${id} is critical, so there is nothing to test.`);
  if (hostIdleSeconds === undefined) throw new ConfigError(`${id} has no hostIdleSeconds, and so no fail-safe.`);
  if (!by) throw new ConfigError("The record names who made the test; add --by and your name.");
  if (!isLoadDisconnected)
    throw new ConfigError(`The test switches on ${names}: disconnect what they feed, and add --loads-disconnected.`);
  const module = { host, port, unit };
  const left = await testFailSafe({
    module,
    relays,
    hostIdleMs: hostIdleSeconds * 1000,
    say,
    stepMs,
    timeoutMs,
    signal,
  });
  const others = readFailSafeRecords(config.dataFolder).filter((record) => record.device !== id);
  const record = {
    ...{ device: id, model, host, port, unit, hostIdleSeconds, by },
    channels: relays.map(({ channel }) => channel),
    testedAt: new Date().toISOString(),
  };
  // A test that failed also ends what an earlier one has proved.
  const records = left.length === 0 ? [...others, record] : others;
  mkdirSync(config.dataFolder, { recursive: true });
  replaceFile(fileIn(config.dataFolder), `${JSON.stringify(records, undefined, 2)}\n`);
  syncFolder(config.dataFolder);
  say(
    left.length === 0
      ? `The fail-safe works: ${names} fell.`
      : `The fail-safe does not work: ${left.join(", ")} stayed on.`,
  );
  return left.length === 0;
}
