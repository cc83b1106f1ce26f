import { setTimeout as wait } from "node:timers/promises";

import type { Logger } from "pino";

import { reasonOf } from "../core/db.ts";
import type { BusEventName } from "./bus.events.ts";
import type { Bus } from "./bus.ts";

const retryMs = 1_000;

/** What a process keeps in memory of the database. */
export interface Kept {
  /** For the log: what could not be read. */
  name: string;
  /** Containers were edited or removed: reads again, or forgets, what is kept of them. */
  changed?: (containerIds: readonly string[]) => Promise<void> | void;
  /** The event that says that everything has to be read again. */
  when?: BusEventName;
  /** After that event, and when events may have been missed: reads again, or forgets, everything. */
  reload: () => Promise<void> | void;
}

/**
 * Keeps it up to date: one reading after the other, each tried again until the database answers.
 * @returns a function that ends it, and resolves when nothing is being read any more.
 */
export function keepFresh(bus: Bus, log: Logger, kept: Kept): () => Promise<void> {
  const { name, changed, when, reload } = kept;
  const stopping = new AbortController();
  const { signal } = stopping;
  let due = new Set<string>();
  let isAllDue = false;
  let running: Promise<void> | undefined;

  const readSome = async () => {
    const [ids, isAll] = [due, isAllDue];
    [due, isAllDue] = [new Set(), false];
    try {
      if (ids.size > 0) await changed?.([...ids]);
      if (isAll) await reload();
    } catch (error) {
      due = new Set([...ids, ...due]);
      isAllDue ||= isAll;
      log.warn({ reason: reasonOf(error), kept: name }, "what is kept in memory could not be read again; retrying");
      await wait(retryMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const run = async () => {
    while (!signal.aborted && (isAllDue || due.size > 0)) await readSome();
  };
  const begin = () => {
    running ??= run().finally(() => {
      running = undefined;
      // News may have come since the last look.
      if (!signal.aborted && (isAllDue || due.size > 0)) begin();
    });
  };
  const readAll = () => {
    isAllDue = true;
    begin();
  };
  const leave = [
    changed &&
      bus.subscribe("containerChanged", ({ containerIds }) => {
        for (const containerId of containerIds) due.add(containerId);
        begin();
      }),
    when && bus.subscribe(when, readAll),
    bus.onMissed(readAll),
  ];
  return async () => {
    for (const end of leave) if (end) end();
    stopping.abort();
    await running;
  };
}
