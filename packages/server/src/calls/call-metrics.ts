import { findCall } from "@offgrid/contract/registry";
import type { Logger } from "pino";

const upToS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;
const slowFromMs = 1_000;

interface Timing {
  /** By bucket, not cumulative; the last one is open-ended. */
  buckets: number[];
  sumS: number;
  outcomes: Map<string, number>;
}

/** How often each call was made, its outcomes, and how long it took until its answer began; in Prometheus text format. */
export class CallMetrics {
  readonly #log: Logger;
  readonly #timings = new Map<string, Timing>();

  constructor(log: Logger) {
    this.#log = log;
  }

  /**
   * Counts a call. A slow one is logged by name, never with its input.
   * @param outcome "ok" or the code of the refusal.
   */
  observe(call: { name: string; outcome: string; ms: number; requestId: string }): void {
    const { outcome, ms, requestId } = call;
    // Unknown names, which anyone can make up, count as one.
    const name = findCall(call.name) ? call.name : "unknown";
    let timing = this.#timings.get(name);
    if (!timing) {
      timing = { buckets: Array.from({ length: upToS.length + 1 }, () => 0), sumS: 0, outcomes: new Map() };
      this.#timings.set(name, timing);
    }
    const found = upToS.findIndex((limitS) => ms / 1_000 <= limitS);
    const bucket = found === -1 ? upToS.length : found;
    timing.buckets[bucket] = (timing.buckets[bucket] ?? 0) + 1;
    timing.sumS += ms / 1_000;
    timing.outcomes.set(outcome, (timing.outcomes.get(outcome) ?? 0) + 1);
    if (ms > slowFromMs) this.#log.warn({ call: name, ms: Math.round(ms), outcome, requestId }, "a call was slow");
  }

  text(): string {
    const all = [...this.#timings].toSorted(([one], [other]) => (one < other ? -1 : 1));
    const counts = all.flatMap(([name, { outcomes }]) =>
      [...outcomes].map(([outcome, count]) => `offgrid_calls_total{call="${name}",outcome="${outcome}"} ${count}`),
    );
    return [
      "# TYPE offgrid_calls_total counter",
      ...counts,
      "# TYPE offgrid_call_duration_seconds histogram",
      ...all.flatMap(([name, timing]) => histogram(name, timing)),
      "",
    ].join("\n");
  }
}

function histogram(name: string, { buckets, sumS }: Timing): string[] {
  let count = 0;
  const lines = buckets.map((inBucket, index) => {
    count += inBucket;
    return `offgrid_call_duration_seconds_bucket{call="${name}",le="${upToS[index] ?? "+Inf"}"} ${count}`;
  });
  return [
    ...lines,
    `offgrid_call_duration_seconds_sum{call="${name}"} ${sumS}`,
    `offgrid_call_duration_seconds_count{call="${name}"} ${count}`,
  ];
}
