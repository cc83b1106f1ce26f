import { generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";

import { archiveFault, manifestText, readManifest, releaseFault, releaseKeyId, sha256Of } from "./release-check.ts";
import type { ReleaseManifest, SignedManifest } from "./upgrades.schema.ts";

function makeKeys() {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  return { publicKey: publicKey.export({ format: "jwk" }).x ?? "", privateKey };
}
const [old, next, other] = [makeKeys(), makeKeys(), makeKeys()];
const base: ReleaseManifest = {
  product: "offgrid-controller",
  version: "1.5.0",
  seq: 7,
  min: 3,
  arch: "any",
  size: 300_000,
  sha256: "a".repeat(64),
  url: "releases/offgrid-controller-1.5.0",
  notBefore: 1_000,
  expires: 2_000,
  key: releaseKeyId(old.publicKey),
};

function signed(manifest: ReleaseManifest, by = old, text = manifestText(manifest)): SignedManifest {
  return { manifest: text, signature: sign(null, Buffer.from(text), by.privateKey).toString("base64") };
}

test("a manifest has one text, whatever the order of its names", () => {
  const reversed = Object.fromEntries(Object.entries(base).reverse()) as ReleaseManifest;
  expect(manifestText(reversed)).toBe(manifestText(base));
  expect(readManifest(signed(reversed), [old.publicKey])).toEqual({ manifest: base });
});

test("two keys are accepted while one follows the other, and never a third", () => {
  const keys = [old.publicKey, next.publicKey, other.publicKey];
  const by = (key: typeof old) => readManifest(signed({ ...base, key: releaseKeyId(key.publicKey) }, key), keys);
  expect(by(old)).toHaveProperty("manifest");
  expect(by(next)).toHaveProperty("manifest");
  expect(by(other)).toEqual({ fault: "key" });
});

test("what was not signed as it is, is refused", () => {
  const read = (one: SignedManifest) => readManifest(one, [old.publicKey]);
  expect(read({ ...signed(base), manifest: manifestText({ ...base, seq: 8 }) })).toEqual({ fault: "signature" });
  expect(read(signed(base, other))).toEqual({ fault: "signature" });
  // Another text for the same manifest would be another thing that was signed.
  expect(read(signed(base, old, JSON.stringify(base, undefined, 1)))).toEqual({ fault: "malformed" });
  expect(read(signed(base, old, '{"product":'))).toEqual({ fault: "malformed" });
  expect(read(signed(base, old, manifestText({ ...base, extra: 1 } as ReleaseManifest)))).toEqual({
    fault: "malformed",
  });
});

test("a release is only for what follows what runs, on its kind of processor, in its time", () => {
  const place = { arch: "arm64", seq: 6, nowMs: 1_500 };
  const fault = (changes: Partial<ReleaseManifest>, where = {}) =>
    releaseFault({ ...base, ...changes }, { ...place, ...where });
  expect(fault({})).toBeUndefined();
  expect(fault({ arch: "arm64" })).toBeUndefined();
  expect(fault({}, { seq: 0 })).toBeUndefined();
  expect(fault({ product: "offgrid-portal" })).toBe("product");
  expect(fault({ arch: "x64" })).toBe("arch");
  expect(fault({ seq: 6 })).toBe("older");
  expect(fault({}, { seq: 2 })).toBe("too_far");
  expect(fault({}, { nowMs: undefined })).toBe("clock");
  expect(fault({}, { nowMs: 999 })).toBe("not_yet");
  expect(fault({}, { nowMs: 2_000 })).toBe("expired");
});

test("an archive has the size and the bytes that were signed", () => {
  const archive = Buffer.from("archive");
  const manifest = { ...base, size: archive.length, sha256: sha256Of(archive) };
  expect(archiveFault(manifest, archive)).toBeUndefined();
  expect(archiveFault(manifest, Buffer.from("archiv"))).toBe("size");
  expect(archiveFault(manifest, Buffer.from("Archive"))).toBe("sha256");
});
