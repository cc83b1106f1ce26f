import { pino } from "pino";
import { expect, test } from "vitest";

import { eachInTurn } from "./each-in-turn.ts";

const lines: { job: string; id: string }[] = [];
const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line) as (typeof lines)[number]) });
const away = () => Object.assign(new Error("The connection was refused."), { code: "ECONNREFUSED" });

test("one that fails stops no other, and is in the log", async () => {
  const done: string[] = [];
  const { signal } = new AbortController();
  await eachInTurn(["gao", "mopti", "kidal"], { name: "rounds", log, signal }, async (id) => {
    if (id === "mopti") throw new Error("It never works.");
    done.push(id);
  });
  expect(done).toEqual(["gao", "kidal"]);
  expect(lines).toMatchObject([{ job: "rounds", id: "mopti" }]);
});

test("a round ends when the database is away, and when the process stops", async () => {
  const asked: string[] = [];
  const stopping = new AbortController();
  const about = { name: "rounds", log, signal: stopping.signal };
  const round = (fail: () => void) =>
    eachInTurn(["gao", "mopti"], about, async (id) => {
      asked.push(id);
      fail();
    });
  await expect(
    round(() => {
      throw away();
    }),
  ).rejects.toThrow("refused");
  expect(asked).toEqual(["gao"]);
  await round(() => stopping.abort());
  expect(asked).toEqual(["gao", "gao"]);
});
