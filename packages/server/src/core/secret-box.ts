import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from "node:crypto";
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { reasonOf } from "./db.ts";
import { ownUser, StartError } from "./start-error.ts";

const version = 1;
const keyIdBytes = 4;
const nonceBytes = 12;
const tagBytes = 16;

/** Seals secrets that the portal must read again (TOTP, queued mails): AES-256-GCM under a key outside the database. */
export class SecretBox {
  readonly #key: Buffer;
  readonly #keyId: Buffer;

  /** @param key 32 bytes. */
  constructor(key: Buffer) {
    this.#key = key;
    this.#keyId = createHash("sha256").update(key).digest().subarray(0, keyIdBytes);
  }

  /** Tells keys apart without telling them. */
  get fingerprint(): string {
    return this.derive("fingerprint").toString("hex").slice(0, 32);
  }

  /** 32 bytes that only processes with this key can know. @param purpose Others give others. */
  derive(purpose: string): Buffer {
    return createHmac("sha256", this.#key).update(purpose).digest();
  }

  /** @param purpose Must be the same when opened, so that an envelope cannot be moved to another place. */
  seal(text: string, purpose: string): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv("aes-256-gcm", this.#key, nonce).setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
    return Buffer.concat([Buffer.of(version), this.#keyId, nonce, cipher.getAuthTag(), sealed]);
  }

  /** @throws Error when it was sealed with another key or for another purpose, or changed since. */
  open(envelope: Buffer, purpose: string): string {
    const headBytes = 1 + keyIdBytes;
    if (envelope[0] !== version || !envelope.subarray(1, headBytes).equals(this.#keyId)) {
      throw new Error("sealed with another key than the one in DATA_DIR");
    }
    const nonce = envelope.subarray(headBytes, headBytes + nonceBytes);
    const tag = envelope.subarray(headBytes + nonceBytes, headBytes + nonceBytes + tagBytes);
    const opener = createDecipheriv("aes-256-gcm", this.#key, nonce).setAAD(Buffer.from(purpose)).setAuthTag(tag);
    const text = opener.update(envelope.subarray(headBytes + nonceBytes + tagBytes));
    return Buffer.concat([text, opener.final()]).toString("utf8");
  }
}

/** Written whole or not at all, since other processes may start at the same moment: the first one's key counts. */
function makeKey(file: string): void {
  const own = `${file}.${process.pid}`;
  writeFileSync(own, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600, flag: "w" });
  chmodSync(own, 0o600);
  try {
    linkSync(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(own);
  }
}

function readKey(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    const [reason, user] = [reasonOf(error), ownUser()];
    throw new StartError(
      `The portal's key ${file} cannot be read (${reason}); it has to belong to ${user}, who runs the portal: chown ${user} ${file} && chmod 600 ${file}`,
      { cause: error, known: { code: "key_closed", values: { file, reason, user } } },
    );
  }
}

/**
 * The portal's key: `portal.key` in DATA_DIR, made on the first start, readable by its owner only.
 * @throws StartError when it cannot be made or read, others may read it, or it is not a key.
 */
export function openSecretBox(dataDir: string): SecretBox {
  const file = join(dataDir, "portal.key");
  if (!existsSync(file)) {
    try {
      mkdirSync(dataDir, { recursive: true });
      makeKey(file);
    } catch (error) {
      throw new StartError(
        `The portal's key ${file} cannot be made (${reasonOf(error)}); ${dataDir} has to belong to ${ownUser()}, who runs the portal.`,
        { cause: error },
      );
    }
  }
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0) {
    throw new StartError(`Others may read the portal's key ${file}; run: chmod 600 ${file}`);
  }
  const key = Buffer.from(readKey(file).trim(), "base64");
  if (key.length !== 32) {
    throw new StartError(
      `The portal's key ${file} does not have 32 bytes; put it back from your backup (without it, two-step sign-in has to be set up again).`,
    );
  }
  return new SecretBox(key);
}
