/** Releases of the demonstration, signed with a key of its own, which never leaves its folder. */
import { createHash, type KeyObject } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { ReleaseNotes } from "@offgrid/contract/upgrades/upgrades.schema";

import { builtProgram } from "./programs.ts";
import { buildRelease, newKey, publicKeyOf, readKey, writeKey } from "./release-build.ts";
import { standaloneProgram } from "./standalone.ts";

/** The container whose generator the newer release cannot read: it goes back there. */
export const unfitContainer = "agadez";
const lifeDays = 3_650;

export interface DemoRelease {
  version: string;
  seq: number;
  notes: ReleaseNotes;
  file: Buffer;
}

export interface DemoReleases {
  publicKey: string;
  /** What supervisors have installed from the beginning. */
  first: DemoRelease;
  /** What people can upgrade to. */
  newer: DemoRelease;
}

/** The key that signs, as it was made at the first start; a new one is only written once a release is made with it. */
export function demoKey(folder: string): KeyObject {
  const file = keyFile(folder);
  return existsSync(file) ? readKey(file) : newKey();
}

/** The releases as they were made before; where the program has changed since, they follow those of before. */
export async function demoReleases(folder: string, key: KeyObject): Promise<DemoReleases> {
  mkdirSync(folder, { recursive: true });
  if (!existsSync(keyFile(folder))) writeKey(keyFile(folder), key);
  const sources = createHash("sha256")
    .update(readFileSync(builtProgram("fleet")))
    .digest("hex");
  const known = readKnown(folder);
  const round = known?.sources === sources ? known.round : (known?.round ?? 0) + 1;
  const [first, newer] = [
    describe(2 * round - 1, { en: "What the container was delivered with.", fr: "Livrée avec le conteneur." }),
    describe(2 * round, newerNotes),
  ];
  if (round !== known?.round) {
    const program = await standaloneProgram("fleet");
    const sign = (seq: number, version: string, text: Buffer) =>
      buildRelease({ key, seq, version, min: 0, fromMs: startOfDay(), days: lifeDays, program: text });
    writeFileSync(fileOf(folder, first.version), await sign(first.seq, first.version, program));
    writeFileSync(fileOf(folder, newer.version), await sign(newer.seq, newer.version, Buffer.concat([fault, program])));
    writeFileSync(join(folder, "releases.json"), JSON.stringify({ sources, round }));
  }
  const withFile = (one: Omit<DemoRelease, "file">) => ({ ...one, file: readFileSync(fileOf(folder, one.version)) });
  return { publicKey: publicKeyOf(key), first: withFile(first), newer: withFile(newer) };
}

const newerNotes = {
  en: "Reads the controllers of generators as well.",
  fr: "Lit aussi les contrôleurs de groupes électrogènes.",
};
/** Found at the start, as a driver does that does not know what it is connected to. */
const fault = Buffer.from(
  `if (/[\\\\/]${unfitContainer}[\\\\/]/.test(process.argv.join(" ")))\n  throw new Error("generator: no driver knows the model DSE 4520");\n`,
);

function describe(seq: number, notes: ReleaseNotes) {
  return { seq, version: `0.${seq}.0`, notes };
}

function startOfDay(): number {
  return new Date().setUTCHours(0, 0, 0, 0);
}

function readKnown(folder: string): { sources: string; round: number } | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, "releases.json"), "utf8")) as { sources: string; round: number };
  } catch {
    return undefined;
  }
}

function fileOf(folder: string, version: string): string {
  return join(folder, `${version}.release`);
}

function keyFile(folder: string): string {
  return join(folder, "release-key.pem");
}
