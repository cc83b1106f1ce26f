import type { ConfigDoc } from "@offgrid/contract/configuration/config-doc";
import { trialMs } from "@offgrid/contract/configuration/config-fields";
import type { ConfigSetMessage } from "@offgrid/contract/configuration/configuration.schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { ConfigBench, type Moment, initial } from "../testing/config-bench.ts";

function connected(): ConfigBench {
  const bench = new ConfigBench();
  bench.connect();
  return bench;
}

const network = (values: ConfigDoc[string]): ConfigDoc => ({ ...initial, network: { ...initial.network, ...values } });
const elsewhere = network({ portalHost: "nobody.example.org" });
const slowStepMs = 20_000;
const slower: ConfigDoc = { ...initial, keepAlive: { frameSeconds: 60, linkSeconds: 60 } };

describe("a change that may cut the link", () => {
  test("is tried until the portal answers a connection over it", () => {
    const bench = connected();
    bench.isPortalUp = false;
    bench.configuration.receive(bench.order(slower));
    bench.configuration.confirmed();
    expect(bench.configuration.doc).toEqual(slower);
    bench.wait(60_000);
    bench.isPortalUp = true;
    bench.connect();
    const [trial, done] = bench.reports.slice(-2);
    expect(trial).toMatchObject({ version: 1, answered: 1, trial: { leftMs: trialMs - 60_000 } });
    expect(done).toMatchObject({ version: 1, answered: 1, doc: slower });
    expect(done).not.toHaveProperty("trial");
    bench.wait(2 * trialMs);
    expect(bench.configuration.doc).toEqual(slower);
  });

  test("is taken back after five minutes without an answer, as a version of its own", () => {
    const bench = connected();
    bench.configuration.receive(bench.order(elsewhere));
    bench.wait(trialMs - 1_000);
    expect(bench.configuration.doc).toEqual(elsewhere);
    bench.wait(31_000);
    expect(bench.last).toMatchObject({ version: 2, answered: 1, doc: initial, reverted: { version: 1, agoMs: 0 } });
  });

  test.each([
    ["the clock goes on", () => trialMs],
    ["the machine has lost its clock", () => -50 * 365 * 86_400_000],
  ])("is taken back after a power cut, where %s", (_, jumpMs) => {
    const bench = connected();
    bench.failsAt = "change";
    expect(bench.survive(() => bench.configuration.receive(bench.order(elsewhere)))).toBe(true);
    expect(bench.configuration.doc).toEqual(elsewhere);
    bench.nowMs += jumpMs();
    bench.boot();
    expect(bench.configuration.doc).toEqual(initial);
  });

  test("is not tried while another one is", () => {
    const bench = connected();
    const early = bench.order(elsewhere);
    bench.configuration.receive(early);
    bench.configuration.receive({ ...bench.order(slower, 2), base: 1 });
    expect(bench.configuration.doc).toEqual(elsewhere);
    bench.wait(trialMs + 1_000);
    expect(bench.last).toMatchObject({ version: 3, doc: initial, refused: { version: 2, reason: "trial" } });
  });
});

describe("what cannot be taken", () => {
  test("is said by field, and nothing of it is set", () => {
    const bench = connected();
    bench.configuration.receive(bench.order(network({ ip: "10.0.0.2", port: 0 })));
    expect(bench.last).toMatchObject({
      version: 0,
      answered: 1,
      doc: initial,
      refused: { reason: "fields", fields: { "network.mask": "invalid", "network.port": "invalid" } },
    });
    bench.configuration.receive(bench.order({ ...initial, lamps: { level: 3 } }));
    expect(bench.last.refused?.fields).toEqual({ "lamps.level": "unsupported" });
  });

  test("is one that was made of another version, or was damaged", () => {
    const bench = connected();
    bench.configuration.receive({ ...bench.order(slower), base: 7 });
    expect(bench.last.refused).toEqual({ version: 1, reason: "base", fields: {} });
    bench.configuration.receive({ ...bench.order(slower), doc: elsewhere });
    expect(bench.last.refused).toEqual({ version: 2, reason: "hash", fields: {} });
    expect(bench.configuration.doc).toEqual(initial);
  });

  test("is one that the disk does not take; it is decided on when it comes again", () => {
    const bench = connected();
    const order = bench.order(slower);
    bench.isDiskFull = true;
    bench.configuration.receive(order);
    expect(bench.last).toMatchObject({ version: 0, answered: 0, doc: initial, refused: { reason: "storage" } });
    bench.isDiskFull = false;
    bench.configuration.receive(order);
    expect(bench.configuration.doc).toEqual(slower);
  });
});

