import { timingSafeEqual } from "node:crypto";
import { isIP } from "node:net";

import { frontVersion, mqttVersion, restVersion } from "@offgrid/contract/core/constants";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type pg from "pg";

import { isLoopback } from "../config/config.schemas.ts";
import { reasonOf } from "../core/db.ts";
import { hashToken } from "../core/token-hash.ts";
import { schemaState } from "../postgres/migrate.ts";
import { metricsText, withHelp } from "./metrics-text.ts";
import { hasProxyHeader } from "./proxies.ts";

/** A database that takes longer to report its schema counts as away. */
const longestAnswerMs = 2_000;

export interface Health {
  pool: pg.Pool;
  /** As this version of the portal migrated it. */
  schema: number;
  /** Names of parts that are not ready. */
  unready(): string[];
  /** Names of parts whose work another process is doing at the moment. */
  standingBy(): string[];
  isStopping(): boolean;
  /** Why nothing is stored, when the disk is nearly full. */
  diskShortage(): string | undefined;
  /** Current figures by name. */
  metrics(): Record<string, number>;
  /** Metrics of the calls, in Prometheus text format. */
  callMetrics(): string;
  /** Figures about the whole portal, of a few seconds ago at most; undefined while the database is away. */
  fleetFigures(): Promise<Record<string, number> | undefined>;
  /** With it `/metrics` is read from anywhere; undefined: from this machine only. */
  metricsToken: string | undefined;
}

/** `/live`, `/ready` and `/metrics`, for supervisors and monitoring. */
export function healthRoutes(app: FastifyInstance, health: Health): void {
  // Answering at all is the proof: an outage of the database must restart nothing.
  app.get("/live", async () => ({ status: "ok" }));

  app.get("/ready", async (request, reply) => {
    const reasons = await reasonsAgainst(health);
    const standby = health.standingBy();
    if (reasons.length === 0) return { status: "ok", ...(isFromHere(request) && standby.length > 0 && { standby }) };
    void reply.code(503).header("Retry-After", "5");
    return { status: "error", ...(isFromHere(request) && { reasons }) };
  });

  app.get("/metrics", async (request, reply) => {
    if (!isFromHere(request) && !hasToken(request, health.metricsToken)) {
      if (!request.headers.authorization) return reply.callNotFound();
      // The page of the portal would look to monitoring like figures that are malformed.
      void reply.code(401).header("WWW-Authenticate", "Bearer").type("text/plain; charset=utf-8");
      return "Figures are read with the portal's METRICS_TOKEN, as `Authorization: Bearer ...`.\n";
    }
    const fleet = await health.fleetFigures();
    const figures = { ...buildInfo(health.schema), database_up: fleet ? 1 : 0, ...fleet, ...health.metrics() };
    void reply.header("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
    return `${metricsText(figures)}\n${withHelp(health.callMetrics())}`;
  });
}

async function reasonsAgainst(health: Health): Promise<string[]> {
  const reasons: string[] = [];
  if (health.isStopping()) reasons.push("stopping");
  reasons.push(...health.unready().map((name) => `${name} not ready`));
  const shortage = health.diskShortage();
  if (shortage !== undefined) reasons.push(shortage);
  try {
    const { version, breaking } = await within(longestAnswerMs, schemaState(health.pool));
    if (version < health.schema) reasons.push(`schema is ${version}, expected ${health.schema}`);
    // A newer portal beside this one may have taken it further.
    if (breaking > health.schema) reasons.push(`schema has step ${breaking}, which needs a newer version`);
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

function buildInfo(schema: number): Record<string, number> {
  const labels = { front: frontVersion, rest: restVersion, mqtt: mqttVersion, node: process.versions.node };
  const text = Object.entries(labels).map(([name, value]) => `${name}="${value}"`);
  return { [`build_info{${text.join(",")}}`]: 1, schema_version: schema };
}

/** Takes as long for a wrong token as for a right one. */
function hasToken({ raw }: FastifyRequest, token: string | undefined): boolean {
  const [given = "", ...others] = raw.headersDistinct["authorization"] ?? [];
  if (token === undefined || others.length > 0) return false;
  return timingSafeEqual(hashToken(given), hashToken(`Bearer ${token}`));
}

/** From this machine and addressed as such: not from afar through a proxy or a page on it. */
function isFromHere({ raw }: FastifyRequest): boolean {
  if (!isLoopback(raw.socket.remoteAddress ?? "") || hasProxyHeader(raw.headers)) return false;
  // Of several, a proxy in between may have obeyed another one.
  const [host = "", ...others] = raw.headersDistinct["host"] ?? [];
  const name = /^(localhost|[\d.]+|\[::1\])(?::\d{1,5})?$/i.exec(host)?.[1]?.toLowerCase();
  if (name === undefined || others.length > 0) return false;
  return name === "localhost" || name === "[::1]" || (isIP(name) === 4 && isLoopback(name));
}
