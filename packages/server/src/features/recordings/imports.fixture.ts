import type { RequestOf } from "@offgrid/contract/core/call";
import { CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import type { Calls } from "@offgrid/contract/registry";
import { pino } from "pino";
import { expect, vi } from "vitest";

import type { Clock } from "../../core/clock.ts";
import { type Actor, thePortal } from "../../testing/cast.ts";
import type { FileReaders } from "./file-readers.ts";
import { importJobs } from "./import-job.ts";
import * as imports from "./imports.store.ts";
import { mapping } from "./recordings.fixture.ts";

/** For tests: imports by calls, and ones that the test runs itself. */
export type Plan = Omit<RequestOf<Calls["importStart"]>, "containerId" | "importId">;

export async function upload(person: Actor, containerId: string, text: string, name = "history.csv"): Promise<number> {
  const file = Buffer.from(text).toString("base64");
  return (await person.call("importUpload", { containerId, name, file })).data.importId;
}

export async function stateOf(person: Actor, containerId: string, importId: number) {
  const { data } = await person.call("importList", { containerId });
  return data.find((one) => one.importId === importId);
}

export async function ended(person: Actor, containerId: string, importId: number) {
  return vi.waitFor(
    async () => {
      const state = await stateOf(person, containerId, importId);
      expect(["waiting", "running", "undoing"]).not.toContain(state?.state);
      return state;
    },
    // Not so often that the calls of a minute run out.
    { timeout: 30_000, interval: 200 },
  );
}

export async function bring(person: Actor, containerId: string, text: string, plan: Plan = { mapping }) {
  const importId = await upload(person, containerId, text);
  await person.call("importStart", { containerId, importId, ...plan });
  return { importId, state: await ended(person, containerId, importId) };
}

/** Rows that take several batches. */
export const now = Date.UTC(2026, 5, 10, 12);
export const long = ["at,load", ...Array.from({ length: 4_500 }, (_, row) => `${now - row * 60_000},${row}`)].join(
  "\n",
);
export const longPlan: Plan = {
  mapping: { time: { column: "at", format: "epoch-ms" }, columns: [{ column: "load", metric: "load.power" }] },
};

/** An import that no worker of the portal knows of, so that the test runs it. */
export async function heldBack(person: Actor, containerId: string, about: Partial<Held> = {}): Promise<number> {
  const importId = await upload(person, containerId, long);
  const { replace, replacementId, userId = person.userId } = about;
  const mapping = CsvMapping.parse(longPlan.mapping);
  const plan = { mapping, ambiguous: "refuse" as const, leaveOut: false, ...(replace && { replace }) };
  await imports.start((await thePortal()).database.db, importId, { plan, replacementId, userId });
  return importId;
}

interface Held {
  replace: imports.ImportPlan["replace"];
  replacementId: number;
  userId: string;
}

/** The job of imports, run by hand. */
export async function jobOn(clock: Clock, hasRoom: () => boolean = () => true, readers?: FileReaders) {
  const { database, config } = await thePortal();
  const log = pino({ level: "silent" });
  const [kind, clear] = importJobs({ db: database.db, clock, config, hasRoom, log }, readers);
  if (!kind || !clear) throw new Error("no job");
  const run = (importId: number, { attempt = 1, key = String(importId), signal = new AbortController().signal } = {}) =>
    kind.run({ key, attempt, signal });
  return { run, clear, database };
}
