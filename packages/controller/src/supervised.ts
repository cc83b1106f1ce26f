import { join } from "node:path";

import type { Config } from "./config.ts";
import type { Controller } from "./controller.types.ts";
import type { Driver } from "./drivers/driver.ts";
import type { ControllerLog } from "./link/log.ts";
import { type FromProgram, releaseVariable, Status } from "./supervisor/program-run.ts";
import { Upgrader } from "./upgrades/upgrader.ts";

const beatMs = 5_000;
/** For tests, in which the supervisor's times are shorter too. */
const beatVariable = "OFFGRID_BEAT_MS";
const retryMs = 5_000;

/** The release that this program is, where a supervisor runs it. */
export function supervisedRelease(): string | undefined {
  return process.send ? process.env[releaseVariable] : undefined;
}

/**
 * Tells the supervisor that the controller is well, until the program ends.
 * @param onAlone Called when the supervisor is gone: another one must not find the equipment in use.
 */
export function reportToSupervisor(controller: Controller, driver: Driver, onAlone: () => void): void {
  let frames = 0;
  controller.on("frame", () => void frames++);
  const beat = () => {
    const isLinked = controller.portalNow() !== undefined;
    send({ kind: "beat", frames, devices: driver.answering?.() ?? driver.devices.length, isLinked });
  };
  const timer = setInterval(beat, Number(process.env[beatVariable] ?? beatMs));
  process.once("disconnect", () => {
    clearInterval(timer);
    onAlone();
  });
  beat();
}

/** Has the supervisor install what the portal sends. @returns whether it is about to. */
export function takeReleases(
  controller: Controller,
  config: Pick<Config, "container" | "secret" | "dataFolder">,
  website: URL,
  log: ControllerLog,
): () => boolean {
  const { container, secret, dataFolder } = config;
  const upgrader = new Upgrader({
    dataDir: join(dataFolder, "upgrade"),
    website,
    authorization: `Basic ${Buffer.from(`${container}:${secret}`).toString("base64")}`,
    portalNow: () => controller.portalNow(),
    now: Date.now,
    send: (report) => controller.reportFirmware(report),
    install: (id, file) => {
      const portalNowMs = controller.portalNow();
      send({ kind: "install", id, file, ...(portalNowMs === undefined ? {} : { portalNowMs }) });
    },
    retryMs,
    log,
  });
  controller.on("firmware", (release) => upgrader.receive(release));
  controller.on("online", () => upgrader.ready());
  controller.on("clock", () => upgrader.ready());
  process.on("message", (message) => {
    const status = Status.safeParse(message);
    if (status.success) upgrader.follow(status.data);
  });
  return () => upgrader.isUnderWay;
}

/** Where the portal's files are: as the file says, or where its MQTT address is a web address too. */
export function websiteOf({ website, portal }: Pick<Config, "website" | "portal">): URL | undefined {
  if (website !== undefined) return new URL(website);
  return /^wss?:/.test(portal) ? new URL("/", portal.replace(/^ws/, "http")) : undefined;
}

function send(message: FromProgram): void {
  process.send?.(message);
}
