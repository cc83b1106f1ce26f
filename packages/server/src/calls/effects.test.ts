import { Writable } from "node:stream";

import { pino } from "pino";
import { expect, test } from "vitest";

import { handlers } from "../handlers.ts";
import { cast, thePortal } from "../testing/cast.ts";

const lines: Record<string, unknown>[] = [];
const log = pino(
  { level: "error" },
  new Writable({
    write: (line: Buffer, _, done) => {
      lines.push(JSON.parse(line.toString()) as Record<string, unknown>);
      done();
    },
  }),
);
const ran: string[] = [];

// The real handler; only what follows from its call fails.
void thePortal({
  log,
  handlers: {
    ...handlers,
    favoriteSet: async (input, context) => {
      context.afterCommit(() => {
        throw new Error("the first effect broke");
      });
      context.afterCommit(async () => Promise.reject(new Error("the second effect broke")));
      context.afterCommit(() => void ran.push("third"));
      return handlers.favoriteSet(input, context);
    },
  },
});

test("an effect that fails after the commit is logged, and the committed call is answered as done", async () => {
  const { boss } = await cast({ boss: { role: "super_admin", containers: ["dune"] } });
  const answer = await boss.post("favoriteSet", { containerId: "dune" });
  expect(answer).toMatchObject({ status: 200, body: { data: { favorites: ["dune"] } } });
  expect(ran).toEqual(["third"]);
  const logged = lines.filter(({ msg }) => msg === "an effect of a committed call failed");
  expect(logged.map(({ call, err }) => [call, (err as Error).message])).toEqual([
    ["favoriteSet", "the first effect broke"],
    ["favoriteSet", "the second effect broke"],
  ]);
  const { db } = (await thePortal()).database;
  const stored = await db.selectFrom("appUser").select("setting").where("id", "=", boss.userId).executeTakeFirst();
  expect(stored?.setting).toMatchObject({ favorites: ["dune"] });
});
