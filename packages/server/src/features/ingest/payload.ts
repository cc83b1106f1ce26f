import { promisify } from "node:util";
import { createGunzip, gunzip } from "node:zlib";

import { metricsPerContainer, packetLimitBytes } from "@offgrid/contract/core/constants";

import { parseStrictJson } from "../../core/strict-json.ts";

const inflate = promisify(gunzip);
/** Frames need three levels, the data of an event may have a few of its own. */
const deepest = 8;
/** The largest object is a simple frame with all metrics that a container may have. */
const mostKeys = metricsPerContainer;

/**
 * The JSON value of a payload, inflated off the event loop when it is gzip. Compression saves data; it holds no more than
 * a plain payload may, since what is parsed costs the same.
 * @returns undefined when it is not acceptable: no UTF-8, no JSON, too large once inflated, too deep, with
 * too many keys or a forbidden one.
 */
export async function readPayload(payload: Buffer): Promise<unknown> {
  try {
    const bytes = isGzip(payload) ? await inflate(payload, { maxOutputLength: packetLimitBytes }) : payload;
    return parseStrictJson(bytes, deepest, mostKeys);
  } catch {
    return undefined;
  }
}

/** Boot and number are at the front of a message; this much of it is enough. */
const frontBytes = 1024;

/** Who sent an unacceptable payload, as far as its front shows, so that it can be answered. */
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
    // Not gzip after all.
  }
  return Buffer.alloc(0);
}

function isGzip(payload: Buffer): boolean {
  return payload[0] === 0x1f && payload[1] === 0x8b;
}
