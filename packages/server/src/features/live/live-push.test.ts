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

test("nothing is sent or kept while nobody watches", () => {
  const sent: ContainerMessage[] = [];
  pushTo(sent, false).changed("kisumu", { values: new Map([["battery.soc", 1]]), atMs: 1, ...online });
  expect(vi.getTimerCount()).toBe(0);
  expect(sent).toEqual([]);
});
