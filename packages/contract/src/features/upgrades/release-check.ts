import { createHash, createPublicKey, verify } from "node:crypto";

import { ReleaseManifest, type SignedManifest } from "./upgrades.schema.ts";

export const releaseProduct = "offgrid-controller";
/** A key in use and the one that follows it. */
export const releaseKeysAtMost = 2;

/**
 * Why a release is not installed.
 * - `malformed`, `key`, `signature`: it is not what somebody with one of the keys has signed.
 * - `product`, `arch`: it is for something else.
 * - `older`, `too_far`: it is not newer than what runs, or may not follow it directly.
 * - `clock`, `not_yet`, `expired`: it is not its time, or the time is not known.
 * - `size`, `sha256`: its archive is not the one that was signed.
 */
export type ReleaseFault =
  | "malformed"
  | "key"
  | "signature"
  | "product"
  | "arch"
  | "older"
  | "too_far"
  | "clock"
  | "not_yet"
  | "expired"
  | "size"
  | "sha256";

/** The text of a manifest that is signed: its names in order, without spaces, so that there is only one. */
export function manifestText(manifest: ReleaseManifest): string {
  return JSON.stringify(Object.fromEntries(Object.entries(manifest).sort(([one], [other]) => (one < other ? -1 : 1))));
}

/**
 * How manifests name a public key.
 * @param publicKey 32 bytes in Base64url, without padding.
 */
export function releaseKeyId(publicKey: string): string {
  return createHash("sha256").update(Buffer.from(publicKey, "base64url")).digest("hex").slice(0, 16);
}

/**
 * Reads a manifest after its signature was found right.
 * @param publicKeys 32 bytes in Base64url each.
 */
export function readManifest(
  { manifest: text, signature }: SignedManifest,
  publicKeys: readonly string[],
): { manifest: ReleaseManifest } | { fault: ReleaseFault } {
  const manifest = parseManifest(text);
  if (!manifest || manifestText(manifest) !== text) return { fault: "malformed" };
  const publicKey = publicKeys.slice(0, releaseKeysAtMost).find((one) => releaseKeyId(one) === manifest.key);
  if (publicKey === undefined) return { fault: "key" };
  const key = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x: publicKey }, format: "jwk" });
  const isSigned = verify(null, Buffer.from(text), key, Buffer.from(signature, "base64"));
  return isSigned ? { manifest } : { fault: "signature" };
}

function parseManifest(text: string): ReleaseManifest | undefined {
  try {
    return ReleaseManifest.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Where a release is to be installed. */
export interface ReleasePlace {
  arch: string;
  /** Number of the release that runs; 0 where none does yet. */
  seq: number;
  /** The portal's clock, epoch ms; undefined while it is not known. */
  nowMs: number | undefined;
}

/** What keeps a release with a right signature from being installed in a place, or undefined. */
export function releaseFault(manifest: ReleaseManifest, { arch, seq, nowMs }: ReleasePlace): ReleaseFault | undefined {
  if (manifest.product !== releaseProduct) return "product";
  if (manifest.arch !== "any" && manifest.arch !== arch) return "arch";
  if (manifest.seq <= seq) return "older";
  if (seq !== 0 && seq < manifest.min) return "too_far";
  if (nowMs === undefined) return "clock";
  if (nowMs < manifest.notBefore) return "not_yet";
  return nowMs >= manifest.expires ? "expired" : undefined;
}

/** Whether an archive is the one of a manifest. */
export function archiveFault({ size, sha256 }: ReleaseManifest, archive: Buffer): ReleaseFault | undefined {
  if (archive.length !== size) return "size";
  return sha256Of(archive) === sha256 ? undefined : "sha256";
}

export function sha256Of(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
