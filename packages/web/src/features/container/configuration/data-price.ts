import { batchS, dayS } from "@offgrid/contract/core/constants";

/** Of a value in a message, compressed, and of everything around the values of one: its head, its ack and the packets. */
const valueBytes = 1.4;
const messageBytes = 300;
/** A sign of life and its answer, with their packets. */
const signBytes = 170;

/**
 * About how many bytes a container sends and receives in a day while nobody watches it.
 * @param values How many values a frame has.
 */
export function bytesPerDay(frameSeconds: number, linkSeconds: number, values: number): number {
  const messageEveryS = Math.max(batchS, frameSeconds);
  const signs = messageEveryS > linkSeconds ? dayS / linkSeconds : 0;
  return (dayS / frameSeconds) * values * valueBytes + (dayS / messageEveryS) * messageBytes + signs * signBytes;
}

/** A link that gives no sign of life for so long counts as lost, in seconds. */
export function noticedAfterS(linkSeconds: number): number {
  return linkSeconds * 1.5;
}
