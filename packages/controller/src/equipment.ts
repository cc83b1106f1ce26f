import type { FailSafe } from "@offgrid/contract/commands/commands.schema";
import { readAddress, settingOf } from "@offgrid/contract/devices/device-settings";
import { type DevicesSection, readableDevices } from "@offgrid/contract/devices/devices.schema";

import type { Config } from "./config.ts";
import { keptDoc } from "./configuration/configuration.ts";
import { type CompositePart, combine } from "./drivers/composite.driver.ts";
import type { Driver } from "./drivers/driver.ts";
import { AdamDriver } from "./drivers/modbus/adam.driver.ts";
import { openVictronRecording } from "./drivers/recording/victron.driver.ts";
import { type FailSafeRecord, isFailSafeProved, readFailSafeRecords } from "./fail-safe.ts";
import { nextInstant } from "./reading.ts";

/** A frame waits for slow devices for no longer than this. */
const longestWaitMs = 1_000;
/** Fewer frames than this may go missing until a controller that reads nothing counts as sick. */
const sickAfterFrames = 3;
const soonestSickMs = 60_000;

/**
 * Opens the devices that a controller's file names. Modules that are away do not hold it up.
 * @param onNotice Called with a sentence for the log.
 * @throws Error with one sentence when a recording cannot be used, or two devices have the same metric.
 */
export async function openEquipment(config: Config, onNotice: (sentence: string) => void): Promise<Driver> {
  const everyMs = config.everySeconds * 1000;
  const parts: CompositePart[] = [];
  try {
    const records = readFailSafeRecords(config.dataFolder);
    const settings = readableDevices(keptDoc(config.dataFolder)?.devices);
    for (const device of config.devices.map((one) => placedBy(one, settings)))
      parts.push(await openDevice(device, everyMs, records, onNotice));
    return combine({
      parts,
      waitMs: Math.min(longestWaitMs, everyMs / 2),
      onError: (error) => onNotice(`A device could not be read: ${String(error)}`),
    });
  } catch (error) {
    await Promise.all(parts.map(({ driver }) => driver.close()));
    throw error;
  }
}

/** The device where the portal says that it is now; its fail-safe counts as tested only where it was tested. */
function placedBy<Settings extends Config["devices"][number]>(device: Settings, settings: DevicesSection): Settings {
  const place = readAddress(settingOf(settings, device.id).address ?? "");
  return place && "host" in device ? { ...device, ...place } : device;
}

async function openDevice(
  device: Config["devices"][number],
  everyMs: number,
  records: readonly FailSafeRecord[],
  onNotice: (sentence: string) => void,
): Promise<CompositePart> {
  if (device.driver === "victron-recording") {
    const ownMs = device.everySeconds === undefined ? everyMs : device.everySeconds * 1000;
    const driver = await openVictronRecording(device.folder, { startMs: nextInstant(Date.now(), ownMs) });
    return { driver, everyMs: ownMs };
  }
  const { id, host, port, unit, hostIdleSeconds, inputs } = device;
  const outputs = device.outputs.map(
    ({ channel, target, critical, dwellSeconds, minOnSeconds, minOffSeconds, fedBy }) => ({
      channel,
      target,
      failSafe: critical ? proofOf(records, device, channel) : undefined,
      dwellMs: dwellSeconds * 1000,
      minOnMs: minOnSeconds * 1000,
      minOffMs: minOffSeconds * 1000,
      fedBy,
    }),
  );
  for (const { target } of outputs.filter(({ failSafe }) => failSafe === "unproved"))
    onNotice(`${target} is critical and is not switched on before the fail-safe of ${id} is tested as it is now.`);
  const driver = new AdamDriver({
    id,
    model: device.driver,
    host,
    port,
    unit,
    outputs,
    inputs: inputs.map(({ channel, metric, inverted }) => ({ channel, metric, isInverted: inverted })),
    hostIdleMs: hostIdleSeconds === undefined ? undefined : hostIdleSeconds * 1000,
    sickAfterMs: Math.max(soonestSickMs, sickAfterFrames * everyMs),
    onNotice,
  });
  return { driver, everyMs };
}

function proofOf(...tested: Parameters<typeof isFailSafeProved>): FailSafe {
  return isFailSafeProved(...tested) ? "proved" : "unproved";
}
