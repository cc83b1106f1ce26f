import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Logger } from "pino";

import type { Proxies } from "./proxies.ts";

/** What a request turned out to be. */
interface Said {
  /** A call of the contract. */
  call?: string;
  userId?: string | undefined;
  traceId?: string | undefined;
}

/**
 * A line for each request that was answered or left, whatever the level of the log. It has nothing of what was sent: no address with
 * what stands behind its `?`, no body, no header, and of an address only the route, for links have their secrets in it.
 */
export class AccessLog {
  readonly #said = new WeakMap<FastifyRequest, Said>();

  /** To be called when it is known who made which call. */
  note(request: FastifyRequest, said: Said): void {
    this.#said.set(request, said);
  }

  open(app: FastifyInstance, log: Logger, proxies: Proxies): void {
    const lines = log.child({}, { level: "info" });
    // Other than that of Fastify, this one also tells of answers that nobody waited for.
    app.addHook("onRequest", async (request, reply) => {
      const startedAt = performance.now();
      const address = proxies.addressOf(request.raw);
      reply.raw.once("close", () => {
        const { call, userId, traceId } = this.#said.get(request) ?? {};
        lines.info(
          {
            access: {
              requestId: request.id,
              method: request.method,
              ...(call === undefined ? { route: routeOf(request) } : { call }),
              status: reply.raw.statusCode,
              ms: Math.round(performance.now() - startedAt),
              isWhole: reply.raw.writableFinished,
              ...(userId !== undefined && { userId }),
              ...(traceId !== undefined && { traceId }),
              address,
            },
          },
          "request",
        );
      });
    });
  }
}

/** Such as `/logo/:hash`; addresses without a route of their own are those of the page. */
function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? "page";
}
