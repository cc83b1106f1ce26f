import type { FastifyInstance, FastifyRequest } from "fastify";
import type pg from "pg";

import { isLoopback } from "./config.ts";
import { reasonOf } from "./db.ts";
import { schemaVersion } from "./migrate.ts";

export interface Health {
  pool: pg.Pool;
  /** As this version of the portal migrated it. */
  schema: number;
  isBrokerReady(): boolean;
  isStopping(): boolean;
  /** Figures of the moment by name. */
  metrics(): Record<string, number>;
}

/** `/live`, `/ready` and `/metrics`, for supervisors and monitoring. */
export function healthRoutes(app: FastifyInstance, health: Health): void {
  // Answering at all is the proof: an outage of the database must restart nothing.
  app.get("/live", async () => ({ status: "ok" }));

  app.get("/ready", async (request, reply) => {
    const reasons = await reasonsAgainst(health);
    if (reasons.length === 0) return { status: "ok" };
    void reply.code(503).header("Retry-After", "5");
    return { status: "error", ...(isFromHere(request) && { reasons }) };
  });

  app.get("/metrics", async (request, reply) => {
    if (!isFromHere(request)) return reply.callNotFound();
    const lines = Object.entries(health.metrics()).map(([name, value]) => `offgrid_${name} ${value}`);
    void reply.header("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
    return `${lines.join("\n")}\n`;
  });
}

async function reasonsAgainst(health: Health): Promise<string[]> {
  const reasons: string[] = [];
  if (health.isStopping()) reasons.push("stopping");
  if (!health.isBrokerReady()) reasons.push("broker not ready");
  try {
    const found = await schemaVersion(health.pool);
    if (found !== health.schema) reasons.push(`schema is ${found}, wanted ${health.schema}`);
  } catch (error) {
    reasons.push(`database: ${reasonOf(error)}`);
  }
  return reasons;
}

/** From this machine itself, and not from afar through a proxy on it. */
function isFromHere(request: FastifyRequest): boolean {
  return (
    isLoopback(request.ip) &&
    request.headers["x-forwarded-for"] === undefined &&
    request.headers.forwarded === undefined
  );
}
