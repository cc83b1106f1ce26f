import { promisify } from "node:util";
import { createGunzip, gunzip } from "node:zlib";

import { parseStrictJson } from "../../core/strict-json.ts";

const inflate = promisify(gunzip);
/** What a gzip payload may become. */
const inflatedLimitBytes = 8 * 1024 * 1024;
/** Frames need three levels, the data of an event may have a few of its own. */
const deepest = 8;

/**
 * The JSON value of a payload, inflated off the event loop when it is gzip.
 * @returns undefined when it cannot be taken: no UTF-8, no JSON, too large once inflated, too deep, a forbidden key.
 */
export async function readPayload(payload: Buffer): Promise<unknown> {
  try {
    const bytes = isGzip(payload) ? await inflate(payload, { maxOutputLength: inflatedLimitBytes }) : payload;
    return parseStrictJson(bytes, deepest);
  } catch {
    return undefined;
  }
}

/** Boot and number stand at the front of a message; so much of it is enough. */
const frontBytes = 1024;

/** Who sent a payload that cannot be taken, as far as its front tells, so that it can be answered. */
export async function readSender(payload: Buffer): Promise<{ boot: string; seq: number } | undefined> {
  const front = (isGzip(payload) ? await inflateFront(payload) : payload).subarray(0, frontBytes).toString("latin1");
  const boot = /"boot"\s*:\s*"([^"\\]{1,32})"/.exec(front)?.[1];
  const seq = /"seq"\s*:\s*(\d{1,15})\b/.exec(front)?.[1];
  return boot === undefined || seq === undefined ? undefined : { boot, seq: Number(seq) };
}

async function inflateFront(payload: Buffer): Promise<Buffer> {
  const stream = createGunzip({ chunkSize: frontBytes });
  stream.end(payload);
  try {
    // The first piece; leaving the loop ends the stream.
    for await (const chunk of stream) return chunk as Buffer;
  } catch {
    // No gzip after all.
  }
  return Buffer.alloc(0);
}

function isGzip(payload: Buffer): boolean {
  return payload[0] === 0x1f && payload[1] === 0x8b;
}
