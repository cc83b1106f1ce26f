import fc from "fast-check";
import { generate } from "mqtt-packet";
import { expect, test } from "vitest";

import { WaitingRoom } from "./broker-listeners.ts";
import { PacketGauge } from "./broker-guard.ts";
import { brokerLimits } from "./broker-limits.ts";
import { MessagePace } from "./broker-pace.ts";

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
  const pace = new MessagePace(brokerLimits);
  const waits = Array.from({ length: 140 }, () => pace.take(1_000));
  expect(waits.slice(0, 100).every((ms) => ms === 0)).toBe(true);
  expect(waits[139]).toBeCloseTo(40 * 50);
  expect(pace.take(60_000)).toBe(0);
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
