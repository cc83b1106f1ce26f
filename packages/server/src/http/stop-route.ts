import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { type CallAnswer, type Pipeline, dispatch } from "../calls/dispatch.ts";
import type { Origin } from "../calls/handler.ts";

/** A mail program sends one line. */
const bodyLimit = 4 * 1024;

/**
 * Where a mail program ends a report by one request (RFC 8058): the call `reportStop`, asked with a form in place of JSON.
 * A person who follows the same address gets the page.
 */
export function stopRoute(
  app: FastifyInstance,
  services: () => Pipeline,
  fromOf: (request: FastifyRequest) => Origin,
  send: (reply: FastifyReply, answer: CallAnswer) => FastifyReply,
): void {
  void app.register(async (route) => {
    route.removeAllContentTypeParsers();
    // Whatever the form says: that it came is the request.
    route.addContentTypeParser("*", { parseAs: "string", bodyLimit }, async () => null);
    route.post<{ Querystring: { token?: unknown } }>("/reports/stop", { bodyLimit }, async (request, reply) => {
      const body = { token: request.query.token };
      const headers = request.raw.headersDistinct;
      const signal = AbortSignal.timeout(30_000);
      const answer = await dispatch(services(), { name: "reportStop", body, headers, from: fromOf(request), signal });
      return send(reply, answer);
    });
  });
}
