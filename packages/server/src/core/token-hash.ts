import { createHash } from "node:crypto";

/** What is stored of a token: its SHA-256, 32 bytes. */
export function hashToken(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
