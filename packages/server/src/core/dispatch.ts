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
import type { CallContext } from "./handler.ts";
import { refusalText } from "./refusal-text.ts";
import { whoCalls } from "./session.ts";

/** What every call is given. */
export interface Services {
  config: Config;
  db: Db;
  clock: Clock;
  live: LiveHub;
  log: Logger;
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
}

type AnyHandler = (input: unknown, context: CallContext<Actor | null>) => Promise<unknown>;

/** The one way in: find, who, may, parse, begin, run, trim, commit, publish. Whatever fails becomes a refusal. */
export async function dispatch(services: Services, request: CallRequest): Promise<CallAnswer> {
  try {
    return { status: 200, body: { status: "ok", ...(await run(services, request)) } };
  } catch (error) {
    return refuse(error, services.log, request);
  }
}

async function run(services: Services, request: CallRequest): Promise<Record<string, unknown>> {
  const call = findCall(request.name);
  if (!call) throw new Refusal("no_such_call");
  const actor = call.access === "public" ? null : await whoCalls(services.db, request.headers, services.clock.now());
  if (!may(actor && actor.permissions, call.access)) throw new Refusal("forbidden");
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
    // The output schema is the presenter: what it does not name cannot leave.
    return call.output.parse(await checked(call, handler(input, context)));
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
async function checked(call: Call, result: Promise<unknown>): Promise<unknown> {
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
