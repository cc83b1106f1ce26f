import { expect, test } from "vitest";

import { Device } from "./device.schema.ts";

test("what a controller says of a device turns no text beside it", () => {
  const said = { id: "inv", type: "inverter", maker: "\u202Eevil =cmd", model: "A\u2066B\n", serial: "1\u200F2" };
  expect(Device.parse(said)).toEqual({ id: "inv", type: "inverter", maker: "evil =cmd", model: "AB", serial: "12" });
});
