/** Real controllers whose readings follow a rule and which record what the portal acknowledges. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";

import { startController } from "@offgrid/controller/controller";
import type { Controller, ControllerOptions } from "@offgrid/controller/controller.types";
import type { HistoryBatch } from "@offgrid/controller/drivers/driver";
import type { Driver } from "@offgrid/controller/drivers/driver";
import { Spool } from "@offgrid/controller/spool/spool";

import { atEnd } from "../system/ending.ts";
import type { Registered } from "../system/portal.ts";
import { type Frames, LedgerFile } from "./ledger-file.ts";

export const metrics = [
  "battery.soc",
  "battery.power",
  "solar.power",
  "load.power",
  "ledger.count",
  "ledger.fraction",
  "ledger.wave",
  "ledger.step",
  "ledger.switch",
  "ledger.text",
];

/** Names of this many metrics, at least those above. */
export function metricNames(width = metrics.length): string[] {
  return [...metrics, ...Array.from({ length: width - metrics.length }, (_, index) => `ledger.wide${index}`)];
}

/** A controller with what it measured and what the portal has acknowledged of it. */
export interface Witness extends Registered {
  controller: Controller;
  measured: Frames;
  ledger: LedgerFile;
  stopMeasuring(): void;
  /** Called when something was acknowledged, after it is in the ledger. */
  onAck(): void;
}

export interface WitnessOptions {
  url: string;
  /** The controller's data and the ledger. */
  folder: string;
  everyMs?: number;
  /** Number of metrics, at least the ten of `metrics`. */
  width?: number;
  /** Frames that an earlier run could not send. */
  spooled?: readonly { atMs: number; values: readonly (number | null)[] }[];
  controller?: Partial<ControllerOptions>;
}

/** Values by a rule: different in each frame, with some readings missing. */
export function valuesAt(member: number, count: number, width = metrics.length): (number | null)[] {
  const more = Array.from({ length: width - metrics.length }, (_, index) => ((count * 31 + index * 7) % 5000) / 10);
  return [
    (count * 7 + member) % 101,
    -1500.25 + (count % 3000),
    count % 9 === 4 ? null : (count % 1000) * 1.1,
    Math.sqrt(count + member),
    count,
    count % 5 === 0 ? null : 1 / (count + 3),
    Math.sin(count / 40 + member),
    Math.floor(count / 100),
    count % 2,
    -((count * 13) % 977) / 8,
    ...more,
  ];
}

/** Frames of a history by the same rule, `count` of them in steps of `everyMs`. */
export function framesFrom(member: number, fromMs: number, count: number, everyMs: number) {
  return Array.from({ length: count }, (_, index) => ({
    atMs: fromMs + index * everyMs,
    values: valuesAt(member, index),
  }));
}

export async function startWitness(
  registered: Registered,
  member: number,
  { url, folder, everyMs = 50, width = metrics.length, spooled = [], controller: own = {} }: WitnessOptions,
): Promise<Witness> {
  const measured: Frames = new Map(spooled.map(({ atMs, values }) => [atMs, values]));
  const dataDir = join(folder, registered.containerId);
  mkdirSync(dataDir, { recursive: true });
  leaveInSpool(dataDir, spooled);
  const { driver, stop } = equipment(member, measured, width);
  const ledger = new LedgerFile(join(folder, `${registered.containerId}.ledger`), {
    containerId: registered.containerId,
    metrics: metricNames(width),
  });
  const listener = { onAck: () => {} };
  const controller = await startController({
    containerId: registered.containerId,
    secret: registered.secret,
    url,
    dataDir,
    driver,
    everyMs,
    batchMs: 200,
    backfillDelayMs: [0, 500],
    reconnectAfterMs: 200,
    resendAfterMs: 2_000,
    spoolSync: false,
    ...own,
    onAcked: ({ frames }) => {
      ledger.add(frames);
      listener.onAck();
    },
  });
  atEnd(async () => {
    await controller.stop();
    ledger.close();
  });
  return Object.assign(listener, { ...registered, controller, measured, ledger, stopMeasuring: stop });
}

function equipment(member: number, measured: Frames, width: number): { driver: Driver; stop(): void } {
  let count = 0;
  let isStopped = false;
  const driver: Driver = {
    metrics: metricNames(width).map((name) => ({ name })),
    devices: [],
    capabilities: [],
    read: async (atMs) => {
      if (isStopped) return undefined;
      const values = valuesAt(member, count++, width);
      measured.set(atMs, values);
      return values;
    },
    close: async () => {},
  };
  return { driver, stop: () => void (isStopped = true) };
}

function leaveInSpool(dataDir: string, frames: NonNullable<WitnessOptions["spooled"]>): void {
  if (frames.length === 0) return;
  const spool = new Spool({ dir: join(dataDir, "spool"), metrics, isSynced: false });
  for (const frame of frames) spool.append(frame);
  spool.close();
}

/** A history in steps of a minute from 2021 on, until it is complete or stopped. */
export function* history(
  member: number,
  measured: Frames,
  { frames: most, isOver = () => false }: { frames: number; isOver?: () => boolean },
): Generator<HistoryBatch> {
  for (let count = 0; count < most && !isOver();) {
    const frames = Array.from({ length: Math.min(500, most - count) }, () => {
      const frame = { atMs: Date.UTC(2021, 0, 1) + count * 60_000, values: valuesAt(member, count) };
      count++;
      measured.set(frame.atMs, frame.values);
      return frame;
    });
    yield { metrics, frames };
  }
}

/** Stops measuring and waits until the portal has answered everything. */
export async function settle(
  witnesses: readonly Witness[],
  until: (sentence: string, isTrue: () => boolean | Promise<boolean>) => Promise<void>,
): Promise<void> {
  for (const { stopMeasuring } of witnesses) stopMeasuring();
  for (const { containerId, controller } of witnesses)
    await until(`nothing waits on the controller of ${containerId}`, () => controller.flush(1_000));
}
