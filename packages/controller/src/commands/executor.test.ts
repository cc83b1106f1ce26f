import type { CommandMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";

import { type Behaviour, command, ExecutorBench, portalMs } from "../testing/executor-bench.ts";
import { disk } from "../testing/full-disk.ts";

vi.mock(import("node:fs"), async (original) => {
  const { withFullDisk } = await import("../testing/full-disk.ts");
  return withFullDisk(await original());
});

const bench = new ExecutorBench();
const answersTo = (id: string) => bench.sent.filter((result) => result.id === id).map(({ st, error }) => error ?? st);
const settled = () => vi.advanceTimersByTimeAsync(20_000);

describe("a command", () => {
  test.each<[Behaviour, string]>([
    ["obeys", "done"],
    ["slow", "done"],
    ["ignores", "mismatch"],
    ["fails", "device_error"],
    ["fails but obeys", "done"],
    ["protected", "protected"],
  ])("to equipment that %s ends as %s", async (behaviour, end) => {
    bench.board.behaviour = behaviour;
    bench.running.executor.receive(command("one"));
    await settled();
    expect(answersTo("one")).toEqual(["accepted", end]);
  });

  test("has no end while the equipment does not tell, and the end that it tells then", async () => {
    bench.board.behaviour = "silent";
    bench.running.executor.receive(command("one"));
    await settled();
    expect(answersTo("one")).toEqual(["accepted"]);
    bench.reboot();
    await settled();
    expect(answersTo("one")).toEqual(["accepted"]);
    bench.board.behaviour = "obeys";
    await settled();
    expect(answersTo("one")).toEqual(["accepted", "done"]);
    expect(bench.board.writes).toHaveLength(1);
  });

  test("has no end any more when another one has set the output before the equipment answered, also after a restart", async () => {
    bench.board.behaviour = "silent";
    bench.running.executor.receive(command("one"));
    await settled();
    bench.board.behaviour = "obeys";
    bench.running.executor.receive(command("two"));
    await settled();
    bench.reboot();
    await settled();
    expect([answersTo("one"), answersTo("two")]).toEqual([["accepted"], ["accepted", "done"]]);
  });

  test.each<[boolean, string]>([
    [true, "done"],
    [false, "device_error"],
  ])(
    "whose write hangs has no end, and the output takes no other, until it is over; set after all: %s",
    async (isSet, end) => {
      bench.board.behaviour = "hangs";
      bench.running.executor.receive(command("one"));
      await settled();
      bench.running.executor.receive(command("two"));
      expect([answersTo("one"), answersTo("two")]).toEqual([["accepted"], ["busy"]]);
      bench.board.hanging.forEach((release) => release(isSet));
      await settled();
      expect(answersTo("one")).toEqual(["accepted", end]);
    },
  );

  test.each<[string, Partial<CommandMessage>, string]>([
    ["for an output that is not here", { target: "relay.9" }, "unsupported"],
    ["for an operation that is not here", { op: "door.open" }, "unsupported"],
    ["with arguments that do not fit", { args: { on: "yes" } }, "arguments"],
    ["that has expired", { exp: Date.UTC(2026, 10, 22) }, "expired"],
    ["from the future", { iat: Date.UTC(2026, 10, 24), exp: Date.UTC(2026, 10, 24, 1) }, "clock"],
    ["that stays good for hours", { exp: Date.UTC(2026, 10, 23, 1, 0, 1) }, "arguments"],
  ])("%s is refused, and nothing is written", async (_title, changes, end) => {
    bench.running.executor.receive(command("one", changes));
    await settled();
    expect(answersTo("one")).toEqual([end]);
    expect(bench.board.writes).toEqual([]);
  });

  test("before the portal's time is known is refused", () => {
    bench.isTimeKnown = false;
    bench.reboot();
    bench.running.executor.receive(command("one"));
    expect(answersTo("one")).toEqual(["clock"]);
  });

  test("for an output that is being set, or was a moment ago, is refused; another output is free", async () => {
    bench.board.behaviour = "slow";
    bench.running.executor.receive(command("one"));
    bench.running.executor.receive(command("two", { args: { on: false } }));
    bench.running.executor.receive(command("three", { target: "relay.2" }));
    await settled();
    expect([answersTo("two"), answersTo("three")]).toEqual([["busy"], ["accepted", "done"]]);
    bench.board.behaviour = "obeys";
    bench.running.executor.receive(command("four", { args: { on: false } }));
    await vi.advanceTimersByTimeAsync(500);
    bench.running.executor.receive(command("five"));
    expect(answersTo("five")).toEqual(["dwell"]);
  });

  test("is done also where the change cannot be noted, and the output is free again", async () => {
    bench.onChanged = () => {
      throw new Error("ENOSPC");
    };
    bench.running.executor.receive(command("one"));
    await settled();
    bench.running.executor.receive(command("two", { args: { on: false } }));
    await settled();
    expect([answersTo("one"), answersTo("two")]).toEqual([
      ["accepted", "done"],
      ["accepted", "done"],
    ]);
  });

  test("that comes again is answered with what it came to, and nothing is written twice", async () => {
    bench.running.executor.receive(command("one"));
    bench.running.executor.receive(command("one"));
    expect(bench.sent.at(-1)).toMatchObject({ st: "duplicate", was: "accepted" });
    await settled();
    bench.reboot();
    bench.running.executor.receive(command("one"));
    expect(bench.sent.at(-1)).toMatchObject({ st: "duplicate", was: "done", value: true });
    expect(bench.board.writes).toHaveLength(1);
  });

  test("that the disk does not take is refused, and stays refused", async () => {
    disk.isFull = true;
    bench.running.executor.receive(command("one"));
    disk.isFull = false;
    bench.running.executor.receive(command("one"));
    await settled();
    expect(answersTo("one")).toEqual(["storage", "storage"]);
    expect(bench.board.writes).toEqual([]);
  });

  test("that follows one which a full disk took by half is still known after a restart", async () => {
    disk.isFull = true;
    bench.running.executor.receive(command("one"));
    disk.isFull = false;
    bench.running.executor.receive(command("two"));
    await settled();
    bench.reboot();
    bench.running.executor.receive(command("two"));
    expect(bench.sent.at(-1)).toMatchObject({ id: "two", st: "duplicate", was: "done" });
    expect(bench.board.writes).toHaveLength(1);
  });

  test("that bears the id of another one is refused, not answered with what the other came to", async () => {
    bench.running.executor.receive(command("one"));
    await settled();
    bench.running.executor.receive(command("one", { args: { on: false } }));
    bench.running.executor.receive(command("one", { target: "relay.2" }));
    expect(answersTo("one")).toEqual(["accepted", "done", "arguments", "arguments"]);
    expect(bench.board.writes).toHaveLength(1);
  });

  test("that comes while the controller stops is left to the next start", async () => {
    const stopped = bench.running.executor.stop();
    bench.running.executor.receive(command("one"));
    await stopped;
    expect(() => bench.running.ledger.add(command("two"), portalMs())).toThrow("closed");
    bench.boot();
    bench.running.executor.receive(command("one"));
    await settled();
    expect(answersTo("one")).toEqual(["accepted", "done"]);
  });

  test("is known for as long as it may be carried out, whatever time another one bears and however many follow", async () => {
    bench.running.executor.receive(command("one"));
    await settled();
    bench.running.executor.receive(
      command("future", { iat: portalMs() + 30 * 86_400_000, exp: portalMs() + 30 * 86_400_000 }),
    );
    bench.addOthers(1_000);
    bench.running.executor.receive(command("one"));
    expect(answersTo("one")).toEqual(["accepted", "done", "duplicate"]);
    bench.running.executor.receive(command("two", { target: "relay.2" }));
    expect(answersTo("two")).toEqual(["storage"]);
    await vi.advanceTimersByTimeAsync(31_000);
    bench.running.executor.receive(command("three", { target: "relay.2" }));
    expect(answersTo("three")).toEqual(["accepted"]);
    // There is room again, but what was refused is not carried out after all.
    bench.running.executor.receive(command("two", { target: "relay.2" }));
    expect(bench.sent.at(-1)).toMatchObject({ id: "two", st: "duplicate", was: "refused", error: "storage" });
  });
});

describe("after a restart in the middle of a command", () => {
  test.each<[Behaviour, string]>([
    ["obeys", "done"],
    ["ignores", "restarted"],
  ])("equipment that %s is asked, not set again: %s", async (behaviour, end) => {
    bench.board.behaviour = behaviour;
    bench.isConnected = false;
    bench.running.executor.receive(command("one"));
    bench.reboot();
    await settled();
    bench.isConnected = true;
    bench.running.executor.ready();
    expect(answersTo("one")).toEqual([end]);
    expect(bench.board.writes).toHaveLength(1);
    bench.running.executor.ready();
    expect(answersTo("one")).toHaveLength(1);
  });

  test("a line that was torn by the power cut does no harm", async () => {
    bench.running.executor.receive(command("one"));
    await settled();
    bench.running.ledger.close();
    appendFileSync(join(bench.dir, "commands.jsonl"), '{"command":{"id":"tw');
    bench.boot();
    bench.running.executor.receive(command("one"));
    bench.running.executor.receive(command("two", { args: { on: false } }));
    await settled();
    expect([answersTo("one").at(-1), answersTo("two").at(-1)]).toEqual(["duplicate", "done"]);
  });
});

test("the last 1,000 commands are remembered, and the file does not grow without end", async () => {
  const { ledger } = bench.running;
  for (let number = 0; number < 3_000; number++) {
    ledger.add(
      command(`command-${number}`, { iat: Math.floor(portalMs()) - 60_000, exp: Math.floor(portalMs()) - 1 }),
      portalMs(),
    );
    ledger.finish({ id: `command-${number}`, st: "done", ts: Date.now() });
    ledger.deliver(`command-${number}`);
  }
  expect(ledger.find("command-2000")).toBeDefined();
  expect(ledger.find("command-1999")).toBeUndefined();
  expect(readFileSync(join(bench.dir, "commands.jsonl"), "utf8").split("\n").length).toBeLessThan(5_000);
  bench.reboot();
  expect(bench.running.ledger.find("command-2999")).toBeDefined();
  expect(bench.running.ledger.find("command-2000")).toBeDefined();
  await vi.advanceTimersByTimeAsync(8 * 86_400_000);
  bench.running.ledger.add(command("today"), portalMs());
  expect(bench.running.ledger.find("command-2999")).toBeUndefined();
});
