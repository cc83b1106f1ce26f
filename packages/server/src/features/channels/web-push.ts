import { createCipheriv, createECDH, createHash, createPrivateKey, hkdfSync, randomBytes, sign } from "node:crypto";

/**
 * Messages to browsers: encrypted for the one browser (RFC 8291, aes128gcm of RFC 8188) and signed with the portal's key
 * (RFC 8292), so that the push service in between reads nothing and takes messages from nobody else.
 */

const curve = "prime256v1";
const recordBytes = 4_096;
const tokenLifeS = 12 * 3_600;

/** Both in Base64url; the public one is what a browser asks for. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

export function makePushKeys(): PushKeys {
  const pair = createECDH(curve);
  return {
    publicKey: pair.generateKeys("base64url"),
    // Leading zeros are part of the key.
    privateKey: pair.getPrivateKey().toString("hex").padStart(64, "0"),
  };
}

/** @throws Error where the browser's key is no point of the curve. */
export function encryptPush(text: string, browser: { p256dh: string; auth: string }, random = randomBytes): Buffer {
  const own = createECDH(curve);
  own.generateKeys();
  const theirs = Buffer.from(browser.p256dh, "base64url");
  const secret = own.computeSecret(theirs);
  return sealRecord(
    text,
    { secret, ours: own.getPublicKey(), theirs, auth: Buffer.from(browser.auth, "base64url") },
    random(16),
  );
}

interface Agreed {
  secret: Buffer;
  ours: Buffer;
  theirs: Buffer;
  auth: Buffer;
}

/** One record, whose end is marked by a 2. */
export function sealRecord(text: string, { secret, ours, theirs, auth }: Agreed, salt: Buffer): Buffer {
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), theirs, ours]);
  const key = Buffer.from(hkdfSync("sha256", secret, auth, info, 32));
  const contentKey = Buffer.from(hkdfSync("sha256", key, salt, "Content-Encoding: aes128gcm\0", 16));
  const nonce = Buffer.from(hkdfSync("sha256", key, salt, "Content-Encoding: nonce\0", 12));
  const cipher = createCipheriv("aes-128-gcm", contentKey, nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.update(Buffer.of(2)), cipher.final()]);
  const head = Buffer.alloc(21);
  salt.copy(head);
  head.writeUInt32BE(recordBytes, 16);
  head.writeUInt8(ours.length, 20);
  return Buffer.concat([head, ours, sealed, cipher.getAuthTag()]);
}

/** The header by which a push service knows who sends. @param contact Whom its operator may write to. */
export function pushAuthorization(endpoint: string, keys: PushKeys, contact: string, nowMs: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(nowMs / 1_000) + tokenLifeS,
    sub: `mailto:${contact}`,
  };
  const unsigned = `${part({ typ: "JWT", alg: "ES256" })}.${part(claims)}`;
  const signature = sign("sha256", Buffer.from(unsigned), { key: privateKeyOf(keys), dsaEncoding: "ieee-p1363" });
  return `vapid t=${unsigned}.${signature.toString("base64url")}, k=${keys.publicKey}`;
}

function privateKeyOf({ publicKey, privateKey }: PushKeys) {
  const point = Buffer.from(publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString("base64url"));
  const d = Buffer.from(privateKey, "hex").toString("base64url");
  return createPrivateKey({ key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "", d }, format: "jwk" });
}

/** Of messages with one topic a push service keeps only the newest for a browser that is not there: at most 32 letters. */
export function topicOf(subject: string): string {
  return createHash("sha256").update(subject).digest("base64url").slice(0, 32);
}
