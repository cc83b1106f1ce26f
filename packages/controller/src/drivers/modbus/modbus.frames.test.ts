import fc from "fast-check";
import { expect, test } from "vitest";

import { AnswerReader, coilsOf, type CoilRequest, ModbusException, toFrame } from "./modbus.frames.ts";

const bytes = (hex: string) => Buffer.from(hex.replaceAll(" ", ""), "hex");
const readOutputs: CoilRequest = { kind: "read", address: 16, count: 6 };

test.each<[string, CoilRequest, string]>([
  ["a read of six coils from 16", readOutputs, "0007 0000 0006 01 01 0010 0006"],
  ["coil 18 on", { kind: "write", address: 18, isOn: true }, "0007 0000 0006 01 05 0012 ff00"],
  ["coil 18 off", { kind: "write", address: 18, isOn: false }, "0007 0000 0006 01 05 0012 0000"],
])("%s is this frame", (_title, request, frame) => {
  expect(toFrame(7, 1, request)).toEqual(bytes(frame));
});

test("answers are the same however the network cuts them", () => {
  const stream = bytes("0001 0000 0004 01 01 01 15  0002 0000 0006 01 05 0012 ff00  0003 0000 0003 01 81 02");
  fc.assert(
    fc.property(fc.array(fc.nat({ max: stream.length }), { maxLength: 8 }), (cuts) => {
      const reader = new AnswerReader();
      const places = [0, ...cuts.sort((one, other) => one - other), stream.length];
      const answers = places.slice(1).flatMap((end, index) => reader.read(stream.subarray(places[index], end)));
      expect(answers.map(({ transaction, unit, body }) => [transaction, unit, body.toString("hex")])).toEqual([
        [1, 1, "010115"],
        [2, 1, "050012ff00"],
        [3, 1, "8102"],
      ]);
    }),
  );
});

test.each([
  ["another protocol", "0001 0001 0004 01 01 01 15"],
  ["a length without a function", "0001 0000 0001 01"],
  ["a length beyond what Modbus knows", "0001 0000 0100 01"],
  ["HTTP", Buffer.from("HTTP/1.1 400 Bad Request").toString("hex")],
])("%s is not read on", (_title, hex) => {
  expect(() => new AnswerReader().read(bytes(hex))).toThrow("does not speak Modbus");
});

test("the coils are those that were asked for, whatever else the last byte holds", () => {
  expect(coilsOf(readOutputs, bytes("01 01 f5"))).toEqual([true, false, true, false, true, true]);
  const many = coilsOf({ kind: "read", address: 0, count: 22 }, bytes("01 03 01 00 04"));
  expect(many.flatMap((isOn, coil) => (isOn ? [coil] : []))).toEqual([0, 18]);
  expect(many).toHaveLength(22);
});

test.each<[string, CoilRequest, string]>([
  ["an answer about fewer coils", { kind: "read", address: 0, count: 22 }, "01 01 15"],
  ["an answer that is cut off", { kind: "read", address: 0, count: 22 }, "01 03 15"],
  ["the answer to a write", readOutputs, "05 0012 ff00"],
  ["the exception of another function", readOutputs, "85 02"],
  ["the confirmation of another coil", { kind: "write", address: 18, isOn: true }, "05 0013 ff00"],
])("%s does not answer the request", (_title, request, body) => {
  expect(() => coilsOf(request, bytes(body))).toThrow(Error);
  expect(() => coilsOf(request, bytes(body))).not.toThrow(ModbusException);
});

test("a write is answered also by a device that names the value that it has kept", () => {
  expect(coilsOf({ kind: "write", address: 18, isOn: true }, bytes("05 0012 0000"))).toEqual([]);
});

test("a refusal carries its code", () => {
  expect(() => coilsOf(readOutputs, bytes("81 02"))).toThrow(new ModbusException(2));
});
