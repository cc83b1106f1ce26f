import { Refusal } from "@offgrid/contract/core/refusal";
import type { FastifyInstance, FastifyRequest } from "fastify";

import type { Pipeline } from "../calls/dispatch.ts";
import type { Origin } from "../calls/handler.ts";
import type { FloodGuard } from "./flood-guard.ts";

/** Archives of the controller program, for controllers: from any byte on, so that a broken download goes on. */
export function releaseRoute(
  app: FastifyInstance,
  services: () => Pipeline,
  fromOf: (request: FastifyRequest) => Origin,
  notFound: FloodGuard,
): void {
  app.get<{ Params: { name: string } }>("/releases/:name", async (request, reply) => {
    const { authorization, range } = request.headers;
    const asked = /^bytes=(\d{1,9})-$/.exec(range ?? "")?.[1];
    const from = Number(asked ?? 0);
    const found = await services().releaseFiles.read(authorization, `releases/${request.params.name}`, from);
    if (found === "stranger" || found === "missing") {
      notFound.take(fromOf(request).address);
      // Whoever has no container is not told what there is.
      throw new Refusal("not_found");
    }
    if (found === "busy") throw new Refusal("too_many");
    const { bytes, size } = found;
    void reply.headers({ "Cache-Control": "private, no-store", "Accept-Ranges": "bytes" });
    if (from >= size) return reply.code(416).header("Content-Range", `bytes */${size}`).send();
    void reply.header("Content-Length", size - from);
    if (asked === undefined) return reply.type("application/octet-stream").send(bytes);
    void reply.header("Content-Range", `bytes ${from}-${size - 1}/${size}`);
    return reply.code(206).type("application/octet-stream").send(bytes);
  });
}
