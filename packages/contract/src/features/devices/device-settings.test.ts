import { expect, test } from "vitest";

import { deviceKey, deviceOfKey, leftOutBy, readAddress, settingOf } from "./device-settings.ts";
import { DevicesSection, readableDevices } from "./devices.schema.ts";

const section = { "solar.1/name": "East roof", "solar.1/pollSeconds": 30, "meter/enabled": false };

test("a section says of each device what is set of it", () => {
  expect(DevicesSection.parse(section)).toEqual(section);
  expect(settingOf(section, "solar.1")).toEqual({ name: "East roof", pollSeconds: 30 });
  expect(settingOf(null, "solar.1")).toEqual({});
  expect(leftOutBy(section)).toEqual(new Set(["meter"]));
  expect(deviceOfKey(deviceKey("solar.1", "address"))).toEqual({ id: "solar.1", field: "address" });
  expect(["solar.1", "solar.1/colour", "a/b/name", "/name"].map(deviceOfKey)).toEqual(Array(4).fill(undefined));
});

test("a value that cannot be is named by its key, and what a newer program has set is passed over", () => {
  const wrong = { "a/pollSeconds": 0, "a/colour": "red", "a/address": "here:0", "a/name": "" };
  expect(DevicesSection.safeParse(wrong).error?.issues.map(({ path }) => path[0])).toEqual(Object.keys(wrong));
  expect(readableDevices({ ...wrong, ...section })).toEqual(section);
  expect(readableDevices(undefined)).toEqual({});
});

test("an address is a host and a port", () => {
  expect(readAddress("192.168.1.10:502")).toEqual({ host: "192.168.1.10", port: 502 });
  for (const text of ["192.168.1.10", ":502", "host:0", "host:70000", "http://host:1", "a b:1"])
    expect(readAddress(text), text).toBeUndefined();
});
