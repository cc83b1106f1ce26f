import { describe, expect, test } from "vitest";

import { everyMs, keeping, nairobi, noonMs, running } from "./automation-bench.ts";
import type { Automations } from "./automations.schema.ts";
import { dryRun, type PastFrame } from "./dry-run.ts";
import { explainAt } from "./explain.ts";

const minuteMs = 60_000;
/** A frame every ten seconds. */
function frames(minutes: number, valuesAt: (minute: number) => PastFrame["values"]): PastFrame[] {
  return Array.from({ length: minutes * 6 + 1 }, (_, place) => ({
    atMs: noonMs + place * everyMs,
    values: valuesAt(place / 6),
  }));
}
const options = (automations: Automations) => ({
  automations,
  place: nairobi,
  everyMs,
  powerMetricOf: (output: string) => (output === "relay.3" ? "load.dc.power" : undefined),
});
/** An hour at which the charge falls from 60 % to 30 %, with a load of 600 W at relay 3. */
const evening = frames(60, (minute) => ({
  "battery.soc": 60 - minute / 2,
  "relay.3.on": 1,
  "load.dc.power": 600,
}));

describe("a dry run", () => {
  test("says when an output would have been switched, by which automation, and what its load drew then", () => {
    const { spans, outputs, runs } = dryRun(options({ a: keeping() }), evening);
    const [before, after] = spans;
    expect(spans).toHaveLength(2);
    expect(before).toMatchObject({ output: "relay.3", isOn: true, id: undefined, fromMs: noonMs });
    expect(after).toMatchObject({ isOn: false, id: "a", toMs: noonMs + 60 * minuteMs });
    const offMs = (after?.toMs ?? 0) - (after?.fromMs ?? 0);
    expect(outputs).toEqual([
      {
        output: "relay.3",
        switchings: 1,
        switchingsBefore: 0,
        withheldWh: expect.closeTo((600 * offMs) / 3_600_000, 3),
        addedMs: 0,
      },
    ]);
    expect(runs).toMatchObject([{ id: "a", outcome: "began" }]);
  });

  test("does not know what a load would have drawn that was off, or that nothing measures", () => {
    const on = keeping({ to: true, output: "relay.1" });
    const { outputs } = dryRun(
      options({ a: on }),
      frames(10, () => ({ "battery.soc": 10, "relay.1.on": 0 })),
    );
    expect(outputs).toMatchObject([{ switchings: 1, withheldWh: undefined, addedMs: 10 * minuteMs }]);
  });

  test("names the automations that lose, and the time that was not measured", () => {
    const both = { a: keeping({ priority: 1 }), b: keeping({ to: true, priority: 2 }) };
    const holes = evening.filter(({ atMs }) => atMs < noonMs + 10 * minuteMs || atMs > noonMs + 50 * minuteMs);
    const { spans, gapsMs, measuredMs } = dryRun(options(both), holes);
    expect(spans.at(-1)).toMatchObject({ id: "a", lost: ["b"] });
    expect(gapsMs).toBeGreaterThanOrEqual(40 * minuteMs);
    expect(gapsMs + measuredMs).toBe(60 * minuteMs);
  });

  test("does nothing with an output that was never measured", () => {
    expect(
      dryRun(
        options({ a: keeping() }),
        frames(10, () => ({ "battery.soc": 10 })),
      ).spans,
    ).toEqual([]);
  });

  test("has no span over hours without a reading", () => {
    const lowUntilNow = frames(10, () => ({ "battery.soc": 10, "relay.3.on": 1 }));
    const later = lowUntilNow.map(({ atMs, values }) => ({ atMs: atMs + 600 * minuteMs, values }));
    const { spans, gapsMs } = dryRun(options({ a: keeping() }), [...lowUntilNow, ...later]);
    const seenMs = spans.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0);
    expect(seenMs).toBe(lowUntilNow.at(-1)!.atMs + 600 * minuteMs - noonMs - gapsMs);
  });

  test("without automations changes nothing", () => {
    expect(dryRun(options({}), evening)).toMatchObject({ spans: [], outputs: [], runs: [] });
  });
});

describe("why an automation did not run", () => {
  const atOne = running({ when: [{ kind: "moment", at: { time: "12:30" } }], if: keeping().while });
  const ask = (minute: number, past = evening) =>
    explainAt({ id: "a", automation: atOne, place: nairobi, everyMs, atMs: noonMs + minute * minuteMs }, past);

  test("is said by its conditions with what was measured then", () => {
    const { verdicts, isMet, runs, nextMs } = ask(30);
    expect(verdicts).toEqual([{ path: "if", is: false, value: 45 }]);
    expect(isMet).toBe(false);
    expect(runs).toMatchObject([{ outcome: "stopped", at: "if", verdicts: [{ value: 45 }] }]);
    expect(nextMs).toBe(noonMs + 30 * minuteMs + 86_400_000);
  });

  test("is said with the next day on which it runs", () => {
    const mondays = running({ when: [{ kind: "moment", at: { time: "08:00" }, days: [1] }] });
    const { nextMs } = explainAt({ id: "a", automation: mondays, place: nairobi, everyMs, atMs: noonMs }, []);
    // Noon of a Monday.
    expect(nextMs).toBe(noonMs + (7 * 24 - 4) * 60 * minuteMs);
  });

  test("is not known where nothing was measured", () => {
    const blind = evening.map(({ atMs }) => ({ atMs, values: { "battery.soc": null } }));
    expect(ask(30, blind)).toMatchObject({ isMet: null, verdicts: [{ path: "if", is: null }] });
    const early = evening.filter(({ atMs }) => atMs < noonMs + 10 * minuteMs);
    expect(ask(30, early)).toMatchObject({ isMet: null });
  });

  test("is said of one that is switched off as if it were not", () => {
    const off = { ...keeping({ enabled: false }), output: "relay.3" };
    const atMs = noonMs + 50 * minuteMs;
    const explained = explainAt({ id: "a", automation: off, place: nairobi, everyMs, atMs }, evening);
    expect(explained).toMatchObject({ isMet: true, verdicts: [{ path: "while", is: true, value: 35 }] });
  });
});
