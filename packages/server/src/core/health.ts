import type { FastifyInstance, FastifyRequest } from "fastify";
import type pg from "pg";

import { isLoopback } from "./config.ts";
import { reasonOf } from "./db.ts";
import { schemaVersion } from "./migrate.ts";

/** A database that takes longer to tell its schema is as good as away. */
const longestAnswerMs = 2_000;

export interface Health {
  pool: pg.Pool;
  /** As this version of the portal migrated it. */
  schema: number;
  isBrokerReady(): boolean;
  isStopping(): boolean;
  /** Why nothing is stored, where the disk is nearly full. */
  diskShortage(): string | undefined;
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
  const shortage = health.diskShortage();
  if (shortage !== undefined) reasons.push(shortage);
  try {
    const found = await within(longestAnswerMs, schemaVersion(health.pool));
    if (found !== health.schema) reasons.push(`schema is ${found}, wanted ${health.schema}`);
  } catch (error) {
    reasons.push(`database: ${reasonOf(error)}`);
  }
  return reasons;
}

/** @throws Error when the answer takes longer. */
async function within<Answer>(limitMs: number, answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs / 1000} s`)), limitMs);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** From this machine itself, and not from afar through a proxy on it. */
function isFromHere(request: FastifyRequest): boolean {
  return (
    isLoopback(request.ip) &&
    request.headers["x-forwarded-for"] === undefined &&
    request.headers.forwarded === undefined
  );
}
