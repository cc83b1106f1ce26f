import { deviceFields } from "@offgrid/contract/devices/device-settings";
import { expect, test } from "vitest";

import { readDevice, textsOfDevice } from "./device-input.ts";

const before = textsOfDevice({ name: "East roof", pollSeconds: 2.5 }, "fr");

test("only what was changed is asked for, and what was emptied is taken back", () => {
  expect(before).toEqual({ name: "East roof", type: "", address: "", pollSeconds: "2,5", enabled: true });
  expect(readDevice(before, before, deviceFields)).toEqual({ changes: {} });
  expect(readDevice({ ...before, name: " ", pollSeconds: "30", enabled: false }, before, deviceFields)).toEqual({
    changes: { name: null, pollSeconds: 30, enabled: false },
  });
  expect(readDevice({ ...before, name: "West", enabled: false }, before, ["name"])).toEqual({
    changes: { name: "West" },
  });
});

test("what means nothing is named", () => {
  expect(readDevice({ ...before, address: "here", pollSeconds: "0,5" }, before, deviceFields)).toEqual({
    wrong: { address: true, pollSeconds: true },
  });
});
