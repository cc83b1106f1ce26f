import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";

import { answerCalls } from "../../testing/answer-calls.ts";
import { callQueryInTurn } from "./call-query-in-turn.ts";

const cuts = { cuts: [], count: 0, hours: 1, unservedWh: null, coverage: 1, stepS: 0 };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("of the questions of a comparison of eight only a few are under way at a time, and all are answered", async () => {
  const open: (() => void)[] = [];
  let most = 0;
  vi.stubGlobal("document", { cookie: "" });
  answerCalls({
    getPowerCuts: async () => {
      const answered = new Promise<void>((answer) => open.push(answer));
      most = Math.max(most, open.length);
      await answered;
      return { data: cuts };
    },
  });
  const client = new QueryClient();
  const asked = Array.from({ length: 48 }, (_, place) => ({ containerId: `c-${place}`, zone: "UTC", from: 1, to: 2 }));
  const answers = asked.map((one) => client.fetchQuery(callQueryInTurn("getPowerCuts", one)));
  for (const answer of answers) {
    await vi.waitFor(() => expect(open.length).toBeGreaterThan(0), { timeout: 30_000 });
    open.shift()?.();
    await answer;
  }
  expect(most).toBe(6);
});
