import { expect, test } from "vitest";

import type { ConfigDoc } from "./config-doc.ts";
import { isHost } from "./config-fields.ts";
import { configSha256 } from "./config-hash.ts";
import { WantedSections, faultsOf } from "./configuration.schema.ts";

const faultIn = (network: Record<string, unknown>) => WantedSections.safeParse({ network }).error?.issues[0];

test.each(["256.1.1.1", "1.2.3", "1.2.3.4.5", "a.b.c.d", "", "1.2.3.-4", "1.2.3.0004", 5])(
  "%s is no IP address",
  (ip) => expect(faultIn({ ip, mask: "255.255.255.0" })?.message).toMatch(/four dotted numbers, each 0 to 255/),
);

test.each([-1, 65_537, 1.5, "22;ls", null])("%s is no port", (port) =>
  expect(faultIn({ port })?.message).toBe("Please fill a port: 0 to 65536."),
);

test.each([0, 65_536, 1883])("%s is a port that can be asked for", (port) => expect(faultIn({ port })).toBeUndefined());

test.each(["user@host", "host:22", "http://host", "-host", "a b", ""])("%s is no host", (portalHost) =>
  expect(faultIn({ portalHost })?.path).toEqual(["network", "portalHost"]),
);

test("an address needs its mask, and a gateway needs both", () => {
  expect(faultIn({ ip: "10.0.0.2" })).toMatchObject({ path: ["network", "mask"], message: "Please fill full fields" });
  expect(faultsOf({ network: { gateway: "10.0.0.1" } })).toEqual({
    "network.ip": "Please fill full fields",
    "network.mask": "Please fill full fields",
  });
});

test.each([
  ["portal.example.org", true],
  ["10.0.0.2", true],
  ["[::]", true],
  ["[::1]", true],
  ["[fe80::1:2]", true],
  ["[::ffff:10.0.0.2]", true],
  ["[1:2:3:4:5:6:7:8]", true],
  ["[::::]", false],
  ["[1::2::3]", false],
  ["[1:2:3:4:5:6:7]", false],
  ["[1:2:3:4:5:6:7:8:9]", false],
  ["[::ffff:300.0.0.2]", false],
  ["[10.0.0.2::]", false],
  ["[12345::]", false],
  ["[]", false],
  ["::1", false],
])("%s names a host: %s", (text, is) => {
  expect(isHost(text)).toBe(is);
});

test("an unknown key cannot be asked for, and is said by its name", () => {
  expect(WantedSections.safeParse({ network: { password: "x" } }).success).toBe(false);
  expect(WantedSections.safeParse({ secrets: {} }).success).toBe(false);
});

test("load protection gives loads back only above the charge at which it cuts them", () => {
  const loadProtection = { enabled: true, cutSoc: 40, restoreSoc: 40, cutVoltage: null, restoreVoltage: null };
  expect(faultsOf({ loadProtection: { ...loadProtection, delaySeconds: 60, loads: [] } })).toEqual({
    "loadProtection.restoreSoc": "must be above the charge at which loads are cut",
  });
});

test("both ends have the same hash of the same document", () => {
  const hash = configSha256({ network: { port: 1883, portalHost: "a" } });
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(configSha256({ network: { portalHost: "a", port: 1883 }, keepAlive: {} })).toBe(hash);
});

test("a load is an output, and never a name that every object has", () => {
  const loadProtection = (target: string) => ({
    enabled: true,
    cutSoc: 20,
    restoreSoc: 30,
    cutVoltage: null,
    restoreVoltage: null,
    delaySeconds: 60,
    loads: [{ target, neverCut: false }],
  });
  const isTaken = (target: string) => WantedSections.safeParse({ loadProtection: loadProtection(target) }).success;
  expect(["relay.3", "__proto__", "constructor", "Relay 3"].map(isTaken)).toEqual([true, false, false, false]);
});

test("pauses of relays are whole seconds up to an hour, of relays that can be", () => {
  const fault = (relays: object) => Object.keys(faultsOf({ relays } as ConfigDoc));
  expect(fault({ "relay.1/minOnSeconds": 0, "relay.8/minOffSeconds": 3_600 })).toEqual([]);
  for (const seconds of [-1, 3_601, 1.5, "60", null])
    expect(fault({ "relay.1/minOnSeconds": seconds })).toEqual(["relays.relay.1/minOnSeconds"]);
  for (const key of ["relay.9/minOnSeconds", "phase.1/minOnSeconds", "relay.1/colour", "__proto__x"])
    expect(fault({ [key]: 60 })).toEqual([`relays.${key}`]);
});
