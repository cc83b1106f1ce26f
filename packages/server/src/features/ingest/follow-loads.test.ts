import fc from "fast-check";
import { expect, test } from "vitest";

import { endedCuts } from "../energy-state/load-runs.ts";
import { loadsAgain, readAgainMs } from "../energy-state/loads-again.ts";
import { loadMetrics } from "@offgrid/contract/power-cuts/loads-sign";
import { type ContainerState, newContainerState, takeValue } from "./container-state.ts";
import { lowSocNow, followLoads } from "./follow-loads.ts";

const minute = 60_000;
const hour = 60 * minute;
const names = ["load.power", "battery.soc", "inverter.state"];

interface Reading {
  atMs: number;
  /** Of `names`. */
  values: (number | null)[];
}

/** What ingest does with the readings of one container, as far as its loads are concerned. */
class Follower {
  readonly state: ContainerState = newContainerState("gao", "UTC");
  readonly #stored = new Map<number, Reading>();

  take(rows: readonly Reading[], nowMs: number): void {
    const { state } = this;
    for (const row of rows) if (!this.#stored.has(row.atMs)) this.#stored.set(row.atMs, row);
    const lowSoc = lowSocNow(state);
    for (const { atMs, values } of rows.filter((row) => row.atMs >= nowMs - 10 * minute)) {
      state.atMs = Math.max(state.atMs ?? 0, atMs);
      for (const [column, name] of names.entries()) {
        const value = values[column];
        if (value !== null && value !== undefined) takeValue(state, name, value, atMs);
      }
    }
    followLoads(state, { names, rows }, lowSoc, nowMs);
  }

  /** As the recomputation does after a history that may have cuts. */
  landed(): void {
    const { state } = this;
    if (!state.areLoadsStale) return;
    const inOrder = [...this.#stored.values()].toSorted((one, other) => one.atMs - other.atMs);
    const columns = loadMetrics.map((metric) => inOrder.map(({ values }) => values[names.indexOf(metric)] ?? null));
    const fromMs = Math.max(state.atMs ?? 0, state.loads.runs.at(-1)?.toMs ?? 0) - readAgainMs;
    const options = { fromMs, everyS: state.everyS, reserveSoc: state.reserveSoc };
    state.loads = loadsAgain(state.loads, { atMs: inOrder.map(({ atMs }) => atMs), columns }, options);
    state.areLoadsStale = false;
  }

  get shows() {
    const { cutSinceMs, cutSoc, backSoc, runs } = this.state.loads;
    return { cutSinceMs, cutSoc, backSoc, ended: endedCuts(runs, this.state.everyS * 1_000) };
  }
}

function inOrder(readings: readonly Reading[]) {
  const follower = new Follower();
  for (const reading of readings) follower.take([reading], reading.atMs);
  return follower.shows;
}

/** Stretches with and without power, with how many readings and the charge at their beginning. */
const stretches = fc.array(
  fc.record({ count: fc.integer({ min: 1, max: 50 }), loadW: fc.constantFrom(0, 0, 300), soc: fc.nat(70) }),
  { minLength: 2, maxLength: 6 },
);

function readingsOf(parts: readonly { count: number; loadW: number; soc: number }[], hasInverter: boolean): Reading[] {
  const all = parts.flatMap(({ count, loadW, soc }) =>
    Array.from({ length: count }, (_, index) => [
      loadW,
      Math.max(0, soc - index / 6),
      hasInverter ? (loadW > 0 ? 1 : 0) : null,
    ]),
  );
  return all.map((values, index) => ({ atMs: (index + 1) * 5 * minute, values }));
}

test("the same readings end with the same cuts in whatever pieces and order a history comes, before or after what is live", () => {
  const orders = fc.constantFrom("oldest first", "newest first", "any");
  fc.assert(
    fc.property(
      stretches,
      fc.boolean(),
      fc.integer({ min: 1, max: 60 }),
      orders,
      fc.boolean(),
      fc.infiniteStream(fc.nat(1_000)),
      (parts, hasInverter, size, order, isLiveFirst, numbers) => {
        const readings = readingsOf(parts, hasInverter);
        const nowMs = readings.at(-1)?.atMs ?? 0;
        const live = readings.filter(({ atMs }) => atMs > nowMs - 10 * minute);
        const history = readings.slice(0, readings.length - live.length);
        let chunks = Array.from({ length: Math.ceil(history.length / size) }, (_, index) =>
          history.slice(index * size, (index + 1) * size),
        );
        const next = () => numbers.next().value as number;
        if (order === "newest first") chunks.reverse();
        if (order === "any")
          chunks = chunks
            .map((chunk) => [next(), chunk] as const)
            .toSorted(([one], [other]) => one - other)
            .map(([, chunk]) => chunk);
        // Some come twice.
        const sent = chunks.flatMap((chunk) => (next() % 4 === 0 ? [chunk, chunk] : [chunk]));
        const follower = new Follower();
        const sendLive = () => live.forEach((reading) => follower.take([reading], reading.atMs));
        if (isLiveFirst) sendLive();
        for (const chunk of sent) {
          follower.take(chunk, isLiveFirst ? nowMs : nowMs - 11 * minute);
          if (next() % 5 === 0) follower.landed();
        }
        follower.landed();
        if (!isLiveFirst) sendLive();
        expect(follower.shows).toEqual(inOrder(readings));
      },
    ),
    { numRuns: 40 },
  );
});

test("a cut that is longer than what is sent again keeps its beginning, and others beside it their length", () => {
  const cuts = [
    [2, 4],
    [5, 38],
    [41, 41.25],
    [44, 44.5],
  ] as const;
  const readings = Array.from({ length: 48 * 12 + 1 }, (_, index): Reading => {
    const atMs = index * 5 * minute;
    const isCut = cuts.some(([from, to]) => atMs >= from * hour && atMs < to * hour);
    return { atMs, values: [isCut ? 0 : 400, 40, isCut ? 0 : 1] };
  });
  const [history, live] = [readings.slice(0, -2), readings.slice(-2)];
  for (const size of [8, 57, 600]) {
    const follower = new Follower();
    for (const reading of live) follower.take([reading], reading.atMs);
    for (let end = history.length; end > 0; end -= size) {
      follower.take(history.slice(Math.max(0, end - size), end), 48 * hour);
      if (end % 5 === 0) follower.landed();
    }
    follower.landed();
    expect(follower.shows.ended, `${size} readings at a time`).toEqual(
      cuts.slice(1).map(([from, to]) => ({ fromMs: from * hour, toMs: to * hour })),
    );
  }
});
