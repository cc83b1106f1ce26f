import { type FastifyInstance, fastify } from "fastify";

import { type Health, healthRoutes } from "./health.ts";

/** HTTP of a process without the web app and the calls: `/live`, `/ready` and `/metrics`. */
export function openHealthApp(health: Health): FastifyInstance {
  const app = fastify({ logger: false, forceCloseConnections: "idle" });
  healthRoutes(app, health);
  return app;
}
