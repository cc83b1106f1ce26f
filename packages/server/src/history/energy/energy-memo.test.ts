import { expect, test } from "vitest";

import { EnergyMemo, type KeptEnergy, type KeptStretch } from "./energy-memo.ts";

const kept: KeptStretch = { asOf: 1, declaredMs: 60_000, points: Array(8).fill(0), opened: new Map(), isSplit: false };
const answer: KeptEnergy = {
  wh: Array(30).fill(1),
  measuredMs: Array(30).fill(1),
  asOf: 1,
  declaredMs: 60_000,
  used: { fromMs: 0, toMs: 0 },
  marks: "",
  toMs: 0,
  lastMs: 0,
  horizonMs: 0,
};

test("the stretches of a large fleet do not push out its answers, and both stay within their limit of bytes", () => {
  const memo = new EnergyMemo(50_000, 500_000);
  for (let container = 0; container < 500; container++) {
    memo.putAnswer(`c${container}`, "today", answer);
    for (let stretch = 0; stretch < 30; stretch++) memo.putStretch(`c${container}`, `${stretch}`, kept);
  }
  expect(memo.bytes).toBeLessThanOrEqual(550_000);
  expect(memo.stretch("c0", "1")).toBeUndefined();
  expect(memo.stretch("c499", "1")).toBe(kept);
  for (let container = 0; container < 500; container++) expect(memo.answer(`c${container}`, "today")).toBe(answer);
});

test("an entry that is put again takes no more room, and a container's oldest entry goes when it has too many", () => {
  const memo = new EnergyMemo(10_000_000, 10_000_000);
  memo.putStretch("c1", "a", kept);
  const one = memo.bytes;
  memo.putStretch("c1", "a", kept);
  expect(memo.bytes).toBe(one);
  for (let stretch = 0; stretch < 600; stretch++) memo.putStretch("c1", `${stretch}`, kept);
  expect(memo.stretch("c1", "a")).toBeUndefined();
  expect(memo.bytes).toBe(600 * one);
});
