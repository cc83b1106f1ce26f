import { createHmac, timingSafeEqual } from "node:crypto";

/** Time-based one-time passwords (RFC 6238): SHA-1, six digits, steps of 30 s, as every app knows them. */

const stepMs = 30_000;
const digits = 6;
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Number of the step that an instant lies in. */
export function stepAt(nowMs: number): number {
  return Math.floor(nowMs / stepMs);
}

export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = (mac.readUInt32BE(offset) & 0x7fff_ffff) % 10 ** digits;
  return String(number).padStart(digits, "0");
}

/**
 * The step that a code belongs to: the current or the one before, for clocks that lag and people who type.
 * @param lastStep The step of the last code that was taken: it and earlier ones are over.
 */
export function stepOfCode(secret: Buffer, code: string, nowMs: number, lastStep: number): number | undefined {
  const now = stepAt(nowMs);
  return [now, now - 1].find((step) => {
    const expected = Buffer.from(codeAt(secret, step));
    const given = Buffer.from(code);
    return step > lastStep && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/** RFC 4648 without padding. */
export function toBase32(bytes: Buffer): string {
  let bits = 0;
  let value = 0;
  let text = "";
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += letters[(value >> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + letters[(value << (5 - bits)) & 31] : text;
}

/** What an app reads from the QR code. */
export function otpauthUri(secret: Buffer, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = new URLSearchParams({ secret: toBase32(secret), issuer, digits: String(digits), period: "30" });
  return `otpauth://totp/${label}?${query.toString().replaceAll("+", "%20")}`;
}
