import { randomBytes } from "node:crypto";
import { Writable } from "node:stream";

import { Refusal } from "@offgrid/contract/core/refusal";
import { pino } from "pino";
import { expect, test } from "vitest";

import { aStranger, cast, thePortal } from "../testing/cast.ts";
import { testClock } from "../testing/test-clock.ts";
import type { Actor } from "./actor.ts";
import { InventedTokens, inventedPerMinute } from "./invented-tokens.ts";
import { Limits, TooMany } from "./limits.ts";

const password = "lanterns over the dunes";
const invented = () => ({ "x-auth-token": randomBytes(32).toString("base64url"), "x-user-id": "someone" });

test("made-up tokens of one network cost so many looks into the database a minute, and one line in the log", async () => {
  const { db } = (await thePortal()).database;
  const clock = testClock(Date.UTC(2026, 10, 20, 12));
  const lines: string[] = [];
  const sink = new Writable({
    write(line: Buffer, _, done) {
      lines.push(line.toString());
      done();
    },
  });
  const tokens = new InventedTokens({ limits: new Limits({ db, clock }), log: pino(sink) });
  let looks = 0;
  const look = async (): Promise<Actor> => {
    looks++;
    throw new Refusal("signed_out");
  };
  const codes: string[] = [];
  const attempt = (address: string, times: number) =>
    Promise.all(
      Array.from({ length: times }, () =>
        tokens.look(randomBytes(32), address, look).catch((error: unknown) => codes.push((error as Refusal).code)),
      ),
    );
  for (let round = 0; round < 40; round++) await attempt("192.0.2.7", 10);
  expect(codes.filter((code) => code === "signed_out")).toHaveLength(inventedPerMinute);
  // Those under way when the limit is reached have looked already.
  expect(looks).toBeLessThanOrEqual(inventedPerMinute + 10);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('"network":"192.0.2"');
  await expect(tokens.look(randomBytes(32), "192.0.2.8", look)).rejects.toBeInstanceOf(TooMany);
  const opened = randomBytes(32);
  tokens.note(opened);
  const actor = { userId: "amina" } as Actor;
  expect(await tokens.look(opened, "192.0.2.8", async () => actor)).toBe(actor);
  await expect(tokens.look(randomBytes(32), "198.51.100.7", look)).rejects.toMatchObject({ code: "signed_out" });
  clock.advance(60_000);
  await expect(tokens.look(randomBytes(32), "192.0.2.7", look)).rejects.toMatchObject({ code: "signed_out" });
});

test("the people of a network whose made-up tokens are refused go on, and can sign in", async () => {
  const { amina } = await cast({ amina: { role: "user", password } });
  await amina.call("getSites", {});
  const stranger = await aStranger();
  const statuses = new Set<number>();
  for (let tries = 0; tries < 2 * inventedPerMinute && !statuses.has(429); tries += 20) {
    const answers = await Promise.all(Array.from({ length: 20 }, () => stranger.post("getSites", {}, invented())));
    for (const { status } of answers) statuses.add(status);
  }
  expect([...statuses]).toEqual([401, 429]);
  await amina.call("getSites", {});
  const { body } = await stranger.post("login", { email: amina.email, password });
  const headers = { "x-auth-token": body["authToken"] as string, "x-user-id": amina.userId };
  expect((await stranger.post("getSites", {}, headers)).status).toBe(200);
});
