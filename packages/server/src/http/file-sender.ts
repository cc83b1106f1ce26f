import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import type { Readable } from "node:stream";

import type { StartedFile } from "../calls/file-answer.ts";

/** A caller that takes nothing for this long is disconnected. */
const stalledAfterMs = 60_000;

/**
 * Sends files as they are read, as fast as the caller takes them. An error on the way cuts the connection, so that half
 * a file never looks whole; a portal that stops cuts unfinished files, so that a slow caller does not hold it up.
 */
export function fileSender(app: FastifyInstance, log: Logger) {
  const running = new Set<Readable>();
  app.addHook("preClose", async () => {
    for (const stream of running) stream.destroy(new Error("the portal is stopping"));
  });
  return (request: FastifyRequest, reply: FastifyReply, file: StartedFile): FastifyReply => {
    const stream = file.open();
    running.add(stream);
    stream.once("close", () => running.delete(stream));
    stream.once("error", (error) => {
      if (!request.raw.destroyed || !reply.raw.destroyed)
        log.warn({ err: error, requestId: request.id }, "a file was cut off");
    });
    reply.raw.setTimeout(stalledAfterMs, () => reply.raw.destroy());
    return reply
      .code(200)
      .headers({ ...file.headers, "Cache-Control": "no-store" })
      .send(stream);
  };
}
