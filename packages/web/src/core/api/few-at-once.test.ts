import { expect, test } from "vitest";

import { fewAtOnce } from "./few-at-once.ts";

/** Work that ends when the test says so. */
function open<Result>() {
  let resolve!: (result: Result) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<Result>((onDone, onFailed) => {
    [resolve, reject] = [onDone, onFailed];
  });
  return { promise, resolve, reject };
}

test("as many as may run at a time, the others in the order in which they came, one failing or not", async () => {
  const inTurn = fewAtOnce(2);
  const begun: number[] = [];
  const work = [0, 1, 2, 3].map(() => open<number>());
  const done = work.map(({ promise }, place) =>
    inTurn(() => {
      begun.push(place);
      return promise;
    }),
  );
  await Promise.resolve();
  expect(begun).toEqual([0, 1]);
  work[1]!.reject(new Error("refused"));
  await expect(done[1]).rejects.toThrow("refused");
  expect(begun).toEqual([0, 1, 2]);
  work[0]!.resolve(0);
  expect(await done[0]).toBe(0);
  expect(begun).toEqual([0, 1, 2, 3]);
  work[2]!.resolve(2);
  work[3]!.resolve(3);
  expect(await Promise.all([done[2], done[3]])).toEqual([2, 3]);
});

test("what is given up while it waits is never begun, and what waits behind it comes in its place", async () => {
  const inTurn = fewAtOnce(1);
  const first = open<void>();
  const running = inTurn(() => first.promise);
  const leaving = new AbortController();
  const dropped = inTurn(() => Promise.reject(new Error("was begun")), leaving.signal);
  const last = inTurn(() => Promise.resolve("last"));
  leaving.abort(new Error("given up"));
  await expect(dropped).rejects.toThrow("given up");
  await expect(inTurn(() => Promise.resolve(), leaving.signal)).rejects.toThrow("given up");
  first.resolve();
  await running;
  expect(await last).toBe("last");
});
