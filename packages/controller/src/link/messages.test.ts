import { framesPerMessage, packetLimitBytes } from "@offgrid/contract/core/constants";
import { FrameColumns } from "@offgrid/contract/telemetry/telemetry.schema";
import fc from "fast-check";
import { expect, test } from "vitest";

import { fromPayload, packFrames, toPayload } from "./messages.ts";

const value = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: null });

test("every message fits its packet, takes the first frames in order, and reads back unchanged", () => {
  const frames = fc.tuple(fc.integer({ min: 1, max: 512 }), fc.integer({ min: 1, max: 80 })).chain(([width, count]) =>
    fc.array(
      fc.record({
        atMs: fc.integer({ min: 0, max: 2 ** 45 }),
        values: fc.array(value, { minLength: width, maxLength: width }),
      }),
      { minLength: count, maxLength: count },
    ),
  );
  const property = fc.property(frames, fc.boolean(), (some, mayCompress) => {
    const { text, count } = packFrames("b7c1", 7, { mv: 3 }, some);
    const payload = toPayload(text, mayCompress);
    const read = FrameColumns.parse(fromPayload(payload));
    expect(Buffer.byteLength(text)).toBeLessThan(packetLimitBytes);
    expect(count).toBeGreaterThan(0);
    expect(read.t).toEqual(some.slice(0, count).map((frame) => frame.atMs));
    // JSON knows no negative zero, and neither does a measurement.
    const plain = some.slice(0, count).map((frame) => frame.values.map((one) => (one === 0 ? 0 : one)));
    expect(read.v).toEqual(plain);
  });
  fc.assert(property, { numRuns: 40 });
});

test("no message has more frames than the protocol allows", () => {
  const frames = Array.from({ length: framesPerMessage + 10 }, (_, atMs) => ({ atMs, values: [1] }));
  expect(packFrames("b7c1", 0, { m: ["battery.soc"] }, frames).count).toBe(framesPerMessage);
});

test("a payload that would unpack to more than a packet is refused", () => {
  expect(() => fromPayload(toPayload(JSON.stringify("x".repeat(packetLimitBytes + 1)), true))).toThrow();
});
