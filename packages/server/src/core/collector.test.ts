import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { pino } from "pino";
import { expect, onTestFinished, test, vi } from "vitest";

import { startStandIn } from "../testing/stand-in.ts";
import { openTracing } from "./collector.ts";
import { spansIn } from "./collector.fixture.ts";
import { currentSpan, withoutSpan, traced, tracedPart } from "./tracing.ts";

const notes = { "service.version": "1.0" };
const about = { headers: { "api-key": "of the collector" }, serviceName: "fleet", share: 1 };
const nothing = async () => undefined;

/** A log, and the sentences that were said in it. */
function noting() {
  const said: string[] = [];
  const write = (line: string) => said.push((JSON.parse(line) as { msg: string }).msg);
  return { said, log: pino({ level: "info" }, { write }) };
}

async function collecting(changed: Partial<typeof about> = {}) {
  const collector = await startStandIn({ body: {} });
  onTestFinished(collector.stop);
  const tracing = await openTracing({ ...about, ...changed, endpoint: collector.url }, notes, noting().log);
  const spans = async () => {
    await tracing.close();
    return spansIn(collector);
  };
  return { collector, tracing, spans };
}

test("a piece of work and its parts are one trace, with the header that the collector wants", async () => {
  const { collector, tracing, spans } = await collecting();
  await traced(tracing, { name: "whole", kind: "server", notes: { "offgrid.frames": 3 } }, () =>
    tracedPart({ name: "part" }, async () => {
      expect(currentSpan()?.traceId).toMatch(/^[0-9a-f]{32}$/);
    }),
  );
  expect(currentSpan()).toBeUndefined();
  const [part, whole, ...others] = await spans();
  expect(others).toEqual([]);
  expect(whole).toMatchObject({ name: "whole", kind: 2, attributes: { "offgrid.frames": 3, "offgrid.statements": 0 } });
  expect(part).toMatchObject({ name: "part", traceId: whole?.traceId, parentSpanId: whole?.spanId });
  expect(collector.asked.map(({ path }) => path)).toEqual(["/v1/traces"]);
  expect(collector.asked[0]?.headers).toMatchObject({ "api-key": "of the collector" });
  const resource = (JSON.parse(String(collector.asked[0]?.body)) as { resourceSpans: { resource: unknown }[] })
    .resourceSpans;
  expect(JSON.stringify(resource[0]?.resource)).toContain('"fleet"');
});

test("work that fails says of which kind its error was, and not what it said", async () => {
  const { collector, tracing, spans } = await collecting();
  const refused = Object.assign(new Error("the address zubeida@example.org is taken"), { code: "23505" });
  const failing = traced(tracing, { name: "work" }, () => Promise.reject(refused));
  await expect(failing).rejects.toBe(refused);
  expect(await spans()).toMatchObject([{ attributes: { "error.type": "23505" }, status: { code: 2 } }]);
  expect(String(collector.asked[0]?.body)).not.toContain("zubeida");
});

const ids = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"] as const;
test.each([
  [`00-${ids.join("-")}-01`, true],
  [`01-${ids.join("-")}-01-what-comes-later`, true],
  [`ff-${ids.join("-")}-01`, false],
  [`00-${"0".repeat(32)}-${ids[1]}-01`, false],
  [`00-${ids.join("-")}-01-more; drop`, true],
  ["nonsense", false],
])("a trace goes on from the caller's header %s: %s", async (traceparent, isJoined) => {
  const { tracing, spans } = await collecting();
  await traced(tracing, { name: "call", traceparent }, nothing);
  const [span] = await spans();
  if (isJoined) expect([span?.traceId, span?.parentSpanId]).toEqual(ids);
  else expect([span?.traceId === ids[0], span?.parentSpanId ?? ""]).toEqual([false, ""]);
});

test("nothing is taken of a trace that its caller leaves out, or that is beyond the share", async () => {
  const all = await collecting();
  const isTraced = async () => currentSpan() !== undefined;
  const traceparent = (flags: string) => `00-${ids.join("-")}-${flags}`;
  expect(await traced(all.tracing, { name: "call", traceparent: traceparent("00") }, isTraced)).toBe(false);
  expect(await all.spans()).toEqual([]);
  const none = await collecting({ share: 0 });
  expect(await traced(none.tracing, { name: "call" }, isTraced)).toBe(false);
  // Whoever asks for it does not have more taken.
  expect(await traced(none.tracing, { name: "call", traceparent: traceparent("01") }, isTraced)).toBe(false);
  expect(await none.spans()).toEqual([]);
});

test("what goes on after a span is over, or outside of it, is not its part", async () => {
  const { tracing, spans } = await collecting();
  let later: Promise<unknown> = Promise.resolve();
  let goOn = () => {};
  const over = new Promise<void>((resolve) => (goOn = resolve));
  await traced(tracing, { name: "call" }, async () => {
    withoutSpan(() => expect(currentSpan()).toBeUndefined());
    later = over.then(() => tracedPart({ name: "left behind" }, nothing));
  });
  goOn();
  await later;
  expect((await spans()).map(({ name }) => name)).toEqual(["call"]);
});

test("a collector that is away is said once, and once that it is back; the work goes on meanwhile", async () => {
  const server = createServer((request, response) => {
    request.resume();
    request.on("end", () => response.writeHead(200, { "content-type": "application/json" }).end("{}"));
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const { said, log } = noting();
  const tracing = await openTracing({ ...about, endpoint: `http://127.0.0.1:${port}` }, notes, log);
  const away = expect.stringMatching(/^traces are not taken/);
  const work = (name: string) => traced(tracing, { name }, async () => name);
  expect(await work("first")).toBe("first");
  await vi.waitFor(() => expect(said).toEqual([away]), { timeout: 20_000 });
  // What a second batch meets is not said again.
  expect(await work("second")).toBe("second");
  await listen(port);
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  await vi.waitFor(
    async () => {
      await work("another");
      expect(said).toEqual([away, "traces are taken by their collector again"]);
    },
    { timeout: 20_000, interval: 200 },
  );
  await tracing.close();
  expect(said).toHaveLength(2);
});

test("a collector that says nothing does not keep the portal from ending", async () => {
  const collector = await startStandIn("silence");
  onTestFinished(collector.stop);
  const { said, log } = noting();
  const tracing = await openTracing({ ...about, endpoint: collector.url }, notes, log);
  await traced(tracing, { name: "call" }, nothing);
  await tracing.close();
  expect(said).toEqual([expect.stringMatching(/^traces are not taken/)]);
});
