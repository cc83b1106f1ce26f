import { type RawBuilder, sql } from "kysely";

import { type Db, isDatabaseAway } from "../core/db.ts";
import type { BusEvent, BusEventName, BusState } from "./bus.events.ts";

export const channel = "offgrid_bus";
/** PostgreSQL accepts less than 8,000 bytes. */
const longestPayloadBytes = 7_900;

export interface AnnouncementOptions {
  /** The event as other processes hear of it; none where there are no others. */
  payloadsOf(name: BusEventName, event: object): readonly string[];
  /** Calls the subscribers of this process. Never throws. */
  deliver<Name extends BusEventName>(name: Name, event: BusEvent<Name>, state?: BusState<Name>): void;
  /** Has this process read again what it keeps. */
  missed(): void;
}

/**
 * What a transaction tells: PostgreSQL passes it on to other processes at the commit, all of it or nothing, so that a
 * process that is killed right after the commit has told them nevertheless. This process is told by `deliver`.
 */
export class Announcement {
  readonly #options: AnnouncementOptions;
  readonly #payloads: string[] = [];
  readonly #deliveries: (() => void)[] = [];
  #isSent = false;

  constructor(options: AnnouncementOptions) {
    this.#options = options;
  }

  /**
   * An event about nobody is told to nobody: each that is told makes others ask the database.
   * @param state For subscribers of this process; may be completed until `deliver`.
   */
  add<Name extends BusEventName>(name: Name, event: BusEvent<Name>, state?: BusState<Name>): void {
    if (this.#isSent) throw new Error(`the event ${name} came after the announcement was sent`);
    if (!state && listIn(event)?.[1].length === 0) return;
    this.#payloads.push(...this.#options.payloadsOf(name, event));
    this.#deliveries.push(() => this.#options.deliver(name, event, state));
  }

  /**
   * The last step of the transaction, in one statement.
   * @param statement Runs in the same round trip, also when there is nothing to tell: one that changes rows.
   */
  async send(tx: Db, statement?: RawBuilder<unknown>): Promise<void> {
    this.#isSent = true;
    if (this.#payloads.length === 0) return void (await statement?.execute(tx));
    const notify = sql`select pg_notify(${channel}, payload) from unnest(${this.#payloads}::text[]) payload`;
    await (statement ? sql`with done as (${statement}) ${notify}` : notify).execute(tx);
  }

  /** Call it once the transaction is committed: the subscribers of this process are called before it returns. */
  deliver(): void {
    for (const deliver of this.#deliveries.splice(0)) deliver();
  }

  /** The answer to the commit did not come: whether there is news has to be read. */
  inDoubt(): void {
    if (this.#isSent && this.#deliveries.length > 0) this.#options.missed();
  }
}

/**
 * Runs a transaction that tells what it changed.
 * @param run Begins the transaction and commits it.
 */
export async function announced<Result>(
  bus: { announce(): Announcement },
  run: (work: (tx: Db) => Promise<Result>) => Promise<Result>,
  work: (tx: Db, news: Announcement) => Promise<Result>,
): Promise<Result> {
  const news = bus.announce();
  let result: Result;
  try {
    result = await run(async (tx) => {
      const done = await work(tx, news);
      await news.send(tx);
      return done;
    });
  } catch (error) {
    if (isDatabaseAway(error)) news.inDoubt();
    throw error;
  }
  news.deliver();
  return result;
}

/** The origin of what the database itself tells, as its triggers do; no process of the portal has this name. */
export const databaseOrigin = "database";

/**
 * Tells every process of the portal, this one included, once the transaction commits. For changes that are also made
 * where there is no bus, as by a command of the command line.
 */
export async function tellAtCommit<Name extends BusEventName>(
  tx: Db,
  name: Name,
  event: BusEvent<Name>,
): Promise<void> {
  const payloads = payloadsOf(databaseOrigin, name, event);
  await sql`select pg_notify(${channel}, payload) from unnest(${payloads}::text[]) payload`.execute(tx);
}

const listIn = (event: object) =>
  Object.entries(event).find((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));

/** An event as payloads, several where its list of ids is too long for one, and none where it is empty. */
export function payloadsOf(origin: string, name: string, event: object): string[] {
  const list = listIn(event);
  if (list?.[1].length === 0) return [];
  const payload = JSON.stringify([origin, name, event]);
  if (Buffer.byteLength(payload) <= longestPayloadBytes) return [payload];
  // Ids are short, so halving the list always fits in the end.
  if (!list || list[1].length < 2) return [];
  const [key, ids] = list;
  const half = Math.ceil(ids.length / 2);
  return [ids.slice(0, half), ids.slice(half)].flatMap((part) => payloadsOf(origin, name, { ...event, [key]: part }));
}
