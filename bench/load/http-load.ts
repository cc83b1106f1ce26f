/** A separate program that makes a call over persistent connections and reads the compressed answers as they arrive. */
import { once } from "node:events";
import { Agent, request } from "node:http";

import { quantile } from "../timing.ts";
import type { HttpLoadOrder, HttpLoadResult } from "./http-load.types.ts";

const [order] = (await once(process, "message")) as [HttpLoadOrder];
const retryS = 2;
const agent = new Agent({ keepAlive: true, maxSockets: order.clients });
const times: number[] = [];
let bytes = 0;
let isMeasuring = false;
let isOver = false;
let next = 0;

const clients = Array.from({ length: order.clients }, async () => {
  while (!isOver) {
    const body = order.bodies[next % order.bodies.length] ?? "";
    const session = order.sessions[next % order.sessions.length];
    next++;
    const began = performance.now();
    let received = await ask(body, session);
    // As the web app does: what is refused because too much is under way comes again later.
    while (received === undefined && !isOver) {
      await wait(retryS);
      received = await ask(body, session);
    }
    if (received === undefined) return;
    if (!isMeasuring) continue;
    times.push(performance.now() - began);
    bytes += received;
  }
});
const stopped = Promise.all(clients);
await Promise.race([stopped, wait(order.warmUpS)]);
isMeasuring = true;
const beganAt = performance.now();
await Promise.race([stopped, wait(order.measuredS)]);
isMeasuring = false;
const seconds = (performance.now() - beganAt) / 1000;
isOver = true;
await stopped;
agent.destroy();
const sorted = times.toSorted((one, other) => one - other);
const result: HttpLoadResult = {
  perS: sorted.length / seconds,
  p50Ms: quantile(sorted, 0.5),
  p95Ms: quantile(sorted, 0.95),
  bytes: bytes / sorted.length,
};
process.send?.(result, () => process.disconnect());

/** @returns the bytes of the answer; undefined: refused for now. */
function ask(body: string, session: Record<string, string> | undefined): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { ...session, "Accept-Encoding": "gzip, br", "Content-Length": Buffer.byteLength(body) };
    const call = request(order.url, { method: "POST", agent, headers }, (answer) => {
      let received = 0;
      answer.on("data", (piece: Buffer) => (received += piece.length));
      answer.on("error", reject);
      answer.on("end", () => {
        if (answer.statusCode === 200) resolve(received);
        else if (answer.statusCode === 429) resolve(undefined);
        else reject(new Error(`The portal answered ${answer.statusCode}.`));
      });
    });
    call.on("error", reject);
    call.end(body);
  });
}

function wait(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}
