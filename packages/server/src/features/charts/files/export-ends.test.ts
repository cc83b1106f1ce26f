import { randomBytes, randomUUID } from "node:crypto";

import { Refusal } from "@offgrid/contract/core/refusal";
import { findCall } from "@offgrid/contract/registry";
import { beforeAll, expect, test } from "vitest";

import { whoseToken } from "../../../calls/api-token.ts";
import { endSessions, whoseSession } from "../../../calls/session.ts";
import { hashToken } from "../../../core/token-hash.ts";
import { type Actor, cast, thePortal } from "../../../testing/cast.ts";
import { testClock } from "../../../testing/test-clock.ts";
import * as tokens from "../../api-tokens/api-tokens.store.ts";
import { store } from "../charts.fixture.ts";
import { exportHandlers } from "./export.handlers.ts";

const minute = 60_000;
const hour = 60 * minute;
const midnight = Date.UTC(2026, 5, 10);
const clock = testClock(midnight);

/** A reading a minute, of which the first hour is the first stretch of a file. */
beforeAll(async () => {
  await thePortal({ clock });
  await store("kolda", ["solar.power"], readings(midnight - 6 * hour, midnight), 60);
});

const readings = (fromMs: number, toMs: number) =>
  Array.from({ length: (toMs - fromMs) / minute }, (_, index): [number, number[]] => [
    fromMs + index * minute,
    [index],
  ]);

type Question = Parameters<typeof exportHandlers.exportData>[0];
type Context = Parameters<typeof exportHandlers.exportData>[1];
type Groups = "raw" | "hour";

async function ownerOf() {
  const { db } = (await thePortal()).database;
  const { amina } = await cast({ amina: { role: "customer_staff", containers: ["kolda"] } });
  return { amina, db, bySession: () => whoseSession(db, hashToken(amina.token), clock.now()) };
}

/** A program that calls for somebody. */
async function byToken({ userId }: Actor) {
  const { db } = (await thePortal()).database;
  const tokenHash = randomBytes(32);
  await tokens.insert(db, {
    ...{ id: randomUUID(), userId, name: "Nightly", tokenHash, hint: "ogp_", permissions: ["view", "charts"] },
    ...{ mayChange: false, createdAt: new Date(clock.now()), expiresAt: new Date(clock.now() + 400 * 24 * hour) },
  });
  return { tokenHash, actor: await whoseToken(db, tokenHash, clock.now()) };
}

/** The pieces of a file, as a caller takes them. */
async function begin(actor: Context["actor"], groupBy: Groups, range: { from: number; to: number }) {
  const { db } = (await thePortal()).database;
  const context = { actor, db, clock, from: { language: "en" }, signal: new AbortController().signal };
  const asked = {
    ...range,
    zone: "UTC",
    groupBy,
    format: "csv",
    series: [{ containerId: "kolda", metric: "solar.power" }],
  };
  const input = findCall("exportData")?.input.parse(asked) as Question;
  const { stream } = await exportHandlers.exportData(input, context as unknown as Context);
  return stream[Symbol.asyncIterator]();
}

/** The times of the rows that still come, and what ends them. */
async function rest(pieces: AsyncIterator<Uint8Array>): Promise<{ rows: number[]; end: unknown }> {
  const rows: number[] = [];
  try {
    for (let next = await pieces.next(); !next.done; next = await pieces.next()) rows.push(...timesIn(next.value));
  } catch (end) {
    return { rows, end };
  }
  return { rows, end: undefined };
}

const timesIn = (piece: Uint8Array) =>
  Buffer.from(piece)
    .toString()
    .match(/^\d{13}(?=,)/gm)
    ?.map(Number) ?? [];

/** Of each, what is computed in several stretches, and how long the first of them is. */
const ranges = {
  raw: { from: midnight - 6 * hour, to: midnight },
  hour: { from: midnight - 200 * 24 * hour, to: midnight },
};
const firstStretchMs = { raw: hour, hour: 60 * 24 * hour };

const losses: Record<string, (actor: Actor) => Promise<unknown>> = {
  "the container is taken away": async ({ userId }) =>
    (await thePortal()).database.db.deleteFrom("containerUser").where("userId", "=", userId).execute(),
  "the account is disabled": async ({ userId }) =>
    (await thePortal()).database.db.updateTable("appUser").set({ disabled: true }).where("id", "=", userId).execute(),
  "the person signs out": async ({ userId }) => endSessions((await thePortal()).database.db, userId),
};

test.each((["raw", "hour"] as const).flatMap((groupBy) => Object.keys(losses).map((loss) => ({ groupBy, loss }))))(
  "a file by $groupBy that is being taken ends with an error when $loss",
  async ({ groupBy, loss }) => {
    const { amina, bySession } = await ownerOf();
    const pieces = await begin(await bySession(), groupBy, ranges[groupBy]);
    expect((await pieces.next()).done).toBe(false);
    await losses[loss]?.(amina);
    const { rows, end } = await rest(pieces);
    expect(end).toBeInstanceOf(Refusal);
    expect(rows.filter((atMs) => atMs >= ranges[groupBy].from + firstStretchMs[groupBy])).toEqual([]);
  },
);

test("a file that a program takes ends with an error when its token is removed, and is whole while it is there", async () => {
  const { amina, db } = await ownerOf();
  const { actor, tokenHash } = await byToken(amina);
  const whole = await begin(actor, "raw", ranges.raw);
  const taken = await rest(whole);
  expect(taken).toEqual({ rows: expect.any(Array), end: undefined });
  expect(taken.rows).toHaveLength(6 * 60);
  const pieces = await begin(actor, "raw", ranges.raw);
  await pieces.next();
  await db.deleteFrom("apiToken").where("tokenHash", "=", tokenHash).execute();
  const { rows, end } = await rest(pieces);
  expect(end).toBeInstanceOf(Refusal);
  expect(rows).toEqual([]);
});

test("a caller who takes single readings slowly gets none that were measured after the file began", async () => {
  const { bySession } = await ownerOf();
  const pieces = await begin(await bySession(), "raw", { from: midnight - 6 * hour, to: midnight + 6 * hour });
  expect((await pieces.next()).done).toBe(false);
  clock.advance(3 * hour);
  await store("kolda", ["solar.power"], readings(midnight, midnight + 3 * hour), 60, clock.now());
  const { rows, end } = await rest(pieces);
  expect([rows.at(-1), end]).toEqual([midnight - minute, undefined]);
});
