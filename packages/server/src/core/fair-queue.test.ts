import { expect, test } from "vitest";

import { FairQueue } from "./fair-queue.ts";

const size = { atOnce: 4, perPerson: 2, waiting: 6, waitingPerPerson: 4 };

/** Work that ends when the test says so. */
function workIn(queue: FairQueue) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (person: string, name: string) =>
    queue.run(person, async () => {
      started.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    });
  const end = async (name: string, asked: Promise<string>) => {
    ends.get(name)?.();
    expect(await asked).toBe(name);
    // The next one has been resumed and starts in its own turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { started, ask, end };
}

test("at most four pieces of work run at once, two of them of one person; the others wait in order, shared fairly between people", async () => {
  const { started, ask, end } = workIn(new FairQueue(size));
  const [a1, a2, a3, a4] = ["a1", "a2", "a3", "a4"].map((name) => ask("amina", name));
  await new Promise((resolve) => setImmediate(resolve));
  expect(started).toEqual(["a1", "a2"]);
  const b1 = ask("bo", "b1");
  const c1 = ask("chidi", "c1");
  const d1 = ask("dara", "d1");
  await new Promise((resolve) => setImmediate(resolve));
  expect(started).toEqual(["a1", "a2", "b1", "c1"]);
  // Amina has waited longer, but has one running; Dara has none.
  await end("a1", a1 as Promise<string>);
  expect(started.slice(4)).toEqual(["d1"]);
  await end("b1", b1);
  expect(started.slice(5)).toEqual(["a3"]);
  await end("a2", a2 as Promise<string>);
  expect(started.slice(6)).toEqual(["a4"]);
  await end("c1", c1);
  await end("d1", d1);
  await end("a3", a3 as Promise<string>);
  await end("a4", a4 as Promise<string>);
  expect(started).toHaveLength(7);
});

test("work that would wait behind too many others is refused, and work that fails makes room", async () => {
  const queue = new FairQueue(size);
  const { ask, end } = workIn(queue);
  const own = Array.from({ length: 6 }, (_, index) => ask("amina", `a${index}`));
  await expect(ask("amina", "more")).rejects.toMatchObject({ code: "too_many" });
  const others = ["bo", "chidi", "dara", "efe"].map((person) => ask(person, person));
  expect(queue.waiting).toBe(6);
  await expect(ask("fay", "fay")).rejects.toMatchObject({ code: "too_many" });
  await new Promise((resolve) => setImmediate(resolve));
  for (const [index, asked] of own.slice(0, 2).entries()) await end(`a${index}`, asked);
  for (const [index, asked] of others.entries()) await end(["bo", "chidi", "dara", "efe"][index] as string, asked);
  for (const [index, asked] of own.slice(2).entries()) await end(`a${index + 2}`, asked);
  expect(queue.waiting).toBe(0);

  const failing = ["bo", "bo", "chidi", "chidi"].map((person) =>
    queue.run(person, async () => {
      throw new Error("no");
    }),
  );
  await Promise.allSettled(failing);
  const again = ask("bo", "again");
  await new Promise((resolve) => setImmediate(resolve));
  await end("again", again);
});

test("work whose caller is gone, or whose turn does not come in time, waits no longer", async () => {
  const queue = new FairQueue(size);
  const { started, ask, end } = workIn(queue);
  const underWay = ["a1", "a2"].map((name) => ask("amina", name));
  const hangUp = new AbortController();
  const never = async () => {
    throw new Error("nobody waits for it");
  };
  const left = queue.run("amina", never, { signal: hangUp.signal });
  const late = queue.run("amina", never, { longestWaitMs: 1 });
  const last = ask("amina", "a3");
  hangUp.abort();
  await expect(left).rejects.toMatchObject({ code: "too_many" });
  await expect(late).rejects.toMatchObject({ code: "too_many" });
  expect(queue.waiting).toBe(1);
  await expect(queue.run("bo", never, { signal: hangUp.signal })).rejects.toMatchObject({ code: "too_many" });
  for (const [index, asked] of underWay.entries()) await end(`a${index + 1}`, asked);
  expect(started).toEqual(["a1", "a2", "a3"]);
  await end("a3", last);
});
