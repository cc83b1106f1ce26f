import { may } from "@offgrid/contract/core/access";
import type { Call } from "@offgrid/contract/core/call";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { Refusal, type RefusalCode, commonRefusals } from "@offgrid/contract/core/refusal";
import { tokenMay } from "@offgrid/contract/core/token-use";
import { type CallName, type Calls, findCall } from "@offgrid/contract/registry";
import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import { z } from "zod";

import type { Bus } from "../bus/bus.ts";
import type { Actor } from "./actor.ts";
import type { CallMetrics } from "./call-metrics.ts";
import { AuditRecorder } from "./audit-recorder.ts";
import { presentedApiToken, touchApiToken, whoseToken } from "./api-token.ts";
import { needsConfirmation } from "./confirmation.ts";
import { openContexts } from "./contexts.ts";
import { type Db, isDatabaseAway, reasonOf } from "../core/db.ts";
import { hashToken } from "../core/token-hash.ts";
import { type Span, traced } from "../core/tracing.ts";
import { StartedFile } from "./file-answer.ts";
import type { CallContext, FileAnswer, Handlers, Origin } from "./handler.ts";
import type { Limits } from "./limits.ts";
import { hasSameRights, lastCallersOf } from "./last-callers.ts";
import { networkOf } from "./network.ts";
import { present } from "./present.ts";
import { refusalText } from "./refusal-text.ts";
import type { Services } from "./services.ts";
import { ForeignUserId, presentedSession, touchSession, whoCalls } from "./session.ts";

/** What the pipeline needs: the services of the calls, and who answers them. */
export interface Pipeline extends Services {
  bus: Bus;
  callMetrics: CallMetrics;
  handlers: Handlers<Calls>;
}

export interface CallRequest {
  name: string;
  body: unknown;
  headers: IncomingMessage["headersDistinct"];
  from: Origin;
  /** Aborted when the caller hangs up. */
  signal: AbortSignal;
}

export interface CallAnswer {
  status: number;
  body: Record<string, unknown>;
  retryAfterS?: number;
  /** Who made the call, as far as that was found out. */
  userId?: string | undefined;
  /** Of the trace that it is part of, where traces are taken. */
  traceId?: string;
  /** Of a call that answers with a file: sent instead of the body. */
  file?: StartedFile;
}

type AnyHandler = (input: unknown, context: CallContext<Actor | null>) => Promise<unknown>;

/**
 * The one way in: find the call, identify the caller, check rights, parse, open the transaction, run, trim the output,
 * write the audit, commit, publish. A failure becomes a refusal.
 */
export async function dispatch(services: Pipeline, request: CallRequest): Promise<CallAnswer> {
  const [traceparent, ...others] = request.headers["traceparent"] ?? [];
  // Unknown names, which anyone can make up, count as one.
  const name = `call ${findCall(request.name) ? request.name : "unknown"}`;
  const start = { name, kind: "server", traceparent: others.length === 0 ? traceparent : undefined } as const;
  return traced(services.tracing, start, (span) => measured(services, request, span));
}

async function measured(services: Pipeline, request: CallRequest, span: Span | undefined): Promise<CallAnswer> {
  const startedAt = performance.now();
  const answer = await answerTo(services, request);
  const { code } = answer.body;
  const outcome = typeof code === "string" && answer.status !== 200 ? code : "ok";
  span?.note({ "http.response.status_code": answer.status, "offgrid.outcome": outcome });
  if (answer.status >= 500) span?.fail(outcome);
  services.callMetrics.observe({
    name: request.name,
    outcome,
    ms: performance.now() - startedAt,
    requestId: request.from.requestId,
  });
  return span ? { ...answer, traceId: span.traceId } : answer;
}

async function answerTo(services: Pipeline, request: CallRequest): Promise<CallAnswer> {
  const recorder = new AuditRecorder(services, request);
  try {
    const answer = await run(services, request, recorder);
    return answer instanceof StartedFile
      ? { status: 200, body: {}, userId: recorder.actor?.userId, file: answer }
      : { status: 200, body: { status: "ok", ...answer }, userId: recorder.actor?.userId };
  } catch (error) {
    await recorder.refused(error);
    return { ...refuse(error, services.log, request), userId: recorder.actor?.userId };
  }
}

/**
 * The part of the pipeline that needs no body, for calls whose body is large.
 * @throws Refusal, already written to the audit.
 */
export async function admitAhead(services: Services, request: Omit<CallRequest, "body" | "signal">): Promise<void> {
  const recorder = new AuditRecorder(services, request);
  try {
    await admit(services, request, recorder);
  } catch (error) {
    await recorder.refused(error);
    throw error;
  }
}

