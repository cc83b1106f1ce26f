import { readFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { type Document, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import type { z } from "zod";

import { Settings } from "./config.schema.ts";

/** Further mistakes are mostly consequences of the first ones. */
const shownMistakes = 20;

export type Config = Omit<Settings, "secret" | "secretFile"> & { secret: string };

/** A file that cannot be used; the message has a line for each mistake, with its place and the remedy. */
export class ConfigError extends Error {}

/**
 * Reads the file of a controller, and the secret where the file names another one. Relative paths begin at the file.
 * @throws ConfigError
 */
export function readConfigFile(path: string): Config {
  const { secret, secretFile, ...settings } = readConfig(basename(path), readText(path));
  const within = (name: string) => resolve(dirname(path), name);
  return {
    ...settings,
    secret: secret ?? readSecret(within(secretFile ?? "")),
    dataFolder: within(settings.dataFolder),
    devices: settings.devices.map((device) =>
      device.driver === "victron-recording" ? { ...device, folder: within(device.folder) } : device,
    ),
  };
}

/** @throws ConfigError */
export function readConfig(name: string, text: string): Settings {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const place = (offset: number) => `${name}, line ${lines.linePos(offset).line}`;
  if (document.errors.length > 0)
    throw new ConfigError(document.errors.map(({ pos, message }) => `${place(pos[0])}: ${message}.`).join("\n"));
  const read = Settings.safeParse(toSettings(document, name));
  if (read.success) return read.data;
  const mistakes = read.error.issues.flatMap(toMistakes);
  const shown = mistakes.slice(0, shownMistakes).map(({ path, must, isValueShown }) => {
    const { offset, value } = find(document, path);
    return `${place(offset)}: ${nameOf(path)} ${must}${isValueShown ? `; it is ${value}` : ""}.`;
  });
  const more = mistakes.length - shown.length;
  throw new ConfigError([...shown, ...(more > 0 ? [`And ${more} more.`] : [])].join("\n"));
}

/** @throws ConfigError that names nothing: what the reader says has the text in it, and that may be the secret. */
function toSettings(document: Document, name: string): unknown {
  try {
    return document.toJS();
  } catch {
    throw new ConfigError(`${name}: a text that begins with * or & must stand in quotes.`);
  }
}

interface Mistake {
  path: readonly PropertyKey[];
  must: string;
  isValueShown: boolean;
}

function toMistakes(issue: z.core.$ZodIssue): Mistake[] {
  const { path } = issue;
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({
      path: [...path, key],
      must: "is not known here; check its spelling",
      isValueShown: false,
    }));
  // No secret must reach a log; an address may have one in it.
  return [{ path, must: issue.message, isValueShown: path[0] !== "secret" && path[0] !== "portal" }];
}

/** Where something stands in the file; for what is missing, where the thing begins that lacks it. */
function find(document: Document, path: readonly PropertyKey[]): { offset: number; value: string } {
  for (let depth = path.length; depth >= 0; depth--) {
    const node = document.getIn(path.slice(0, depth), true);
    if (!isNode(node)) continue;
    return { offset: node.range?.[0] ?? 0, value: depth === path.length ? valueOf(node) : "missing" };
  }
  return { offset: 0, value: "empty" };
}

function valueOf(node: Node): string {
  if (!isScalar(node)) return isSeq(node) ? "a list" : "a group of settings";
  return node.value === null ? "empty" : JSON.stringify(node.value);
}

/** Such as devices[0].host. */
function nameOf(path: readonly PropertyKey[]): string {
  const name = path.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
  return name.replace(/^\./, "") || "the file";
}

function readSecret(path: string): string {
  const secret = readText(path).trim();
  if (secret === "") throw new ConfigError(`${path}: is empty; write the container's secret into it.`);
  return secret;
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = { ENOENT: "there is no such file; check the path", EACCES: "may not be read; check its owner" };
    throw new ConfigError(`${path}: ${reason[code as keyof typeof reason] ?? message}.`);
  }
}
