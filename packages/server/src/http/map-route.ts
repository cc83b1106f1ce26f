import { Refusal } from "@offgrid/contract/core/refusal";
import type { FastifyInstance, FastifyRequest } from "fastify";

import { type Pipeline, admitAhead } from "../calls/dispatch.ts";
import type { Origin } from "../calls/handler.ts";
import { acceptsEncoding } from "./accepts-encoding.ts";
import type { FloodGuard } from "./flood-guard.ts";

interface TilePath {
  kind: string;
  version: string;
  z: string;
  x: string;
  y: string;
}

/** The address has the version of the file in it. */
const lasting = "max-age=31536000, immutable";

/**
 * Tiles of the map, one file each, as the archives have them. The world is anybody's; a region is for those who are
 * signed in, who prove it by the headers of a call.
 */
export function mapRoute(
  app: FastifyInstance,
  services: () => Pipeline,
  fromOf: (request: FastifyRequest) => Origin,
  notFound: FloodGuard,
): void {
  const missing = (request: FastifyRequest) => {
    notFound.take(fromOf(request).address);
    return new Refusal("not_found");
  };
  app.get<{ Params: TilePath }>("/map/:kind/:version/:z/:x/:y", async (request, reply) => {
    const { kind, version, ...place } = request.params;
    if (kind !== "world" && kind !== "region") throw missing(request);
    const present = services();
    if (kind === "region")
      await admitAhead(present, { name: "getMap", headers: request.raw.headersDistinct, from: fromOf(request) });
    const [z, x, y] = [place.z, place.x, place.y].map(wholeNumber) as [number, number, number];
    if (!isTile(z, x, y)) throw missing(request);
    const tile = await present.mapFiles.tile(kind, version, z, x, y);
    if (tile === "gone") throw missing(request);
    void reply.header("Cache-Control", `${kind === "world" ? "public" : "private"}, ${lasting}`);
    if (!tile) return reply.code(204).send();
    void reply.type("application/vnd.mapbox-vector-tile");
    const { bytes, encoding } = tile;
    if (encoding === undefined) return bytes;
    void reply.header("Vary", "Accept-Encoding");
    if (!acceptsEncoding(request.headers["accept-encoding"], encoding)) return present.mapFiles.unpacked(tile);
    void reply.header("Content-Encoding", encoding);
    return bytes;
  });
}

function isTile(z: number, x: number, y: number): boolean {
  const within = (value: number, end: number) => Number.isInteger(value) && value >= 0 && value < end;
  return within(z, 23) && within(x, 2 ** z) && within(y, 2 ** z);
}

/** As it is written in an address: another way to write it would be another address of the same tile. */
function wholeNumber(text: string): number {
  return /^(0|[1-9]\d*)$/.test(text) ? Number(text) : NaN;
}