/** Finds the call and the caller, and checks rights and limits. */
async function admit(
  services: Services,
  { name, headers, from }: Pick<CallRequest, "name" | "headers" | "from">,
  recorder: AuditRecorder,
): Promise<{ call: Call; actor: Actor | null }> {
  const { db, clock, limits } = services;
  const call = findCall(name);
  if (!call) throw new Refusal("no_such_call");
  recorder.call = call;
  const nowMs = clock.now();
  // Counted before anything is refused: refusals leave lines in the audit.
  const count = (one: Actor) => limits.takeRoughly(callsKey(one), callsPerSecond, secondMs);
  const actor = await whoMakes(call, services, { headers, from }).catch(async (error: unknown) => {
    if (error instanceof ForeignUserId) await count(error.owner);
    throw error;
  });
  recorder.actor = actor;
  if (actor) await count(actor);
  if (actor?.apiToken && !tokenMay(actor.apiToken, call)) throw new Refusal("not_by_token");
  if (!may(actor && actor.permissions, call.access)) throw new Refusal("forbidden");
  if (!actor) return { call, actor };
  mustBeProved(call, actor, nowMs);
  if (actor.apiToken) await touchApiToken(db, actor, from.address, nowMs);
  else if (!call.background && headers["x-background"] === undefined) await touchSession(db, actor, nowMs);
  return { call, actor };
}

/** @throws Refusal two_step_needed, confirm_needed: work on the own account needs no second factor, all else may. */
function mustBeProved(call: Call, actor: Actor, nowMs: number): void {
  if (actor.mustSetUpTwoStep && call.access !== "signed-in" && call.access !== "public") {
    throw new Refusal("two_step_needed");
  }
  if (needsConfirmation(call, actor, nowMs)) throw new Refusal("confirm_needed");
}

/** Does the call name a person other than its caller? */
function isAboutAnother({ person }: Call, input: unknown, { userId, email }: Actor): boolean {
  if (person === undefined) return false;
  const named = (input as Record<string, unknown>)[person];
  return named !== undefined && named !== (person === "userId" ? userId : email);
}

/** For a public call that asks who is there, an expired session counts as nobody; others do not need one. */
async function whoMakes(
  call: Call,
  { db, clock, inventedTokens }: Services,
  { headers, from }: Pick<CallRequest, "headers" | "from">,
): Promise<Actor | null> {
  const look = async () => {
    const token = presentedApiToken(headers);
    if (token) return inventedTokens.look(token, from.address, () => whoseToken(db, token, clock.now()));
    const session = presentedSession(headers);
    if (!session) throw new Refusal("signed_out");
    return inventedTokens.look(session, from.address, () => whoCalls(db, session, headers, clock.now()));
  };
  if (call.access !== "public") return look();
  if (!call.identity || headers["x-auth-token"] === undefined) return null;
  return look().catch((error: unknown) => {
    if (error instanceof Refusal && !(error instanceof ForeignUserId)) return null;
    throw error;
  });
}

async function run(
  services: Pipeline,
  request: CallRequest,
  recorder: AuditRecorder,
): Promise<Record<string, unknown> | StartedFile> {
  const begun = beginAhead(services, request);
  const { call, actor } = await admit(services, request, recorder);
  await countCall(services.limits, request, call, actor);
  if (call.ahead && actor) lastCallersOf(services.db).note(actor);
  if (!begun || !actor || !hasSameRights(begun.actor, actor)) return make(services, request, recorder, { call, actor });
  return begun.answer.finally(() => recorder.follow(begun.recorder));
}

/** A call that is made before it is known who makes it now. */
interface Begun {
  /** As the caller was at the call before. */
  actor: Actor;
  recorder: AuditRecorder;
  answer: Promise<Record<string, unknown> | StartedFile>;
}

/** @returns undefined: the call has to wait for its caller's rights. */
function beginAhead(services: Pipeline, request: CallRequest): Begun | undefined {
  const call = findCall(request.name);
  if (!call?.ahead) return undefined;
  const token = presentedApiToken(request.headers) ?? presentedSession(request.headers);
  const actor = token && lastCallersOf(services.db).of(token);
  if (!actor || services.limits.isKnownFull(callsKey(actor))) return undefined;
  const recorder = new AuditRecorder(services, request);
  const answer = make(services, request, recorder, { call, actor });
  // Of what is given up nobody hears.
  answer.catch(() => undefined);
  return { actor, recorder, answer };
}

/**
 * Makes a call for somebody who needs no session, such as the command line of the server: from the input on it goes the same
 * way as all others, and leaves the same line in the audit.
 * @throws Refusal
 */
export async function callAs(
  services: Pipeline,
  actor: Actor,
  request: Omit<CallRequest, "headers">,
): Promise<Record<string, unknown>> {
  const call = findCall(request.name);
  if (!call || call.answers === "file") throw new Refusal("no_such_call");
  const recorder = new AuditRecorder(services, request);
  Object.assign(recorder, { call, actor });
  try {
    return (await make(services, request, recorder, { call, actor })) as Record<string, unknown>;
  } catch (error) {
    await recorder.refused(error);
    throw error;
  }
}

