import type { AnswerOf, RequestOf } from "@offgrid/contract/core/call";
import { type Holder, type RefusalCode, refusals } from "@offgrid/contract/core/refusal";
import type { CallName, Calls } from "@offgrid/contract/registry";

import { config } from "../config.ts";
import { currentLocale } from "../i18n/locale.ts";
import { isSomeoneThere } from "../presence.ts";
import { ApiError, type ApiErrorCode } from "./api-error.ts";
import { askToConfirm } from "./confirmation.ts";
import { joinSignals } from "./join-signals.ts";
import { setReachable } from "./reach.ts";
import { readSession } from "./session-cookies.ts";

/** The input of a call, by its wire name. */
export type Input<Name extends CallName> = RequestOf<Calls[Name]>;
/** The answer of a call, by its wire name. */
export type Answer<Name extends CallName> = AnswerOf<Calls[Name]>;

/** Calls that answer with a file. */
type FileCallName = { [Name in CallName]: Calls[Name] extends { answers: "file" } ? Name : never }[CallName];

export interface CallSettings {
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  /** Goes on, or begins, after `endCalls`. */
  isLast?: boolean | undefined;
  /** Reaches the portal although the page is left meanwhile: for changes that the screen shows before they are made. */
  outlivesPage?: boolean | undefined;
  /** In place of `fetch`, such as one that says how far it is. */
  send?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

const defaultTimeoutMs = 30_000;
/** Browsers refuse calls that outlive their page from 64 KiB on, counting all that are under way. */
const outlivingBytes = 8192;
/** 401 as an answer to the sign-in form: nobody was signed in. */
const answersOfTheForm: readonly ApiErrorCode[] = ["bad_login", "code_needed", "bad_code"];

interface Listeners {
  /** A call answered 401: nobody is signed in any more. */
  signedOut: () => void;
  /** The role requires two-step sign-in, and the account has not set it up. */
  twoStepNeeded: () => void;
}
const listeners: Listeners = { signedOut: () => {}, twoStepNeeded: () => {} };

/** What refusals that concern the whole page lead to. Set once, by the program's start. */
export function onRefusal(given: Listeners): void {
  Object.assign(listeners, given);
}

const ending = new AbortController();

/**
 * Abandons all calls that are under way and makes no more, since the page is about to be left; whoever waits for one
 * waits until then. Otherwise the browser would log each refusal of a session that has ended.
 */
export function endCalls(): void {
  ending.abort();
}

/**
 * Makes a call of the contract. If the portal needs a fresh confirmation, the person is asked and the call made again;
 * a person who declines gets the refusal `confirm_needed`, which then needs no message.
 * @throws ApiError on a refusal, a broken answer, no network, or after the time limit (30 s).
 * @throws DOMException AbortError when `signal` aborts.
 */
export async function call<Name extends CallName>(
  name: Name,
  input: Input<Name>,
  settings: CallSettings = {},
): Promise<Answer<Name>> {
  return confirmed(async () => {
    const { response, body } = await ask(name, input, settings, (answered) => answered.text());
    const answer = parseAnswer(body);
    if (response.ok && answer?.["status"] === "ok") return answer as Answer<Name>;
    throw refused(response, answer);
  });
}

/** A file as the portal sent it. */
export interface ReceivedFile {
  name: string;
  contents: Blob;
}

const fileTimeoutMs = 300_000;

/**
 * Makes a call that answers with a file, and receives the whole file.
 * @throws ApiError as `call` does; the time limit is 5 minutes.
 */
export async function receiveFile<Name extends FileCallName>(
  name: Name,
  input: Input<Name>,
  settings: CallSettings = {},
): Promise<ReceivedFile> {
  return confirmed(async () => {
    const { response, body } = await ask(name, input, { timeoutMs: fileTimeoutMs, ...settings }, (answered) =>
      answered.blob(),
    );
    const fileName = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
    if (response.ok && fileName !== undefined) return { name: fileName, contents: body };
    throw refused(response, parseAnswer(await body.text()));
  });
}

/** Asks only a person who is there: calls that the page makes by itself open no dialog. */
async function confirmed<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const isAsked = error instanceof ApiError && error.code === "confirm_needed" && isSomeoneThere();
    if (!isAsked || !(await askToConfirm())) throw error;
    return run();
  }
}

async function ask<Body>(
  name: CallName,
  input: unknown,
  { signal, timeoutMs = defaultTimeoutMs, isLast = false, outlivesPage = false, send = fetch }: CallSettings,
  read: (response: Response) => Promise<Body>,
): Promise<{ response: Response; body: Body }> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const end = joinSignals([timeout, ...(signal ? [signal] : []), ...(isLast ? [] : [ending.signal])]);
  const sent = JSON.stringify(input);
  try {
    const response = await send(`${config.apiBase}/${name}`, {
      method: "POST",
      headers: headers(),
      body: sent,
      credentials: "omit",
      cache: "no-store",
      signal: end.signal,
      keepalive: outlivesPage && sent.length < outlivingBytes,
    });
    const body = await read(response);
    setReachable(true);
    return { response, body };
  } catch (error) {
    if (ending.signal.aborted && !isLast) return new Promise<never>(() => {});
    if (signal?.aborted) throw error;
    const code = timeout.aborted ? "timed_out" : "unreachable";
    if (code === "unreachable") setReachable(false);
    throw new ApiError({ code, status: 0, message: code });
  } finally {
    end.release();
  }
}

function refused(response: Response, answer: Record<string, unknown> | undefined): ApiError {
  const error = refusalOf(response, answer);
  if (error.isOwn && error.status === 401 && !answersOfTheForm.includes(error.code)) listeners.signedOut();
  if (error.code === "two_step_needed") listeners.twoStepNeeded();
  return error;
}

function headers(): Record<string, string> {
  const session = readSession();
  return {
    "Content-Type": "application/json",
    "Accept-Language": currentLocale,
    ...(isSomeoneThere() ? {} : { "X-Background": "1" }),
    ...(session ? { "X-Auth-Token": session.token, "X-User-Id": session.userId } : {}),
  };
}

function parseAnswer(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Interprets an answer that is not "ok", even one from a proxy in between. */
export function refusalOf(response: Response, answer: Record<string, unknown> | undefined): ApiError {
  const code = codeOf(response.status, answer?.["code"]);
  const seconds = Number(response.headers.get("Retry-After"));
  const requestId = answer?.["requestId"] ?? response.headers.get("X-Request-Id");
  return new ApiError({
    code,
    status: response.status,
    message: typeof answer?.["message"] === "string" ? answer["message"] : code,
    fields: typeof answer?.["fields"] === "object" ? (answer["fields"] as Record<string, string>) : undefined,
    requestId: typeof requestId === "string" ? requestId : undefined,
    retryAfterS: Number.isFinite(seconds) && seconds > 0 ? seconds : undefined,
    holder: holderOf(answer?.["holder"]),
    isOwn: answer?.["status"] === "error" && code === answer["code"],
  });
}

function holderOf(given: unknown): Holder | undefined {
  return typeof given === "object" && given !== null && "since" in given ? (given as Holder) : undefined;
}

function codeOf(status: number, given: unknown): ApiErrorCode {
  if (typeof given === "string" && Object.hasOwn(refusals, given)) return given as RefusalCode;
  if (status === 401) return "signed_out";
  if (status === 403) return "forbidden";
  if (status === 404) return "not_found";
  if (status === 413) return "too_large";
  if (status === 429) return "too_many";
  if (status >= 502) return "unavailable";
  return status >= 500 ? "internal" : "bad_answer";
}
