import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { constants } from "node:zlib";

import type { Call } from "@offgrid/contract/core/call";
import { Refusal } from "@offgrid/contract/core/refusal";
import { calls as everyCall, findCall } from "@offgrid/contract/registry";
import fastifyCompress from "@fastify/compress";
import fastifyStatic from "@fastify/static";
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import type { AddressInfo } from "node:net";

import { AccessLog } from "./access-log.ts";
import { answerJson } from "./answer-json.ts";
import { mapOrigins } from "../config/config.map.ts";
import { type CallAnswer, type Pipeline, admitAhead, dispatch, refuse } from "../calls/dispatch.ts";
import { FloodGuard } from "./flood-guard.ts";
import { logoRoute } from "./logo-route.ts";
import { mapRoute } from "./map-route.ts";
import type { Proxies } from "./proxies.ts";
import { releaseRoute } from "./release-route.ts";
import { stopRoute } from "./stop-route.ts";
import { fileSender } from "./file-sender.ts";
import { type Health, healthRoutes } from "./health.ts";
import { openPage } from "./page.ts";
import { languageOf } from "../calls/refusal-text.ts";
import { UnfitJson, parseStrictJson } from "../core/strict-json.ts";
import { commonHeaders, contentPolicy, documentPolicy, liveOrigins, offlinePath, offlinePolicy } from "./web-policy.ts";

/** Where `scripts/build-web.ts`, which `npm start` runs, puts the web app. */
export const builtWebFolder = fileURLToPath(new URL("../../../web/dist/", import.meta.url));

const bodyLimitBytes = 256 * 1024;
const reportLimitBytes = 16 * 1024;
const depthLimit = 32;
const compressFromBytes = 1024;
const requestTimeoutMs = 10_000;
/** Per network and minute. */
const mostReports = 20;
const mostNotFound = 300;

/** What exists before the services of the calls do. */
type AppBase = Pick<Pipeline, "config" | "log"> & { proxies: Proxies };

export interface AppOptions {
  /** Set late, because the live side needs this app's server first; earlier calls are refused as unavailable. */
  services(): Pipeline | undefined;
  health: Health;
  webFolder?: string;
}

