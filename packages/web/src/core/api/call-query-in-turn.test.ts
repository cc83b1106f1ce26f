import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";

import { callQueryInTurn } from "./call-query-in-turn.ts";

afterEach(() => void vi.unstubAllGlobals());

test("of the questions of a comparison of eight only a few are under way at a time, and all are answered", async () => {
  const open: (() => void)[] = [];
  let most = 0;
  vi.stubGlobal("document", { cookie: "" });
  vi.stubGlobal("fetch", () => {
    const answer = new Promise((resolve) =>
      open.push(() => resolve(Response.json({ status: "ok", data: { hours: 1 } }))),
    );
    most = Math.max(most, open.length);
    return answer;
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
