import { incidentTimes } from "@offgrid/contract/incidents/incident-types";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";

import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { aService, bodies, webhookTo } from "../channels/hooks.fixture.ts";
import { stageOf } from "./own-acts.fixture.ts";

let database: TestDatabase;
beforeAll(async () => void (database = await testDatabase()));
afterAll(() => database.drop());

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("raises" as const), which: fc.nat(3) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("clears" as const), which: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("merges" as const), which: fc.nat(), into: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("splits" as const), which: fc.nat() }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("passes" as const), minutes: fc.constantFrom(1, 3, 7) }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** What one person knows of: incidents whose beginning they were notified of, and not yet their end. */
class Notified {
  readonly #known = new Set<string>();
  readonly #knownWarnings = new Set<string>();
  readonly #mergedInto = new Map<string, string>();
  readonly #lastMs = new Map<string, number>();

  /** A message may call an incident as it was called before it became part of another one. */
  #now(id: string): string {
    const into = this.#mergedInto.get(id);
    return into === undefined ? id : this.#now(into);
  }

  /** @param warningIds What the incident consists of as the message arrives. */
  message(incidentId: string, kind: string, warningIds: readonly string[], atMs: number): void {
    expect(atMs - (this.#lastMs.get(incidentId) ?? -Infinity)).toBeGreaterThanOrEqual(incidentTimes.newsMs);
    this.#lastMs.set(incidentId, atMs);
    const id = this.#now(incidentId);
    if (kind !== "cleared") {
      this.#known.add(id);
      for (const one of warningIds) this.#knownWarnings.add(one);
    }
    // What nobody said had begun is not over either, nor twice.
    else expect(this.#known.delete(id)).toBe(true);
  }

  merge(part: string, into: string): void {
    if (this.#known.delete(part)) this.#known.add(into);
    this.#mergedInto.set(part, into);
  }

  /** Who was notified of its other warnings alone was not notified of this one. */
  split(own: string, warningId: string): void {
    if (this.#knownWarnings.has(warningId)) this.#known.add(own);
  }

  get open(): number {
    return this.#known.size;
  }
}

/** Two people who see four containers, each with a service that is notified. */
async function herd() {
  const stage = stageOf(database);
  const people = [await stage.bench.person("Amina"), await stage.bench.person("Salif")];
  const places: string[] = [];
  for (const name of ["Gao", "Kayes", "Mopti", "Tessalit"]) places.push(await stage.bench.container(name, ...people));
  const receivers = await Promise.all(
    people.map(async (person) => {
      const service = await aService();
      await stage.bench.channel(person, webhookTo(service));
      return { service, notified: new Notified(), received: 0 };
    }),
  );
  return { stage, actor: people[0] as string, places, receivers };
}

class Story {
  readonly #herd: Awaited<ReturnType<typeof herd>>;
  readonly #open: string[] = [];
  #raised = 0;

  constructor(all: Awaited<ReturnType<typeof herd>>) {
    this.#herd = all;
  }

  async take(one: Step): Promise<void> {
    const { stage, actor, places, receivers } = this.#herd;
    if (one.kind === "raises") {
      // Different things: what is the same at three containers would be one incident by itself.
      this.#open.push(await stage.raise(places[one.which] ?? "", `Thing ${++this.#raised}`));
      await this.#receive();
    } else if (one.kind === "passes") await this.pass(one.minutes);
    else if (this.#open.length > 0) {
      const place = one.which % this.#open.length;
      const warningId = this.#open[place] as string;
      const id = await stage.incidentOf(warningId);
      if (one.kind === "clears") return this.clear(this.#open.splice(place, 1));
      if (one.kind === "splits") {
        if ((await this.#warningsOf(id)).length < 2) return;
        const own = await stage.split(actor, id, warningId);
        for (const { notified } of receivers) notified.split(own, warningId);
      } else {
        const into = await stage.incidentOf(this.#open[one.into % this.#open.length] as string);
        if (into === id) return;
        await stage.merge(actor, id, into);
        for (const { notified } of receivers) notified.merge(id, into);
      }
      await this.#receive();
    }
  }

  async clear(ids: readonly string[]): Promise<void> {
    const { bench, follow } = this.#herd.stage;
    const at = new Date(bench.clock.now());
    await bench.pool.query("update warning set cleared_at = $1, close_reason = 'data' where id = any($2)", [at, ids]);
    await follow();
    await this.#receive();
  }

  async pass(minutes: number): Promise<void> {
    for (let gone = 0; gone < minutes; gone++) {
      await this.#herd.stage.pass(1);
      await this.#receive();
    }
  }

  async end(): Promise<void> {
    await this.clear(this.#open.splice(0));
    await this.pass(45);
  }

  async #warningsOf(id: string): Promise<string[]> {
    const { rows } = await this.#herd.stage.bench.pool.query<{ id: string }>(
      "select warning_id as id from incident_member where incident_id = $1",
      [id],
    );
    return rows.map((row) => row.id);
  }

  async #receive(): Promise<void> {
    const nowMs = this.#herd.stage.bench.clock.now();
    for (const one of this.#herd.receivers) {
      const all = bodies(one.service);
      for (const { items } of all.slice(one.received))
        for (const { incidentId, kind } of items)
          one.notified.message(incidentId, kind, await this.#warningsOf(incidentId), nowMs);
      one.received = all.length;
    }
  }
}

test("whatever people put together and take apart, whoever was told that something began is told once that it is over, and of nothing else, five minutes apart at least", async () => {
  let received = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const all = await herd();
      const story = new Story(all);
      for (const one of steps) await story.take(one);
      await story.end();
      for (const { notified } of all.receivers) expect(notified.open).toBe(0);
      received += all.receivers.reduce((sum, one) => sum + one.received, 0);
    }),
    {
      numRuns: 10,
      examples: [
        [
          [
            { kind: "raises", which: 0 },
            { kind: "passes", minutes: 7 },
            { kind: "raises", which: 1 },
            { kind: "passes", minutes: 7 },
            { kind: "merges", which: 0, into: 1 },
            { kind: "passes", minutes: 7 },
            { kind: "splits", which: 0 },
            { kind: "passes", minutes: 7 },
          ],
        ],
      ],
    },
  );
  expect(received).toBeGreaterThan(0);
}, 300_000);