test("a change of the controller's own file counts, and only what was changed in it", () => {
  const bench = connected();
  bench.configuration.receive(bench.order(slower));
  bench.wait(1_000);
  bench.ownFile = { ...initial, keepAlive: { frameSeconds: 10, linkSeconds: 30 } };
  bench.boot();
  bench.connect();
  expect(bench.last).toMatchObject({ version: 2, doc: { keepAlive: { frameSeconds: 60, linkSeconds: 30 } } });
  bench.boot();
  bench.connect();
  expect(bench.last.version).toBe(2);
});

test("storage that cannot be read is another one, with the values of the controller's own file", () => {
  const bench = connected();
  const { store } = bench.last;
  bench.stored = "{";
  bench.boot();
  bench.connect();
  expect(bench.last).toMatchObject({ version: 0, doc: initial });
  expect(bench.last.store).not.toBe(store);
});

test("versions that come in any order and again and again end alike", () => {
  const bench = connected();
  const orders = [slower, network({ dns: ["10.0.0.1"] }), initial].map((doc, place) => bench.order(doc, place + 1));
  fc.assert(
    fc.property(fc.shuffledSubarray([...orders, ...orders], { minLength: 1 }), (sent: ConfigSetMessage[]) => {
      const one = connected();
      for (const order of sent) {
        const before = one.last;
        one.configuration.receive(order);
        one.connect();
        // What is older than the last decision changes nothing.
        if (order.version <= before.answered) expect(one.last).toEqual(before);
        expect(one.last.version).toBeGreaterThanOrEqual(before.version);
        expect(one.last.answered).toBe(Math.max(before.answered, order.version));
      }
    }),
  );
});

test("of a thousand configurations, a third of which cuts the link, none is lost, wherever the power fails", () => {
  const cuts = fc.constantFrom<ConfigDoc>(
    elsewhere,
    network({ port: 1 }),
    network({ portalHost: "10.9.9.9", ip: "10.9.9.2", mask: "255.0.0.0" }),
  );
  const goes = fc.constantFrom<ConfigDoc>(slower, initial, network({ dns: ["9.9.9.9"] }), {
    ...initial,
    keepAlive: { frameSeconds: 2, linkSeconds: 20 },
  });
  const step = fc.record({
    doc: fc.oneof({ weight: 1, arbitrary: cuts }, { weight: 2, arbitrary: goes }),
    failsAt: fc.constantFrom<(Moment | undefined)[]>(undefined, "write", "written", "change", "report"),
    offForMs: fc.constantFrom(0, 1_000, 240_000, 600_000, -3_600_000),
    bootsAtMs: fc.integer({ min: 0, max: 20 }).map((steps) => steps * slowStepMs),
  });
  let count = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 100, maxLength: 100 }), (steps) => {
      const bench = connected();
      for (const { doc, failsAt, offForMs, bootsAtMs } of steps) {
        const before = bench.last;
        const order = bench.order(doc);
        bench.failsAt = failsAt;
        bench.survive(() => bench.configuration.receive(order));
        bench.wait(bootsAtMs, slowStepMs);
        // The machine may come back with a clock that lost the time.
        bench.nowMs += offForMs;
        bench.failsAt = undefined;
        bench.boot();
        bench.wait(trialMs + slowStepMs, slowStepMs);
        expect(bench.isConnected).toBe(true);
        expect([before.doc, doc]).toContainEqual(bench.last.doc);
        expect(bench.last).not.toHaveProperty("trial");
        count++;
      }
    }),
    { numRuns: 10 },
  );
  expect(count).toBe(1_000);
});
