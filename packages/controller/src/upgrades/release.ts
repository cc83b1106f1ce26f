import {
  archiveFault,
  manifestText,
  readManifest,
  type ReleaseFault,
  sha256Of,
} from "@offgrid/contract/upgrades/release-check";
import { type ReleaseManifest, releaseLimitBytes, SignedManifest } from "@offgrid/contract/upgrades/upgrades.schema";
import { type KeyObject, sign } from "node:crypto";
import { gunzipSync, gzipSync } from "node:zlib";

import { type Files, readTar, writeTar } from "./tar.ts";

/** The program of a release, which a supervisor starts. */
export const programFile = "controller.mjs";
/** A signed manifest is far below this. */
const headerBytes = 4_096;
const operatingSystemByte = 9;
const unknownSystem = 255;

/** A release that must not be installed. */
export class ReleaseRefusal extends Error {
  readonly fault: ReleaseFault;

  constructor(fault: ReleaseFault) {
    super(`The release is not installed: ${fault}.`);
    this.fault = fault;
  }
}

/** The archive of files: the same bytes for the same files, on every computer with this version of Node. */
export function packArchive(files: Files): Buffer {
  const archive = gzipSync(writeTar(files), { level: 9 });
  // Node writes no time there, but the system.
  archive[operatingSystemByte] = unknownSystem;
  return archive;
}

/** @throws Error with one sentence when it is not an archive of `packArchive`. */
export function unpackArchive(archive: Buffer): Files {
  return readTar(gunzipSync(archive, { maxOutputLength: 4 * releaseLimitBytes }));
}

/** Signs the manifest of an archive. */
export function signRelease(
  manifest: Omit<ReleaseManifest, "size" | "sha256">,
  archive: Buffer,
  privateKey: KeyObject,
): SignedManifest {
  const text = manifestText({ ...manifest, size: archive.length, sha256: sha256Of(archive) });
  return { manifest: text, signature: sign(null, Buffer.from(text), privateKey).toString("base64") };
}

/** What stands before the archive in the file of a release: its signed manifest in one line. */
export function releaseHeader(signed: SignedManifest): Buffer {
  return Buffer.from(`${JSON.stringify(signed)}\n`);
}

/**
 * The parts of a release's file, of which nothing was checked yet.
 * @throws ReleaseRefusal when it is not such a file.
 */
export function splitRelease(file: Buffer): { signed: SignedManifest; archive: Buffer } {
  const end = file.subarray(0, headerBytes).indexOf("\n");
  try {
    const signed = SignedManifest.parse(JSON.parse(file.toString("utf8", 0, end)));
    return { signed, archive: file.subarray(end + 1) };
  } catch {
    throw new ReleaseRefusal("malformed");
  }
}

/**
 * Reads a release and checks that it is what was signed; not whether it may be installed here and now.
 * @throws ReleaseRefusal
 */
export function openRelease(
  file: Buffer,
  publicKeys: readonly string[],
): { manifest: ReleaseManifest; files: Files; file: Buffer } {
  const { signed, archive } = splitRelease(file);
  const read = readManifest(signed, publicKeys);
  if ("fault" in read) throw new ReleaseRefusal(read.fault);
  const fault = archiveFault(read.manifest, archive);
  if (fault) throw new ReleaseRefusal(fault);
  return { manifest: read.manifest, files: unpackArchive(archive), file };
}
