import type { ContainerMessage } from "@offgrid/contract/live/live.schema";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { LivePush } from "./live-push.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const online = { missing: [], status: "online", clockOffsetS: null } as const;

function pushTo(sent: ContainerMessage[], isWatched = true): LivePush {
  return new LivePush({
    send: (_, message) => sent.push(message),
    isWatched: () => isWatched,
  });
}

test("changes within a second are one message that holds the newest of each value", () => {
  const sent: ContainerMessage[] = [];
  const push = pushTo(sent);
  for (let step = 0; step < 50; step++) {
    const values = new Map([
      ["battery.soc", step],
      [`m${step}`, 1],
    ]);
    push.changed("kisumu", { values, atMs: 1_000 + step, ...online });
    vi.advanceTimersByTime(100);
  }
  vi.runAllTimers();
  expect(sent.length).toBeLessThanOrEqual(6);
  expect(sent.at(-1)).toMatchObject({ ts: 1_049, status: "online", values: { "battery.soc": 49 } });
  expect(Object.keys(Object.assign({}, ...sent.map(({ values }) => values)))).toHaveLength(51);
});

test("one late message does not delay those after it, and no second has more than its share", () => {
  const sentAtMs: number[] = [];
  const startMs = performance.now();
  const push = new LivePush({ send: () => sentAtMs.push(performance.now() - startMs), isWatched: () => true });
  // Once a second; the commit of the second message takes 200 ms longer.
  const commits = [0, 1_200, 2_000, 3_000, 4_000];
  for (const atMs of commits) {
    vi.advanceTimersByTime(atMs - (performance.now() - startMs));
    push.changed("kisumu", { values: new Map([["battery.soc", atMs]]), atMs, ...online });
  }
  vi.runAllTimers();
  expect(sentAtMs).toEqual(commits);
});

test("what changes all the time is sent once a second, also after a late message", () => {
  const sentAtMs: number[] = [];
  const startMs = performance.now();
  const push = new LivePush({ send: () => sentAtMs.push(performance.now() - startMs), isWatched: () => true });
  const change = () => push.changed("kisumu", { values: new Map([["battery.soc", 1]]), atMs: 1, ...online });
  change();
  vi.advanceTimersByTime(1_200);
  for (let step = 0; step < 100; step++) {
    change();
    vi.advanceTimersByTime(50);
  }
  expect(sentAtMs.slice(0, 5)).toEqual([0, 1_200, 2_000, 3_000, 4_000]);
});

test("nothing is sent or kept while nobody watches", () => {
  const sent: ContainerMessage[] = [];
  pushTo(sent, false).changed("kisumu", { values: new Map([["battery.soc", 1]]), atMs: 1, ...online });
  expect(vi.getTimerCount()).toBe(0);
  expect(sent).toEqual([]);
});
