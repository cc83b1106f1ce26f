/** The fleet program's settings from its command line or environment, read once. */
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";

import { fleet } from "./fleet.ts";
import { type FleetMember } from "./fleet.member.ts";

/** One sentence that names the setting and the remedy. */
export class SettingError extends Error {}

export interface FleetSettings {
  url: string;
  /** The portal's web address, from which a controller under a supervisor loads releases. */
  website: string | undefined;
  stateDir: string;
  everyMs: number;
  historyDays: number;
  members: { member: FleetMember; secret: string }[];
}

/**
 * Settings by flag, else by variable: --portal or PORTAL_URL, --website or WEBSITE_URL, --secrets or SECRETS_FILE,
 * --state or STATE_DIR, --every or EVERY_SECONDS (10), --days or HISTORY_DAYS (90). The secrets file is a JSON list of
 * {"containerId", "secret"}; the members named there run.
 * @throws SettingError when one is missing or wrong.
 */
export async function fleetSettings(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<FleetSettings> {
  const flags = readFlags(argv);
  const needed = (flag: string | undefined, variable: string, what: string): string => {
    const value = flag ?? env[variable];
    if (!value) throw new SettingError(`The fleet needs ${what}: set ${variable}.`);
    return value;
  };
  const url = needed(flags.portal, "PORTAL_URL", "the address of the portal's broker, such as mqtt://127.0.0.1:1883");
  if (!URL.canParse(url) || !/^(mqtts?|wss?):$/.test(new URL(url).protocol)) {
    throw new SettingError(`PORTAL_URL is "${url}": give a mqtt://, mqtts://, ws:// or wss:// address.`);
  }
  const website = flags.website ?? env["WEBSITE_URL"];
  if (website !== undefined && !URL.canParse(website))
    throw new SettingError(`WEBSITE_URL is "${website}": give a http:// or https:// address.`);
  const secretsFile = needed(flags.secrets, "SECRETS_FILE", "a file with the containers' secrets");
  return {
    url,
    website,
    stateDir: needed(flags.state, "STATE_DIR", "a folder for its state"),
    ...fleetPace(env, flags),
    members: await readSecrets(secretsFile),
  };
}

/**
 * How often the fleet measures, and how much history it imports.
 * @throws SettingError when one is wrong.
 */
export function fleetPace(
  env: NodeJS.ProcessEnv,
  flags: { every?: string | undefined; days?: string | undefined } = {},
): Pick<FleetSettings, "everyMs" | "historyDays"> {
  return {
    everyMs: 1000 * readNumber(flags.every ?? env["EVERY_SECONDS"], "EVERY_SECONDS", 10, 1, 3_600),
    historyDays: readNumber(flags.days ?? env["HISTORY_DAYS"], "HISTORY_DAYS", 90, 0, 3_660),
  };
}

function readFlags(argv: readonly string[]) {
  const option = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...argv],
      options: { portal: option, website: option, secrets: option, state: option, every: option, days: option },
    }).values;
  } catch (error) {
    throw new SettingError(
      `${(error as Error).message} Known are --portal, --website, --secrets, --state, --every and --days.`,
    );
  }
}

function readNumber(text: string | undefined, variable: string, standard: number, low: number, high: number): number {
  if (text === undefined || text === "") return standard;
  const value = Number(text);
  if (!Number.isInteger(value) || value < low || value > high) {
    throw new SettingError(`${variable} is "${text}": give a whole number from ${low} to ${high}.`);
  }
  return value;
}

async function readSecrets(file: string): Promise<FleetSettings["members"]> {
  let list: unknown;
  try {
    list = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    // The parser's own message would quote the content of the file.
    const reason = error instanceof SyntaxError ? "it is not JSON" : (error as Error).message;
    throw new SettingError(`The secrets file ${file} cannot be read: ${reason}.`);
  }
  if (!Array.isArray(list)) throw new SettingError(`The secrets file ${file} is not a list.`);
  return list.map((entry: unknown, index) => {
    const { containerId, secret } = (entry ?? {}) as { containerId?: unknown; secret?: unknown };
    if (typeof containerId !== "string" || typeof secret !== "string") {
      throw new SettingError(`Entry ${index + 1} of the secrets file ${file} needs a containerId and a secret.`);
    }
    const member = fleet.find((known) => known.containerId === containerId);
    if (!member) {
      throw new SettingError(`The secrets file ${file} names ${containerId}, which is no member of the fleet.`);
    }
    return { member, secret };
  });
}
