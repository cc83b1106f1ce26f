import type { IncomingMessage } from "node:http";

import { pino } from "pino";
import { expect, test } from "vitest";

import { Proxies, hasProxyHeader } from "./proxies.ts";

function opened(believed: readonly string[]) {
  const lines: string[] = [];
  const proxies = new Proxies(believed, pino({ level: "warn" }, { write: (line: string) => void lines.push(line) }));
  const addressOf = (remoteAddress: string, forwarded?: string) =>
    proxies.addressOf({
      socket: { remoteAddress },
      headers: forwarded === undefined ? {} : { "x-forwarded-for": forwarded },
    } as IncomingMessage);
  return { lines, addressOf };
}

test("the caller is the nearest address that is not a trusted proxy", () => {
  const { addressOf, lines } = opened(["10.0.0.2", "10.1.0.0/16", "fd00::/8"]);
  expect(addressOf("10.0.0.2")).toBe("10.0.0.2");
  expect(addressOf("10.0.0.2", "203.0.113.9")).toBe("203.0.113.9");
  expect(addressOf("::ffff:10.0.0.2", "203.0.113.9")).toBe("203.0.113.9");
  expect(addressOf("fd00::1", "2001:db8::7")).toBe("2001:db8::7");
  // What the caller wrote before the proxies' own entries is not trusted.
  expect(addressOf("10.0.0.2", "1.1.1.1, 203.0.113.9, 10.1.7.7")).toBe("203.0.113.9");
  expect(addressOf("10.0.0.2", "nonsense")).toBe("10.0.0.2");
  expect(lines).toEqual([]);
});

test("of an entry with a port the address counts, and what is no address leaves the proxy's own", () => {
  const { addressOf } = opened(["10.0.0.2", "10.1.0.0/16"]);
  for (const [forwarded, address] of [
    ["203.0.113.9:40001", "203.0.113.9"],
    ["[2001:db8::7]:40001", "2001:db8::7"],
    ["[2001:db8::7]", "2001:db8::7"],
    ["2001:0DB8:0::7", "2001:db8::7"],
    ["::ffff:203.0.113.9", "203.0.113.9"],
    ["1.1.1.1, 203.0.113.9:40001, 10.1.7.7:80", "203.0.113.9"],
    ["9.9.9.9, unknown", "10.0.0.2"],
    ["9.9.9.9,,", "10.0.0.2"],
    ["203.0.113.9:", "10.0.0.2"],
    ["203.0.113.9:123456", "10.0.0.2"],
    ["[203.0.113.9]:80", "10.0.0.2"],
    ["fe80::1%eth0", "10.0.0.2"],
    ["", "10.0.0.2"],
    ["unknown, 10.1.7.7", "10.1.7.7"],
  ] as const)
    expect([forwarded, addressOf("10.0.0.2", forwarded)]).toEqual([forwarded, address]);
});

test("a header from an unknown proxy is not trusted, which is logged once", () => {
  const { addressOf, lines } = opened(["10.0.0.2"]);
  expect(addressOf("198.51.100.1", "203.0.113.9")).toBe("198.51.100.1");
  expect(addressOf("198.51.100.2", "203.0.113.9")).toBe("198.51.100.2");
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("TRUSTED_PROXIES");
  expect(opened([]).addressOf("198.51.100.1", "203.0.113.9")).toBe("198.51.100.1");
});

test("each kind of header by which an unknown proxy names its caller is logged once", () => {
  const lines: string[] = [];
  const proxies = new Proxies(
    ["10.0.0.2"],
    pino({ level: "warn" }, { write: (line: string) => void lines.push(line) }),
  );
  for (let time = 0; time < 2; time++)
    for (const header of ["forwarded", "x-real-ip", "x-forwarded-for", "accept"])
      for (const remoteAddress of ["198.51.100.1", "10.0.0.2"])
        proxies.notice({ socket: { remoteAddress }, headers: { [header]: "x" } } as unknown as IncomingMessage);
  const headers = lines.map((line) => (JSON.parse(line) as { header: string }).header);
  expect(headers).toEqual(["forwarded", "x-real-ip", "x-forwarded-for"]);
});

test("proxy headers are recognised by name", () => {
  expect(hasProxyHeader({ host: "localhost", "user-agent": "curl" })).toBe(false);
  const ofBrowser = ["accept", "accept-encoding", "cookie", "origin", "referer", "sec-fetch-site", "upgrade", "dnt"];
  expect(hasProxyHeader(Object.fromEntries(ofBrowser.map((name) => [name, "x"])))).toBe(false);
  for (const name of [
    ...["x-forwarded-for", "x-forwarded-host", "forwarded", "forwarded-for", "x-original-forwarded-for", "via"],
    ...["x-real-ip", "x-client-ip", "x-cluster-client-ip", "true-client-ip", "fly-client-ip", "fastly-client-ip"],
    ...["cf-connecting-ip", "cf-ray", "cdn-loop", "x-azure-clientip", "x-envoy-external-address", "x-proxyuser-ip"],
    ...["x-original-host", "x-amzn-trace-id", "proxy-connection", "x-remote-addr", "x-appengine-user-ip"],
  ])
    expect([name, hasProxyHeader({ [name]: "x" })]).toEqual([name, true]);
});