/** The HTTP side, as a table of contents: limits, calls, health, files, and the page for all other routes. */
export function openApp(base: AppBase, options: AppOptions): FastifyInstance {
  const { config, log, proxies } = base;
  const reports = new FloodGuard(mostReports);
  const notFound = new FloodGuard(mostNotFound);
  const app = fastify({
    bodyLimit: bodyLimitBytes,
    requestTimeout: requestTimeoutMs,
    // Node swaps the two when the timeout for headers, 60 s by default, is longer: a slow body would have that long.
    http: { connectionsCheckingInterval: 2_000, headersTimeout: requestTimeoutMs },
    genReqId: () => randomUUID(),
    exposeHeadRoutes: true,
    forceCloseConnections: "idle",
    routerOptions: { ignoreTrailingSlash: false },
    logger: false,
    frameworkErrors: (_, request, reply) =>
      void send(reply, refuse(new Refusal("bad_input"), log, { from: fromOf(request) })),
  });
  const fromOf = (request: FastifyRequest) => callerOf(request, proxies);
  const accessLog = new AccessLog();
  if (config.accessLog) accessLog.open(app, log, proxies);
  const headers = commonHeaders(config);
  app.addHook("onRequest", async (request, reply) => {
    proxies.notice(request.raw);
    reply.headers({ ...headers, "X-Request-Id": request.id });
  });
  app.setErrorHandler((error, request, reply) => {
    if (isHangUp(error, request)) {
      log.debug({ requestId: request.id }, "the caller disconnected before the end of the answer");
      return void reply.hijack().raw.destroy();
    }
    return send(reply, refuse(asRefusal(error), log, { from: fromOf(request) }));
  });
  acceptJsonOnly(app);

  void app.register(async (calls) => callRoute(calls, { ...base, accessLog }, options, notFound));

  healthRoutes(app, options.health);
  mapRoute(app, () => servicesOf(options), fromOf, notFound);
  logoRoute(app, config, (request) => notFound.take(proxies.addressOf(request.raw)));
  releaseRoute(app, () => servicesOf(options), fromOf, notFound);
  stopRoute(app, () => servicesOf(options), fromOf, send);

  // Counted before the body is read.
  const onRequest = async (request: FastifyRequest) => reports.take(proxies.addressOf(request.raw));
  app.post("/csp-report", { bodyLimit: reportLimitBytes, onRequest }, async (request, reply) => {
    log.warn(
      { report: withoutQueries(String(request.body).slice(0, 1_000)) },
      "a browser reported a violation of the content security policy",
    );
    return reply.code(204).send();
  });

  const webFolder = options.webFolder ?? builtWebFolder;
  if (existsSync(webFolder)) {
    void app.register(fastifyStatic, {
      root: webFolder,
      index: false,
      preCompressed: true,
      cacheControl: false,
      // Without a dot it is a route of the page, or a folder, which has nothing to show.
      allowedPath: (path) => isFileName(path) && path !== "/index.html",
      setHeaders: (reply, path) => {
        for (const [name, value] of Object.entries(fileHeaders(path))) reply.setHeader(name, value);
      },
    });
  }

  const page = openPage(webFolder, config);
  app.setNotFoundHandler(async (request, reply) => {
    if (!isPageRoute(request, config.apiBase)) {
      notFound.take(proxies.addressOf(request.raw));
      const code = isBelow(pathOf(request), config.apiBase) ? "no_such_call" : "not_found";
      return send(reply, refuse(new Refusal(code), log, { from: fromOf(request) }));
    }
    const isOffline = pathOf(request) === offlinePath;
    const rendered = await page.render(pathOf(request));
    void reply.header("Cache-Control", "no-store");
    if (!rendered) {
      void reply.code(503).type("text/plain; charset=utf-8");
      return "The web app is not built yet. Run this, then load the page again: npx tsx scripts/build-web.ts\n";
    }
    const { port } = app.server.address() as AddressInfo;
    const policy = contentPolicy(rendered.nonce, liveOrigins(config, port), mapOrigins(config.map));
    void reply
      .code(200)
      .type("text/html; charset=utf-8")
      // What the portal shows is for those who were given its address.
      .header("X-Robots-Tag", "noindex, nofollow")
      .header("Content-Security-Policy", isOffline ? offlinePolicy(policy) : policy);
    return rendered.html;
  });
  return app;
}

/**
 * Every call, and the compression of their answers: files of the web app are stored compressed beside their originals.
 * Calls that take a file have a route of their own because of their size limit.
 */
async function callRoute(
  calls: FastifyInstance,
  { config, log, proxies, accessLog }: AppBase & { accessLog: AccessLog },
  options: AppOptions,
  notFound: FloodGuard,
): Promise<void> {
  const fromOf = (request: FastifyRequest) => callerOf(request, proxies);
  await calls.register(fastifyCompress, {
    encodings: ["br", "gzip"],
    threshold: compressFromBytes,
    // At this level compressing takes less time than a detour through the thread pool: 2 to 4 ms for a list of a thousand
    // containers. Larger answers take the detour.
    syncThreshold: 1024 * 1024,
    // Higher levels take several times as long for a chart that is a tenth smaller.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
    zlibOptions: { level: 1 },
    globalDecompression: false,
  });
  const sendFile = fileSender(calls, log);
  const servicesNow = () => servicesOf(options);
  const answerCall = async (name: string, request: FastifyRequest, reply: FastifyReply) => {
    const services = servicesNow();
    const body = request.body;
    if (body === undefined) throw new Refusal("not_json");
    if (!findCall(name)) notFound.take(proxies.addressOf(request.raw));
    const startedAt = performance.now();
    const answer = await dispatch(services, {
      name,
      body,
      headers: request.raw.headersDistinct,
      from: fromOf(request),
      signal: hangUpOf(reply),
    });
    const { userId, traceId } = answer;
    if (findCall(name)) accessLog.note(request, { call: name, userId, traceId });
    log.debug(
      { call: name, status: answer.status, ms: Math.round(performance.now() - startedAt), requestId: request.id },
      "call",
    );
    return answer.file ? sendFile(request, reply, answer.file) : send(reply, answer);
  };
  calls.post<{ Params: { name: string } }>(`${config.apiBase}/:name`, (request, reply) =>
    answerCall(request.params.name, request, reply),
  );
  for (const [name, { bodyLimitBytes: bodyLimit }] of Object.entries<Call>(everyCall)) {
    if (bodyLimit === undefined) {
      // The one route above takes names without a slash.
      if (name.includes("/"))
        calls.post(`${config.apiBase}/${name}`, (request, reply) => answerCall(name, request, reply));
      continue;
    }
    // A large body is read only from someone who may make the call.
    const onRequest = async (request: FastifyRequest) =>
      admitAhead(servicesNow(), { name, headers: request.raw.headersDistinct, from: fromOf(request) });
    calls.post(`${config.apiBase}/${name}`, { bodyLimit, onRequest }, (request, reply) =>
      answerCall(name, request, reply),
    );
  }
}

