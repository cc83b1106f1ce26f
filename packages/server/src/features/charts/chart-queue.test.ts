import { request } from "node:http";

import { expect, onTestFinished, test } from "vitest";

import { handlers } from "../../handlers.ts";
import type { FairQueue } from "../../core/fair-queue.ts";
import { chartQueueOf } from "../../history/charts/chart-queue.ts";
import { type Actor, cast, thePortal } from "../../testing/cast.ts";
import { until } from "../ingest/telemetry.fixture.ts";
import { store } from "./charts.fixture.ts";

const midnight = Date.UTC(2026, 5, 10);
const hour = 3_600_000;
const question = { from: midnight, to: midnight + hour, zone: "UTC", series: [{ containerId: "t", metric: "a" }] };

let queue: FairQueue | undefined;
void thePortal({
  handlers: {
    ...handlers,
    getUserSetting: async (input, context) => {
      queue = chartQueueOf(context.db);
      return handlers.getUserSetting(input, context);
    },
  },
});

/** The portal's queue with nothing free; the returned function frees it. */
async function fullQueue(actor: Actor): Promise<{ queue: FairQueue; free: () => void }> {
  await actor.call("getUserSetting", {});
  const found = queue as FairQueue;
  let free = () => {};
  const end = new Promise<void>((resolve) => (free = resolve));
  onTestFinished(() => free());
  for (const person of ["a", "b"]) for (let count = 0; count < 2; count++) void found.run(person, () => end);
  return { queue: found, free };
}

async function begin(actor: Actor, name: string, body: object) {
  const { api } = await thePortal();
  const headers = { "content-type": "application/json", "x-auth-token": actor.token, "x-user-id": actor.userId };
  const call = request(`${api}/${name}`, { method: "POST", headers });
  call.on("error", () => undefined);
  call.end(JSON.stringify(body));
  return call;
}

test("a chart and an export that wait for their turn are dropped when their callers hang up", async () => {
  const { boss } = await cast({ boss: { role: "super_admin" } });
  await store("t", ["a"], [[midnight, [1]]]);
  const { queue: full } = await fullQueue(boss);
  const calls = await Promise.all([
    begin(boss, "getChartData", { ...question, groupBy: "15m" }),
    begin(boss, "exportData", { ...question, groupBy: "raw", format: "csv" }),
    begin(boss, "exportData", { ...question, groupBy: "15m", format: "csv" }),
  ]);
  await until(() => full.waiting === 3);
  for (const call of calls) call.destroy();
  await until(() => full.waiting === 0);
});

test("an export of single readings takes its turn among the charts", async () => {
  const { boss } = await cast({ boss: { role: "super_admin" } });
  await store("t", ["a"], [[midnight, [1]]]);
  const { queue: full, free } = await fullQueue(boss);
  const file = boss.post("exportData", { ...question, groupBy: "raw", format: "csv" });
  await until(() => full.waiting === 1);
  free();
  const { status, text } = await file;
  expect(status).toBe(200);
  expect(text).toContain(`${midnight},`);
});
