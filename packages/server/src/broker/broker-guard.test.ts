import { PassThrough } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";

import fc from "fast-check";
import { generate } from "mqtt-packet";
import { expect, test } from "vitest";

import { WaitingRoom } from "./broker-listeners.ts";
import { GuardedConnection, PacketGauge } from "./broker-guard.ts";
import { brokerLimits } from "./broker-limits.ts";
import { Pace } from "./broker-pace.ts";

const publish = (bytes: number) =>
  generate({ cmd: "publish", topic: "a", payload: Buffer.alloc(bytes), qos: 0, retain: false, dup: false });
const hello = generate({
  cmd: "connect",
  clientId: "a",
  protocolId: "MQTT",
  protocolVersion: 4,
  clean: true,
  keepalive: 60,
});

test("packets within the limit pass, however the network cuts them", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(2_000), { maxLength: 8 }),
      fc.array(fc.integer({ min: 1, max: 700 }), { minLength: 1 }),
      (sizes, cuts) => {
        const bytes = Buffer.concat([hello, ...sizes.map(publish), generate({ cmd: "pingreq" })]);
        const gauge = new PacketGauge();
        for (let from = 0, cut = 0; from < bytes.length; cut++) {
          const to = from + (cuts[cut % cuts.length] as number);
          expect(gauge.check(bytes.subarray(from, to))).toBeUndefined();
          from = to;
        }
      },
    ),
  );
});

test("a packet over the limit is recognised by its length, before its content arrives", () => {
  const gauge = new PacketGauge();
  expect(gauge.check(hello)).toBeUndefined();
  expect(gauge.check(publish(256 * 1024 - 3))).toBeUndefined();
  expect(gauge.check(publish(256 * 1024 + 1).subarray(0, 4))).toBe("too long");
});

test("the first packet has a limit of its own, a length of five bytes is malformed, quality 2 is refused", () => {
  expect(new PacketGauge().check(publish(5_000).subarray(0, 3))).toBe("too long");
  expect(new PacketGauge().check(Uint8Array.of(0x10, 0xff, 0xff, 0xff, 0xff))).toBe("malformed");
  expect(new PacketGauge().check(Uint8Array.of(0x34))).toBe("qos 2");
});

test("silent connections are limited per address and in all, and make room when they close", () => {
  const room = new WaitingRoom({ waitingPerAddress: 2, waitingInAll: 3 });
  const leave = room.enter("a");
  expect(room.enter("a")).toBeDefined();
  expect(room.enter("a")).toBeUndefined();
  expect(room.enter("b")).toBeDefined();
  expect(room.enter("c")).toBeUndefined();
  leave?.();
  leave?.();
  expect(room.enter("c")).toBeDefined();
  expect(room.enter("d")).toBeUndefined();
});

test("a controller may send a hundred messages at once, then twenty a second", () => {
  const pace = new Pace({ perS: brokerLimits.messagesPerS, burst: brokerLimits.burst });
  const waits = Array.from({ length: 140 }, () => pace.take(1_000));
  expect(waits.slice(0, 100).every((ms) => ms === 0)).toBe(true);
  expect(waits[139]).toBeCloseTo(40 * 50);
  expect(pace.take(60_000)).toBe(0);
});

test("a pace counts bytes as well: a large message takes as long as the small ones of its size", () => {
  const pace = new Pace({ perS: 1_000, burst: 5_000 });
  expect(pace.take(0, 5_000)).toBe(0);
  expect(pace.take(0, 500)).toBeCloseTo(500);
  expect(pace.take(10_000, 5_000)).toBe(0);
});

/** A connection that has connected, with what the broker library would read of it. */
function openGuarded(limits: Partial<typeof brokerLimits>) {
  const inner = new PassThrough();
  const connection = new GuardedConnection(
    inner,
    { address: "", isWebSocket: false, unsent: () => 0, limits: { ...brokerLimits, ...limits } },
    () => {},
  );
  let seenBytes = 0;
  connection.on("data", (bytes: Buffer) => (seenBytes += bytes.length));
  inner.write(hello);
  const sizeOf = publish(1_000).length;
  const seen = async () => {
    // Whatever may pass does so within a few turns of the loop.
    for (let count = 0; count < 20; count++) await turn();
    return (seenBytes - hello.length) / sizeOf;
  };
  return {
    inner,
    connection,
    seen,
    send: (count: number) => inner.write(Buffer.concat(Array(count).fill(publish(1_000)))),
  };
}

test("messages that are not taken hold back the ones after them, in number and in bytes", async () => {
  for (const limits of [{ untakenMessages: 3 }, { untakenBytes: 2_500 }]) {
    const { connection, send, seen } = openGuarded(limits);
    send(10);
    expect(await seen()).toBe(3);
    connection.taken();
    expect(await seen()).toBe(4);
    for (let count = 0; count < 9; count++) connection.taken();
    expect(await seen()).toBe(10);
    connection.destroy();
  }
});

test("beyond the pace nothing more is read, and a connection that is gone leaves nothing waiting", async () => {
  for (const limits of [
    { messagesPerS: 0.001, burst: 4 },
    { messageBytesPerS: 1, burstBytes: 4_500 },
  ]) {
    const { inner, connection, send, seen } = openGuarded(limits);
    for (let count = 0; count < 50; count++) send(10);
    // The burst, and the one that exceeds it.
    expect(await seen()).toBe(5);
    expect(connection.waitingBytes).toBeLessThan(11 * 1_010);
    expect(inner.isPaused()).toBe(true);
    connection.destroy();
    for (let count = 0; count < 5; count++) connection.taken();
    expect(await seen()).toBe(5);
    expect(connection.waitingBytes).toBe(0);
  }
});

test("a connection that has stopped reading passes nothing on, also when there is room again", async () => {
  const { connection, send, seen } = openGuarded({ untakenMessages: 2 });
  send(10);
  expect(await seen()).toBe(2);
  connection.stopReading();
  connection.taken();
  connection.taken();
  send(1);
  expect(await seen()).toBe(2);
  connection.destroy();
});

test("the gauge stops after a number of packets other than PUBLISH, and goes on where it stopped", () => {
  const gauge = new PacketGauge();
  const ping = generate({ cmd: "pingreq" });
  const bytes = Buffer.concat([hello, ping, publish(300), ping, ping, ping]);
  expect(gauge.check(bytes, 3)).toBeUndefined();
  expect(gauge.controls).toBe(3);
  expect(gauge.passedBytes).toBe(bytes.length - 2 * ping.length);
  expect(gauge.check(bytes.subarray(gauge.passedBytes), 3)).toBeUndefined();
  expect([gauge.controls, gauge.passedBytes]).toEqual([2, 2 * ping.length]);
});
