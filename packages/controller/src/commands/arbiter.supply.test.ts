import { expect, test, vi } from "vitest";

import { command, ExecutorBench } from "../testing/executor-bench.ts";
import { deadFeeder, feedsItself } from "./supply.ts";

const bench = new ExecutorBench();
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

/** An air conditioner behind the second relay. */
function wire() {
  bench.board.list = [
    { target: "ac", op: "ac.set", dwellMs: 1_000, fedBy: ["relay.2"] },
    { target: "relay.2", op: "relay.set", dwellMs: 1_000 },
  ];
  bench.board.state.set("ac", "cool 24 60").set("relay.2", true);
  bench.reboot();
}

const cool = (id: string) =>
  command(id, { op: "ac.set", target: "ac", args: { mode: "cool", setpointDegC: 24, fan: 60 } });

test("what loses its power with what feeds it says so, is refused by that name, and comes back as it was left", async () => {
  wire();
  await bench.look();
  bench.board.state.set("ac", "off").set("relay.2", false);
  await bench.look();
  expect(bench.events).toMatchObject([
    { of: "ac output.changed", value: "off", by: "equipment", reason: "no_supply", feeder: "relay.2" },
    { of: "relay.2 output.hand", value: false },
  ]);
  await wait(200_000);
  bench.running.executor.receive(cool("in vain"));
  await wait(100);
  expect(bench.sent.at(-1)).toMatchObject({ id: "in vain", st: "refused", error: "no_supply" });
  expect(bench.board.writes).toEqual([]);

  bench.board.state.set("relay.2", true);
  await bench.look();
  await wait(200_000);
  await bench.look();
  await wait(2_000);
  expect(bench.board.writes.map(({ target, value }) => `${target} ${String(value)}`)).toEqual(["ac cool 24 60"]);
  expect(bench.events.at(-1)).toMatchObject({ of: "ac output.changed", value: "cool 24 60", reason: "as_left" });
});

test("one that people have left off says that it has no supply, and what is no longer so when that is over", async () => {
  wire();
  bench.board.state.set("ac", "off");
  await bench.look();
  bench.board.state.set("relay.2", false);
  await bench.look();
  await bench.look();
  const said = () => bench.events.filter(({ of }) => of.startsWith("ac"));
  expect(said()).toMatchObject([{ reason: "no_supply", feeder: "relay.2" }]);
  bench.board.state.set("relay.2", true);
  await bench.look();
  await bench.look();
  expect(said()).toHaveLength(2);
  expect(said().at(-1)).toMatchObject({ value: "off", reason: "as_left" });
});

test("where a position is not known, nothing says that there is no supply", async () => {
  wire();
  await bench.look();
  bench.board.behaviour = "silent";
  await bench.look();
  expect(bench.events).toEqual([]);
});

test("of several in a row the one that is nearest to the source is named, and wiring in a circle is found", () => {
  const outputs = [
    { target: "ac", fedBy: ["relay.1"] },
    { target: "relay.1", fedBy: ["phase.3"] },
    { target: "phase.3" },
  ] as const;
  const feeder = (...off: string[]) => deadFeeder(outputs, "ac", (target) => off.includes(target));
  expect([feeder("relay.1", "phase.3"), feeder("relay.1"), feeder("phase.3"), feeder("ac")]).toEqual([
    "phase.3",
    "relay.1",
    "phase.3",
    undefined,
  ]);
  expect(feedsItself(outputs)).toBeUndefined();
  const circle = [...outputs.slice(0, 2), { target: "phase.3", fedBy: ["relay.1"] }] as const;
  expect(feedsItself(circle)).toBe("relay.1");
});
