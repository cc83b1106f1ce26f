import { expect, test } from "vitest";

import { fetchAhead } from "./fetch-ahead.ts";

const files = Array.from({ length: 20 }, (_, index) => `/${index}`);

/** A link that takes so long for each file of 3 kB, by a clock of its own. */
function linkOf(msPerFile: number, overAfter = Infinity) {
  const asked: string[] = [];
  let nowMs = 0;
  let running = 0;
  let most = 0;
  const ports = {
    load: async (address: string) => {
      asked.push(address);
      most = Math.max(most, (running += 1));
      await Promise.resolve();
      nowMs += msPerFile;
      running -= 1;
      return 3_000;
    },
    rest: async () => {},
    isOver: () => asked.length >= overAfter,
    nowMs: () => nowMs,
  };
  return { ports, asked, most: () => most };
}

test("parts are fetched in their order, a few at a time", async () => {
  const { ports, asked, most } = linkOf(20);
  await fetchAhead(files, ports);
  expect(asked).toEqual(files);
  expect(most()).toBe(3);
});

test("a link that turns out to be slow fetches no more than it had begun", async () => {
  const { ports, asked } = linkOf(4_000);
  await fetchAhead(files, ports);
  expect(asked.length).toBeLessThan(12);
});

test("nothing more is fetched where the network is gone, or one file cannot be had", async () => {
  const gone = linkOf(20, 7);
  await fetchAhead(files, gone.ports);
  expect(gone.asked.length).toBeLessThanOrEqual(9);
  const broken = linkOf(20);
  const load = async (address: string) => {
    if (address === "/4") throw new Error("gone");
    return broken.ports.load(address);
  };
  await expect(fetchAhead(files, { ...broken.ports, load })).rejects.toThrow("gone");
});
