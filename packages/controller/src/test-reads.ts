import { leftOutBy } from "@offgrid/contract/devices/device-settings";
import type { MeasuredValue, TestReadFault, TestReadMessage } from "@offgrid/contract/telemetry/device-reading.schema";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import type { CommandMessage } from "@offgrid/contract/telemetry/telemetry.schema";

import { refusalByTime } from "./commands/command-time.ts";
import { within } from "./commands/within.ts";
import type { AppliedSettings } from "./configuration/settings.ts";
import type { ControllerOptions } from "./controller.types.ts";
import type { DeviceReading, Driver } from "./drivers/driver.ts";

interface TestReadParts {
  /** As they are now. */
  settings: () => Pick<AppliedSettings, "devices">;
  /** Epoch ms; undefined while it is not known. */
  portalNow: () => number | undefined;
  send: (answer: TestReadMessage) => void;
}

/**
 * Reads one device for a person who tries its type out. It changes nothing: a copy of a request is answered once more, and
 * what is lost with the connection is asked for again by whoever waits. One at a time, so that nobody who asks often keeps
 * the equipment from the frames and the commands.
 */
export function openTestReads(
  { driver, now = Date.now }: Pick<ControllerOptions, "driver" | "now">,
  { settings, portalNow, send }: TestReadParts,
): (request: CommandMessage) => void {
  let underWay: string | undefined;

  async function read({ id, target, exp }: CommandMessage, portalNowMs: number): Promise<void> {
    underWay = id;
    const notAfterMs = performance.now() + exp - portalNowMs;
    const outcome = await readOnce(driver, target, now(), notAfterMs);
    underWay = undefined;
    const ts = now();
    send(
      typeof outcome === "string" ? { id, ts, error: outcome, values: [] } : { id, ts, error: null, values: outcome },
    );
  }

  return (request) => {
    const { id, target } = request;
    if (underWay === id) return;
    const nowMs = portalNow();
    const obstacle = refusalByTime(request, nowMs) ?? obstacleTo(target);
    if (obstacle !== undefined || nowMs === undefined) send({ id, ts: now(), error: obstacle ?? "clock", values: [] });
    else void read(request, nowMs);
  };

  function obstacleTo(target: string): TestReadFault | undefined {
    if (underWay !== undefined) return "busy";
    return leftOutBy(settings().devices).has(target) ? "left_out" : undefined;
  }
}

async function readOnce(
  driver: Driver,
  id: string,
  atMs: number,
  notAfterMs: number,
): Promise<MeasuredValue[] | TestReadFault> {
  try {
    const readings = await within(notAfterMs - performance.now(), driver.readDevice?.(id, atMs, notAfterMs));
    return readings ? readings.map((reading) => toMeasured(reading, driver)) : "no_device";
  } catch {
    return "device_error";
  }
}

function toMeasured({ metric, value, raw, fault }: DeviceReading, { metrics }: Driver): MeasuredValue {
  const u = metrics.find(({ name }) => name === metric)?.unit ?? findMetric(metric)?.unit;
  const v = value !== null && Number.isFinite(value) ? value : null;
  return { n: metric, u, v, ...(raw !== undefined && { raw }), ...(v === null && { error: fault ?? "no_value" }) };
}
