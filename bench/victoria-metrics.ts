/** VictoriaMetrics as a reference that is measured in the same run, where its program is installed. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { freePort, type LoadSize, runLoad } from "./portal.ts";
import type { HttpLoadResult } from "./load/http-load.types.ts";

/** As Debian's package calls it. */
const program = "victoria-metrics";
const readyWithinMs = 20_000;
const form = { "Content-Type": "application/x-www-form-urlencoded" };

/** One series: equal times, `[ts, value]`. */
export type ReferenceSeries = readonly (readonly [ts: number, value: number])[];

export interface ReferenceDatabase {
  /** Stores the readings of one series. @param name Letters and _ only. */
  store(name: string, series: ReferenceSeries): Promise<void>;
  /** Makes a request with each body in turn, as the load program of the portal's calls does. */
  load(path: string, bodies: readonly Record<string, string>[], size: LoadSize): Promise<HttpLoadResult>;
}

/** Runs work beside a fresh database on loopback, and removes it. @returns undefined: the program is not installed. */
export async function withVictoriaMetrics<T>(
  work: (database: ReferenceDatabase) => Promise<T>,
): Promise<T | undefined> {
  if (spawnSync(program, ["-version"]).error) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "offgrid-bench-"));
  const url = `http://127.0.0.1:${await freePort()}`;
  const args = ["-storageDataPath", folder, "-httpListenAddr", url.slice("http://".length), "-retentionPeriod", "2y"];
  const child = spawn(program, args, { stdio: "ignore" });
  const ended = once(child, "exit");
  try {
    await untilHealthy(`${url}/health`);
    return await work({ store: (name, series) => store(url, name, series), load: (...order) => load(url, ...order) });
  } finally {
    child.kill("SIGTERM");
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}

async function untilHealthy(url: string): Promise<void> {
  const until = performance.now() + readyWithinMs;
  while (performance.now() < until) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await wait(50);
  }
  throw new Error(`${program} was not ready after ${readyWithinMs / 1_000} s.`);
}

async function store(url: string, name: string, series: ReferenceSeries): Promise<void> {
  const line = {
    metric: { __name__: name },
    timestamps: series.map(([ts]) => ts),
    values: series.map(([, value]) => value),
  };
  await fetched(`${url}/api/v1/import`, { method: "POST", body: JSON.stringify(line) });
  await fetched(`${url}/internal/force_flush`);
}

async function fetched(url: string, init?: RequestInit): Promise<void> {
  const answer = await fetch(url, init);
  if (!answer.ok) throw new Error(`${program} answered ${answer.status}: ${await answer.text()}`);
}

function load(
  url: string,
  path: string,
  bodies: readonly Record<string, string>[],
  size: LoadSize,
): Promise<HttpLoadResult> {
  const texts = bodies.map((body) => new URLSearchParams(body).toString());
  return runLoad({ url: `${url}${path}`, sessions: [form], bodies: texts, ...size });
}
