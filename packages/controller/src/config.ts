import { ContainerId } from "@offgrid/contract/containers/containers.schema";
import { z } from "zod";

const Settings = z.object({
  CONTAINER_ID: ContainerId,
  CONTAINER_SECRET: z.string().min(1),
  PORTAL_URL: z.url({ protocol: /^(mqtts?|wss?)$/ }),
  DATA_DIR: z.string().min(1).default("./data/controller"),
  DRIVER: z.string().regex(/^recording:.+/),
  EVERY_SECONDS: z.coerce.number().min(0.1).max(86_400).default(10),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
});

/** What each variable must be, for the person who set it wrongly. */
const remedies: Record<keyof z.infer<typeof Settings>, string> = {
  CONTAINER_ID: "must be the container's id as the portal gave it, such as kisumu-01",
  CONTAINER_SECRET: "must be the container's secret, which the portal showed once when it was registered",
  PORTAL_URL: "must be the portal's MQTT address, such as mqtt://127.0.0.1:1883 or wss://portal.example.org/mqtt",
  DATA_DIR: "must be a folder that this program may write to",
  DRIVER: "must name the equipment: recording: and the path of a folder with a Victron recording",
  EVERY_SECONDS: "must be the seconds between two frames, 0.1 to 86400",
  LOG_LEVEL: "must be one of trace, debug, info, warn, error, fatal, silent",
};

export interface Config {
  containerId: string;
  secret: string;
  url: string;
  dataDir: string;
  recording: string;
  everyMs: number;
  logLevel: string;
}

/**
 * Reads the environment once.
 * @throws Error with one sentence that names the first bad variable and what it has to be.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  // An empty variable counts as not set.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const read = Settings.safeParse(given);
  if (!read.success) {
    const name = read.error.issues[0]?.path[0] as keyof typeof remedies;
    // The secret itself must not reach a log.
    const isShown = name !== "CONTAINER_SECRET" && given[name] !== undefined;
    throw new Error(`${name} ${remedies[name]}; it is ${isShown ? JSON.stringify(given[name]) : "missing or empty"}.`);
  }
  const settings = read.data;
  return {
    containerId: settings.CONTAINER_ID,
    secret: settings.CONTAINER_SECRET,
    url: settings.PORTAL_URL,
    dataDir: settings.DATA_DIR,
    recording: settings.DRIVER.slice("recording:".length),
    everyMs: settings.EVERY_SECONDS * 1000,
    logLevel: settings.LOG_LEVEL,
  };
}
