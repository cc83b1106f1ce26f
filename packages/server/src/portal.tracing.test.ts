import { spawnSync } from "node:child_process";
import { join } from "node:path";

import { ackTopic, dataTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { connectAsync } from "mqtt";
import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";

import { type SentSpan, spansIn } from "./core/collector.fixture.ts";
import { aStranger, cast, thePortal } from "./testing/cast.ts";
import { atFileEnd } from "./testing/file-end.ts";
import { startStandIn } from "./testing/stand-in.ts";

const collector = await startStandIn({ body: {} });
atFileEnd(collector.stop);
const lines: string[] = [];
const log = pino({ level: "error" }, { write: (line: string) => lines.push(line) });
const tracing = { endpoint: collector.url, headers: {}, serviceName: "offgrid-portal", share: 1 };
const portal = await thePortal({ config: { collector: tracing, accessLog: true }, log });

/** The first span that fits, once it has been sent. */
function sent(fits: (span: SentSpan) => boolean): Promise<SentSpan> {
  return vi.waitFor(
    () => {
      const span = spansIn(collector).find(fits);
      if (!span) throw new Error(`there is no such span among ${spansIn(collector).length}`);
      return span;
    },
    { timeout: 20_000 },
  );
}
const partsOf = (whole: SentSpan) => spansIn(collector).filter(({ parentSpanId }) => parentSpanId === whole.spanId);

test("a call is a span of its caller's trace with its statements as parts, and its line in the log names the trace", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["gao"] } });
  const [traceId, spanId] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];
  await amina.post("getSitesV2", {}, { traceparent: `00-${traceId}-${spanId}-01` });
  const call = await sent((span) => span.name === "call getSitesV2");
  expect(call).toMatchObject({
    traceId,
    parentSpanId: spanId,
    kind: 2,
    attributes: { "http.response.status_code": 200, "offgrid.outcome": "ok" },
  });
  const statements = partsOf(call);
  expect(call.attributes["offgrid.statements"]).toBe(statements.length);
  expect(statements.map(({ name }) => name)).toContain("select container");
  for (const { attributes } of statements)
    expect(Object.keys(attributes).filter((name) => !name.startsWith("db."))).toEqual([]);
  const access = lines.map((line) => JSON.parse(line) as { access?: { call?: string; traceId?: string } });
  expect(access.find((line) => line.access?.call === "getSitesV2")?.access?.traceId).toBe(traceId);
});

test("a refusal is an outcome, names that nobody declared are one, and nothing of what was sent is in any span", async () => {
  const stranger = await aStranger();
  await stranger.post("login", { email: "zubeida@example.org", password: "hidden-password" });
  await stranger.post("hidden-name", {});
  const { amina } = await cast({ amina: { role: "user", containers: ["hidden-container"] } });
  await amina.call("favoriteSet", { containerId: "hidden-container", favorite: true });
  const login = await sent((span) => span.name === "call login");
  expect(login.attributes).toMatchObject({ "http.response.status_code": 401, "offgrid.outcome": "bad_login" });
  expect(login.attributes).not.toHaveProperty("error.type");
  await sent((span) => span.name === "call unknown");
  await sent((span) => span.name === "call favoriteSet");
  const all = collector.asked.map(({ body }) => String(body)).join("");
  for (const hidden of ["zubeida", "hidden", amina.token, amina.email, amina.userId]) expect(all).not.toContain(hidden);
});

test("batches of what controllers send, and background work that judges rules and sends mails, are traces of their own", async () => {
  const { boss } = await cast({ boss: { role: "super_admin" } });
  const about = { containerId: "kayes", name: "Kayes", serialNumber: "TRACE-1", zoneName: "UTC" };
  const { secret } = (await boss.call("registerNewContainer", about)).data;
  const client = await connectAsync(`mqtt://127.0.0.1:${portal.mqttPort}`, {
    clientId: "kayes",
    username: "kayes",
    password: secret,
    protocolVersion: 4,
  });
  onTestFinished(() => client.endAsync(true));
  const acked: string[] = [];
  client.on("message", (topic) => acked.push(topic));
  await client.subscribeAsync(ackTopic.name({ containerId: "kayes" }), { qos: 1 });
  const message = JSON.stringify({ ts: Date.now() - 60_000, values: { a: 1 } });
  await client.publishAsync(dataTopic.name({ containerId: "kayes" }), message, { qos: 1 });
  await expect.poll(() => acked, { timeout: 20_000 }).toHaveLength(1);
  const batch = await sent((span) => span.name === "ingest batch" && span.attributes["offgrid.frames"] === 1);
  expect(batch.attributes["offgrid.messages"]).toBe(1);
  expect(partsOf(batch).map(({ name }) => name)).toContain("commit");

  await boss.call("forgotPassword", { email: boss.email });
  const mail = await sent((span) => span.name === "job mail");
  expect(partsOf(mail).map(({ name }) => name)).toContain("update outbox");
  const judged = await sent((span) => span.name === "job warning-frames");
  expect(judged.attributes["offgrid.attempt"]).toBe(1);
  expect(judged.parentSpanId ?? "").toBe("");
});

test("without a collector nothing of it is loaded", () => {
  const program = `
    await import(${JSON.stringify(join(import.meta.dirname, "portal.ts"))});
    const { createRequire } = await import("node:module");
    const loaded = Object.keys(createRequire(import.meta.url).cache).filter((path) => path.includes("opentelemetry"));
    console.log(JSON.stringify(loaded));`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", "--input-type=module", "--eval", program],
    { encoding: "utf8", cwd: join(import.meta.dirname, "../../..") },
  );
  expect(stdout.trim(), stderr).toBe("[]");
});
