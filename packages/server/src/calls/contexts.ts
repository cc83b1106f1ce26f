import { Refusal } from "@offgrid/contract/core/refusal";
import type { Logger } from "pino";

import { type Announcement, announced } from "../bus/announcement.ts";
import type { Bus } from "../bus/bus.ts";
import type { Actor } from "./actor.ts";
import type { AuditRecorder } from "./audit-recorder.ts";
import { isConfirmed } from "./confirmation.ts";
import type { CallContext, Effect, Origin } from "./handler.ts";
import type { Services } from "./services.ts";
import type { Db } from "../core/db.ts";

/** What a call works with: its contexts, by the transaction that they belong to, and what follows once it is done. */
export function openContexts(
  services: Services & { bus: Bus },
  request: { name: string; from: Origin; signal: AbortSignal },
  recorder: AuditRecorder,
  actor: Actor | null,
) {
  const effects: Effect[] = [];
  const { bus, db, ...rest } = services;
  let news: Announcement | undefined;
  const inTransaction = <Result>(work: (within: Db) => Promise<Result>) =>
    announced<Result>(
      bus,
      (whole) => db.transaction().execute(whole),
      async (within, opened) => {
        news = opened;
        const result = await work(within);
        await recorder.done(within);
        return result;
      },
    ).finally(() => (news = undefined));
  const context = (within: Db): CallContext<Actor | null> => ({
    ...rest,
    actor,
    db: within,
    from: request.from,
    signal: request.signal,
    publish: (name, event) => {
      if (!news) throw new Error(`the event ${name} was published outside of the call's transaction`);
      news.add(name, event);
    },
    afterCommit: (effect) => effects.push(effect),
    audit: (note) => recorder.add(note),
    transaction: inTransaction,
    mustBeConfirmed: () => {
      if (!actor || !isConfirmed(actor, rest.clock.now())) throw new Refusal("confirm_needed");
    },
  });
  return { context, finish: () => runEffects(effects, services.log, request) };
}

/** Runs effects in order; one that fails does not keep the others from running. */
async function runEffects(
  effects: readonly Effect[],
  log: Logger,
  { name, from }: { name: string; from: Origin },
): Promise<void> {
  for (const effect of effects) {
    try {
      await effect();
    } catch (error) {
      log.error({ err: error, call: name, requestId: from.requestId }, "an effect of a committed call failed");
    }
  }
}
