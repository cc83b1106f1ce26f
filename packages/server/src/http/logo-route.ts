import type { FastifyInstance, FastifyRequest } from "fastify";

import { Refusal } from "@offgrid/contract/core/refusal";

import type { Changeable } from "../config/live-config.ts";

/**
 * The picture of the portal, for anybody: the sign-in shows it. Its address has a hash of it and is kept for good; at the
 * address of another one, as a page has it that was made before the change, there is the present one, kept by nobody.
 */
export function logoRoute(
  app: FastifyInstance,
  config: Partial<Changeable>,
  missing: (request: FastifyRequest) => void,
): void {
  app.get<{ Params: { hash: string } }>("/portal-logo/:hash", async (request, reply) => {
    const { logo } = config;
    if (!logo) {
      missing(request);
      throw new Refusal("not_found");
    }
    const isSame = request.params.hash === logo.hash;
    return reply
      .type(logo.type)
      .header("Cache-Control", isSame ? "public, max-age=31536000, immutable" : "no-store")
      .send(logo.bytes);
  });
}
