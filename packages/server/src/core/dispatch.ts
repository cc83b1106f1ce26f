import { may } from "@offgrid/contract/core/access";
import type { Call } from "@offgrid/contract/core/call";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { Refusal, type RefusalCode, commonRefusals } from "@offgrid/contract/core/refusal";
import { type CallName, findCall } from "@offgrid/contract/registry";
import type { IncomingMessage } from "node:http";
import type { Logger } from "pino";
import { z } from "zod";

import type { LiveHub } from "../features/live/live-hub.ts";
import type { AllHandlers } from "../handlers.ts";
import type { Actor } from "./actor.ts";
import type { Clock } from "./clock.ts";
import type { Config } from "./config.ts";
import { type Db, isDatabaseAway, reasonOf } from "./db.ts";
import { StartedFile } from "./file-answer.ts";
import type { CallContext, FileAnswer } from "./handler.ts";
import { refusalText } from "./refusal-text.ts";
import { whoCalls } from "./session.ts";

/** What every call is given. */
export interface Services {
  config: Config;
  db: Db;
  clock: Clock;
  live: LiveHub;
  log: Logger;
  hasRoom: CallContext["hasRoom"];
  portalStartedAtMs: number;
  handlers: AllHandlers;
}

export interface CallRequest {
  name: string;
  body: unknown;
  headers: IncomingMessage["headersDistinct"];
  from: CallContext["from"];
}

export interface CallAnswer {
  status: number;
  body: Record<string, unknown>;
  retryAfterS?: number;
  /** Of a call that answers with a file: goes out instead of the body. */
  file?: StartedFile;
}

type AnyHandler = (input: unknown, context: CallContext<Actor | null>) => Promise<unknown>;

/** The one way in: find, who, may, parse, begin, run, trim, commit, publish. Whatever fails becomes a refusal. */
export async function dispatch(services: Services, request: CallRequest): Promise<CallAnswer> {
  try {
    const answer = await run(services, request);
    return answer instanceof StartedFile
      ? { status: 200, body: {}, file: answer }
      : { status: 200, body: { status: "ok", ...answer } };
  } catch (error) {
    return refuse(error, services.log, request);
  }
}

/**
 * Find, who, may: the part of the way in that needs no body.
 * @throws Refusal
 */
export async function admit(
  services: Services,
  { name, headers }: Pick<CallRequest, "name" | "headers">,
): Promise<{ call: Call; actor: Actor | null }> {
  const call = findCall(name);
  if (!call) throw new Refusal("no_such_call");
  const actor = call.access === "public" ? null : await whoCalls(services.db, headers, services.clock.now());
  if (!may(actor && actor.permissions, call.access)) throw new Refusal("forbidden");
  return { call, actor };
}

async function run(services: Services, request: CallRequest): Promise<Record<string, unknown> | StartedFile> {
  const { call, actor } = await admit(services, request);
  const input = parseInput(call, request.body, request.from.language);
  const handler = services.handlers[request.name as CallName] as AnyHandler;

  const effects: (() => void)[] = [];
  const { handlers: _, db, ...rest } = services;
  const act = async (within: Db) => {
    const context = {
      ...rest,
      actor,
      db: within,
      from: request.from,
      afterCommit: (effect: () => void) => effects.push(effect),
    };
    const result = await checked(call, handler(input, context));
    if (call.answers === "file") return checked(call, StartedFile.start(result as FileAnswer));
    // The output schema is the presenter: what it does not name cannot leave.
    return call.output.parse(result);
  };
  const answer = call.effect === "write" && !call.ownTransaction ? await db.transaction().execute(act) : await act(db);
  for (const effect of effects) effect();
  return answer;
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