/** @throws Refusal unavailable while the portal starts. */
function servicesOf(options: Pick<AppOptions, "services">): Pipeline {
  const services = options.services();
  if (!services) throw new Refusal("unavailable", { retryAfterS: 5 });
  return services;
}

function fileHeaders(path: string): Record<string, string> {
  // Names under assets/ change with their contents.
  const isLasting = /[\\/]assets[\\/]/.test(path);
  return {
    "Cache-Control": isLasting ? "public, max-age=31536000, immutable" : "no-cache",
    ...(path.endsWith(".html") && { "Content-Security-Policy": documentPolicy }),
  };
}

/** Addresses up to their query: links of mails have what they prove themselves by in it. */
function withoutQueries(report: string): string {
  return report.replaceAll(/([a-z]+:\/\/[^\s"?#]*)[?#][^\s"]*/gi, "$1");
}

/** Every body is JSON within limits; only browsers' policy reports have types of their own and stay text. */
function acceptJsonOnly(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, async (_: FastifyRequest, bytes: Buffer) => {
    try {
      return bytes.length === 0 ? {} : parseStrictJson(bytes, depthLimit);
    } catch (error) {
      throw new Refusal("bad_input", { fields: { "": error instanceof UnfitJson ? error.message : "not JSON" } });
    }
  });
  app.addContentTypeParser(
    ["application/csp-report", "application/reports+json"],
    { parseAs: "string" },
    async (_: FastifyRequest, text: string) => text,
  );
}

/** Aborted when the connection ends before the answer has been written. */
function hangUpOf(reply: FastifyReply): AbortSignal {
  const control = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) control.abort();
  });
  return control.signal;
}

/** Compressing an answer fails when its caller is gone: that is the caller's right, and no fault of ours. */
function isHangUp(error: unknown, request: FastifyRequest): boolean {
  return (error as { code?: unknown }).code === "ERR_STREAM_PREMATURE_CLOSE" && request.raw.socket.destroyed;
}

/** Fastify's own errors under our codes; other errors pass unchanged. */
function asRefusal(error: unknown): unknown {
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (code === "FST_ERR_CTP_BODY_TOO_LARGE") return new Refusal("too_large");
  if (code === "FST_ERR_CTP_INVALID_MEDIA_TYPE") return new Refusal("not_json");
  if (typeof statusCode !== "number" || statusCode < 400 || statusCode >= 500) return error;
  return new Refusal(statusCode === 403 || statusCode === 404 ? "not_found" : "bad_input");
}

function send(reply: FastifyReply, { status, body, retryAfterS }: CallAnswer): FastifyReply {
  if (retryAfterS !== undefined) void reply.header("Retry-After", String(retryAfterS));
  const json = answerJson(body);
  return reply.code(status).type("application/json; charset=utf-8").header("Cache-Control", "no-store").send(json);
}

function callerOf(request: FastifyRequest, proxies: Proxies) {
  return {
    address: proxies.addressOf(request.raw),
    language: languageOf(request.headers["accept-language"]),
    requestId: request.id,
    agent: request.headers["user-agent"]?.slice(0, 256),
  };
}

function isPageRoute(request: FastifyRequest, apiBase: string): boolean {
  const path = pathOf(request);
  return (
    (request.method === "GET" || request.method === "HEAD") &&
    !isFileName(path) &&
    !isBelow(path, apiBase) &&
    !isBelow(path, "/mqtt")
  );
}

const pathOf = (request: FastifyRequest) => request.url.split("?", 1)[0] ?? "/";
const isFileName = (path: string) => path.slice(path.lastIndexOf("/")).includes(".");
const isBelow = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`);
