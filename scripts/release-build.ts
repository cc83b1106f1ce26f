/** Releases of the controller program, and the key that signs them. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { controllerVersion } from "@offgrid/contract/core/constants";
import { releaseKeyId, releaseProduct } from "@offgrid/contract/upgrades/release-check";
import { packArchive, programFile, releaseHeader, signRelease } from "@offgrid/controller/upgrades/release";

import { standaloneProgram } from "./standalone.ts";

const dayMs = 86_400_000;

export interface ReleaseOptions {
  seq: number;
  min: number;
  fromMs: number;
  days: number;
  key: KeyObject;
  version?: string;
  /** Default: the controller program of the sources. */
  program?: Buffer;
}

/** @returns The file of a release: the same bytes for the same sources and options. */
export async function buildRelease({ seq, min, fromMs, days, key, version, program }: ReleaseOptions): Promise<Buffer> {
  const name = version ?? controllerVersion;
  const files = new Map([
    [programFile, program ?? (await standaloneProgram("controller"))],
    ["LICENSE", readFileSync(join(import.meta.dirname, "..", "LICENSE"))],
  ]);
  const archive = packArchive(files);
  const signed = signRelease(
    {
      product: releaseProduct,
      version: name,
      seq,
      min,
      // Nothing in it is made for one kind of processor.
      arch: "any",
      url: `releases/${releaseProduct}-${name}`,
      notBefore: fromMs,
      expires: fromMs + days * dayMs,
      key: releaseKeyId(publicKeyOf(key)),
    },
    archive,
    key,
  );
  return Buffer.concat([releaseHeader(signed), archive]);
}

/** The public half as supervisors and the portal take it: 32 bytes in Base64url. */
export function publicKeyOf(key: KeyObject): string {
  const { x } = createPublicKey(key).export({ format: "jwk" });
  if (x === undefined) throw new Error("This is not an Ed25519 key.");
  return x;
}

export function newKey(): KeyObject {
  return generateKeyPairSync("ed25519").privateKey;
}

/**
 * Writes a key into a file that only its owner can read.
 * @throws Error of node:fs when there is such a file already: releases signed by a lost key can never be followed.
 */
export function writeKey(file: string, key: KeyObject): void {
  writeFileSync(file, key.export({ type: "pkcs8", format: "pem" }), { flag: "wx", mode: 0o600 });
}

/** Makes a key that only its owner can read. @returns Its public half. @throws Error as `writeKey`. */
export function makeKey(file: string): string {
  const key = newKey();
  writeKey(file, key);
  return publicKeyOf(key);
}

export function readKey(file: string): KeyObject {
  return createPrivateKey(readFileSync(file));
}
