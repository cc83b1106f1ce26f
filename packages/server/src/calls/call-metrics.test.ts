import { pino } from "pino";
import { expect, test } from "vitest";

import { aStranger, cast, thePortal } from "../testing/cast.ts";
import { CallMetrics } from "./call-metrics.ts";

test("calls are counted by name and outcome, and timed into buckets", () => {
  const metrics = new CallMetrics(pino({ level: "silent" }));
  const observe = (name: string, outcome: string, ms: number) => metrics.observe({ name, outcome, ms, requestId: "r" });
  observe("getSites", "ok", 4);
  observe("getSites", "ok", 60);
  observe("getSites", "forbidden", 20_000);
  observe('made"up', "no_such_call", 1);
  const lines = metrics.text().split("\n");
  expect(lines).toContain('offgrid_calls_total{call="getSites",outcome="ok"} 2');
  expect(lines).toContain('offgrid_calls_total{call="getSites",outcome="forbidden"} 1');
  expect(lines).toContain('offgrid_calls_total{call="unknown",outcome="no_such_call"} 1');
  expect(lines).toContain('offgrid_call_duration_seconds_bucket{call="getSites",le="0.005"} 1');
  expect(lines).toContain('offgrid_call_duration_seconds_bucket{call="getSites",le="0.1"} 2');
  expect(lines).toContain('offgrid_call_duration_seconds_bucket{call="getSites",le="10"} 2');
  expect(lines).toContain('offgrid_call_duration_seconds_bucket{call="getSites",le="+Inf"} 3');
  expect(lines).toContain('offgrid_call_duration_seconds_count{call="getSites"} 3');
  expect(lines).toContain('offgrid_call_duration_seconds_sum{call="getSites"} 20.064');
});

test("a call that took more than a second is logged by its name", () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino(
    { level: "warn" },
    { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[0]) },
  );
  const metrics = new CallMetrics(log);
  metrics.observe({ name: "getSites", outcome: "ok", ms: 1_000, requestId: "one" });
  metrics.observe({ name: "getSites", outcome: "ok", ms: 1_001, requestId: "two" });
  expect(lines).toMatchObject([
    { call: "getSites", ms: 1_001, outcome: "ok", requestId: "two", msg: "a call was slow" },
  ]);
});

test("calls appear in /metrics", async () => {
  const { boss } = await cast({ boss: { role: "super_admin" } });
  await boss.call("getSites", {});
  await (await aStranger()).post("getSites", {});
  const { port } = await thePortal();
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(text).toContain('offgrid_calls_total{call="getSites",outcome="ok"} 1\n');
  expect(text).toContain('offgrid_calls_total{call="getSites",outcome="signed_out"} 1\n');
  expect(text).toContain('offgrid_call_duration_seconds_count{call="getSites"} 2\n');
});
