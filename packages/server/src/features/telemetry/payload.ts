import { promisify } from "node:util";
import { gunzip } from "node:zlib";

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
    const isGzip = payload[0] === 0x1f && payload[1] === 0x8b;
    const bytes = isGzip ? await inflate(payload, { maxOutputLength: inflatedLimitBytes }) : payload;
    return parseStrictJson(bytes, deepest);
  } catch {
    return undefined;
  }
}
