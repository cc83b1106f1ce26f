import { may } from "@offgrid/contract/core/access";
import type { Call } from "@offgrid/contract/core/call";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { Refusal, type RefusalCode, commonRefusals } from "@offgrid/contract/core/refusal";
import { type CallName, findCall } from "@offgrid/contract/registry";
import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import { z } from "zod";

import type { Forecaster } from "../features/forecast/forecaster.ts";
import type { LiveHub } from "../features/live/live-hub.ts";
import type { AllHandlers } from "../handlers.ts";
import type { Actor } from "./actor.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import { Trail } from "./call-trail.ts";
import { isConfirmed, needsConfirmation } from "./confirmation.ts";
import { type Db, isDatabaseAway, reasonOf } from "./db.ts";
import { StartedFile } from "./file-answer.ts";
import type { CallContext, FileAnswer, Origin } from "./handler.ts";
import type { Limits } from "./limits.ts";
import { networkOf } from "./network.ts";
import type { Outbox } from "./outbox.ts";
import type { Outside } from "./outside.ts";
import { refusalText } from "./refusal-text.ts";
import type { SecretBox } from "./secret-box.ts";
import { ForeignUserId, touchSession, whoCalls } from "./session.ts";

/** What every call is given. */
export interface Services {
  config: Config;
  db: Db;
  clock: Clock;
  live: LiveHub;
  log: Logger;
  hasRoom: CallContext["hasRoom"];
  limits: Limits;
  box: SecretBox;
  outbox: Outbox;
  outside: Outside;
  forecaster: Forecaster;
  /** Address of the web app, for links. */
  url: string;
  portalStartedAtMs: number;
  handlers: AllHandlers;
}

export interface CallRequest {
  name: string;
  body: unknown;
  headers: IncomingMessage["headersDistinct"];
  from: Origin;
}

export interface CallAnswer {
  status: number;
  body: Record<string, unknown>;
  retryAfterS?: number;
  /** Of a call that answers with a file: goes out instead of the body. */
  file?: StartedFile;
}

type AnyHandler = (input: unknown, context: CallContext<Actor | null>) => Promise<unknown>;

/** The one way in: find, who, may, parse, begin, run, trim, tell the audit, commit, publish. A failure becomes a refusal. */
export async function dispatch(services: Services, request: CallRequest): Promise<CallAnswer> {
  const trail = new Trail(services, request);
  try {
    const answer = await run(services, request, trail);
    return answer instanceof StartedFile
      ? { status: 200, body: {}, file: answer }
      : { status: 200, body: { status: "ok", ...answer } };
  } catch (error) {
    await trail.refused(error);
    return refuse(error, services.log, request);
  }
}

/**
 * The part of the way in that needs no body, for calls whose body is large.
 * @throws Refusal, which the audit has then.
 */
export async function admitAhead(services: Services, request: Omit<CallRequest, "body">): Promise<void> {
  const trail = new Trail(services, request);
  try {
    await admit(services, request, trail);
  } catch (error) {
    await trail.refused(error);
    throw error;
  }
}

/** Find, who, may, how often. */
async function admit(
  { db, clock }: Services,
  { name, headers }: Pick<CallRequest, "name" | "headers">,
  trail: Trail,
): Promise<{ call: Call; actor: Actor | null }> {
  const call = findCall(name);
  if (!call) throw new Refusal("no_such_call");
  trail.call = call;
  const nowMs = clock.now();
  const actor = await whoMakes(call, db, headers, nowMs);
  trail.actor = actor;
  if (!may(actor && actor.permissions, call.access)) throw new Refusal("forbidden");
  if (!actor) return { call, actor };
  if (actor.mustSetUpTwoStep && call.access !== "signed-in" && call.access !== "public") {
    throw new Refusal("two_step_needed");
  }
  if (needsConfirmation(call, actor, nowMs)) throw new Refusal("confirm_needed");
  if (!call.background && headers["x-background"] === undefined) await touchSession(db, actor, nowMs);
  return { call, actor };
}

/** A public call that asks who is there takes a session that is over for nobody; it is not what brings people in. */
async function whoMakes(call: Call, db: Db, headers: CallRequest["headers"], nowMs: number): Promise<Actor | null> {
  if (call.access !== "public") return whoCalls(db, headers, nowMs);
  if (!call.identity || headers["x-auth-token"] === undefined) return null;
  return whoCalls(db, headers, nowMs).catch((error: unknown) => {
    if (error instanceof Refusal && !(error instanceof ForeignUserId)) return null;
    throw error;
  });
}

async function run(
  services: Services,
  request: CallRequest,
  trail: Trail,
): Promise<Record<string, unknown> | StartedFile> {
  const { call, actor } = await admit(services, request, trail);
  countCall(services.limits, request, call, actor);
  const input = parseInput(call, request.body, request.from.language);
  trail.input = input;
  const handler = services.handlers[request.name as CallName] as AnyHandler;

  const effects: (() => void)[] = [];
  const { handlers: _, db, ...rest } = services;
  const inTransaction = <Result>(work: (within: Db) => Promise<Result>) =>
    db.transaction().execute(async (within) => {
      const result = await work(within);
      await trail.done(within);
      return result;
    });
  const act = async (within: Db) => {
    const context: CallContext<Actor | null> = {
      ...rest,
      actor,
      db: within,
      from: request.from,
      afterCommit: (effect) => effects.push(effect),
      audit: (note) => trail.add(note),
      transaction: inTransaction,
      mustBeConfirmed: () => {
        if (!actor || !isConfirmed(actor, rest.clock.now())) throw new Refusal("confirm_needed");
      },
    };
    const result = await checked(call, handler(input, context));
    if (call.answers === "file") return checked(call, StartedFile.start(result as FileAnswer));
    // The output schema is the presenter: what it does not name cannot leave.
    return call.output.parse(result);
  };
  trail.ran = true;
  const answer = call.effect === "write" && !call.ownTransaction ? await inTransaction(act) : await act(db);
  if (call.effect === "write" || call.answers === "file") await trail.done(db);
  for (const effect of effects) effect();
  return answer;
}

const secondMs = 1_000;
const minuteMs = 60_000;
const callsPerSecond = 100;

/** @throws Refusal too_many */
function countCall(limits: Limits, { name, from }: CallRequest, call: Call, actor: Actor | null): void {
  const session = actor?.sessionHash.toString("base64url");
  if (session) limits.take(`calls ${session}`, callsPerSecond, secondMs);
  if (call.perMinute === undefined) return;
  limits.take(`${name} ${session ?? networkOf(from.address)}`, call.perMinute, minuteMs);
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

/** Turns an error into an answer. A refusal keeps its code; a lost database says so; the rest is ours, logged with its id. */
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
      ...(refusal.code === "internal" && { requestId }),
    },
    ...(refusal.retryAfterS !== undefined && { retryAfterS: refusal.retryAfterS }),
  };
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return isDatabaseAway(error) ? new Refusal("unavailable", { retryAfterS: 5 }) : new Refusal("internal");
}
