import { type ECDH, createDecipheriv, hkdfSync } from "node:crypto";

/** Opens a push message as the browser does for which it was encrypted. */
export function openPush(body: Buffer, browser: ECDH, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyBytes = body.readUInt8(20);
  const theirs = body.subarray(21, 21 + keyBytes);
  const sealed = body.subarray(21 + keyBytes);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), theirs]);
  const key = Buffer.from(hkdfSync("sha256", browser.computeSecret(theirs), auth, info, 32));
  const contentKey = Buffer.from(hkdfSync("sha256", key, salt, "Content-Encoding: aes128gcm\0", 16));
  const nonce = Buffer.from(hkdfSync("sha256", key, salt, "Content-Encoding: nonce\0", 12));
  const decipher = createDecipheriv("aes-128-gcm", contentKey, nonce).setAuthTag(sealed.subarray(-16));
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last record ends with a 2.
  if (text.at(-1) !== 2) throw new Error("the record is not the last one");
  return text.subarray(0, -1).toString("utf8");
}