/**
 * Something that is no call of its own, done for the same caller by the same means: one transaction with its line in the
 * audit, and what it tells others with its commit.
 * @param request Its name stands in the audit.
 */
export async function actAs<Result>(
  services: Pipeline,
  actor: Actor,
  request: Omit<CallRequest, "headers" | "body">,
  work: (context: CallContext) => Promise<Result>,
): Promise<Result> {
  const recorder = new AuditRecorder(services, request);
  recorder.actor = actor;
  const { context, finish } = openContexts(services, request, recorder, actor);
  const result = await context(services.db).transaction((db) => work(context(db) as CallContext));
  await finish();
  return result;
}

async function make(
  services: Pipeline,
  request: Omit<CallRequest, "headers">,
  recorder: AuditRecorder,
  { call, actor }: { call: Call; actor: Actor | null },
): Promise<Record<string, unknown> | StartedFile> {
  const input = parseInput(call, request.body, request.from.language);
  recorder.input = input;
  // Only the input tells whom the call is about.
  if (actor && isAboutAnother(call, input, actor)) {
    mustBeProved({ ...call, access: "users" }, actor, services.clock.now());
  }
  const handler = services.handlers[request.name as CallName] as AnyHandler;
  const { context, finish } = openContexts(services, request, recorder, actor);
  const act = async (within: Db) => {
    const result = await checked(call, handler(input, context(within)));
    if (call.answers === "file") return checked(call, StartedFile.start(result as FileAnswer));
    return present(call.output, result);
  };
  recorder.ran = true;
  const { db } = services;
  const answer = call.effect === "write" && !call.ownTransaction ? await context(db).transaction(act) : await act(db);
  if (call.effect === "write" || call.answers === "file") await recorder.done(db);
  await finish();
  if ("authToken" in answer && typeof answer.authToken === "string")
    services.inventedTokens.note(hashToken(answer.authToken));
  return answer;
}

const secondMs = 1_000;
const minuteMs = 60_000;
const callsPerSecond = 100;

const limitKey = ({ sessionHash }: Actor) => sessionHash.toString("base64url");
const callsKey = (actor: Actor) => `calls ${limitKey(actor)}`;

/** @throws TooMany */
async function countCall(limits: Limits, { name, from }: CallRequest, call: Call, actor: Actor | null): Promise<void> {
  if (call.perMinute === undefined) return;
  await limits.take(`${name} ${actor ? limitKey(actor) : networkOf(from.address)}`, call.perMinute, minuteMs);
}

const localeErrors = { en: z.locales.en().localeError, fr: z.locales.fr().localeError };

function parseInput(call: Call, body: unknown, language: LocaleCode): unknown {
  const parsed = call.input.safeParse(body, { error: localeErrors[language] });
  if (parsed.success) return parsed.data;
  throw new Refusal("bad_input", { fields: Object.fromEntries(parsed.error.issues.flatMap(fieldsOf)) });
}

function fieldsOf(issue: z.core.$ZodIssue): [path: string, message: string][] {
  const path = issue.path.map(String);
  if (issue.code === "unrecognized_keys") return issue.keys.map((key) => [[...path, key].join("."), issue.message]);
  return [[path.join("."), issue.message]];
}

/** Lets through only the codes that the call declares; any other is a fault of ours, not an answer. */
async function checked<Result>(call: Call, result: Promise<Result>): Promise<Result> {
  const declared: readonly RefusalCode[] = [...commonRefusals, ...(call.errors ?? [])];
  try {
    return await result;
  } catch (error) {
    if (error instanceof Refusal && !declared.includes(error.code)) {
      throw new Error(`the handler refused with ${error.code}, which its call does not declare`, { cause: error });
    }
    throw error;
  }
}

/** An error as an answer. Refusals keep their code; a lost database is unavailable; the rest is logged with its id. */
export function refuse(
  error: unknown,
  log: Logger,
  request: Pick<CallRequest, "from"> & { name?: string },
): CallAnswer {
  const { language, requestId } = request.from;
  const refusal = toRefusal(error);
  if (refusal.code === "internal") log.error({ err: error, requestId, call: request.name }, "a call failed");
  if (refusal.code === "unavailable") log.warn({ reason: reasonOf(error), call: request.name }, "the database is away");
  return {
    status: refusal.status,
    body: {
      status: "error",
      code: refusal.code,
      message: refusalText(refusal.code, language),
      ...(refusal.fields && { fields: refusal.fields }),
      ...(refusal.holder && { holder: refusal.holder }),
      ...(refusal.code === "internal" && { requestId }),
    },
    ...(refusal.retryAfterS !== undefined && { retryAfterS: refusal.retryAfterS }),
  };
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return isDatabaseAway(error) ? new Refusal("unavailable", { retryAfterS: 5 }) : new Refusal("internal");
}
