import { vi } from "vitest";

import type { Answer, Input } from "../core/api/call.ts";
import { type RefusalCode, refusals } from "@offgrid/contract/core/refusal";
import type { CallName } from "@offgrid/contract/registry";

/** What each call is answered with, without its status; of a call that has none the answer is an empty list. */
export type Answers = { [Name in CallName]?: (input: Input<Name>) => Given<Name> | Promise<Given<Name>> };
type Given<Name extends CallName> = Omit<Answer<Name>, "status">;

class Refusal extends Error {
  readonly response: Response;

  constructor(response: Response) {
    super("Answered by answerCalls");
    this.response = response;
  }
}

/**
 * In place of an answer: the portal's refusal, with the status that the contract has for its code.
 * @param retryAfterS Seconds after which another try makes sense.
 */
export function refuse(code: RefusalCode, { retryAfterS }: { retryAfterS?: number } = {}): never {
  const headers = new Headers(retryAfterS === undefined ? [] : [["Retry-After", String(retryAfterS)]]);
  const body = { status: "error", code, message: "-", requestId: "r-1" };
  throw new Refusal(Response.json(body, { status: refusals[code], headers }));
}

export interface AskedCall {
  name: string;
  input: unknown;
  /** Aborted: nobody waits for the answer any more. */
  signal: AbortSignal | null | undefined;
  /** It reaches the portal although the page is left. */
  outlivesPage: boolean;
}

/**
 * Stands in for the portal at the network, until mocks are restored.
 * @returns The calls so far of one name, and all of them; they grow as calls are made.
 */
export function answerCalls(answers: Answers) {
  const all: AskedCall[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (url, init) => {
    const name = (url instanceof Request ? url.url : url.toString()).split("/").at(-1) ?? "";
    const input = JSON.parse((init?.body as string | undefined) ?? "{}") as never;
    all.push({ name, input, signal: init?.signal, outlivesPage: init?.keepalive ?? false });
    const given = answers[name as CallName];
    try {
      return Response.json({ status: "ok", ...(given ? await given(input) : { total: 0, data: [] }) });
    } catch (error) {
      if (error instanceof Refusal) return error.response;
      throw error;
    }
  });
  /** What the portal was asked by one call. */
  const inputs = <Name extends CallName>(of: Name) =>
    all.filter(({ name }) => name === of).map(({ input }) => input as Input<Name>);
  return { all, inputs };
}
