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

test("a header from an unknown proxy is not trusted, which is logged once", () => {
  const { addressOf, lines } = opened(["10.0.0.2"]);
  expect(addressOf("198.51.100.1", "203.0.113.9")).toBe("198.51.100.1");
  expect(addressOf("198.51.100.2", "203.0.113.9")).toBe("198.51.100.2");
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain("TRUSTED_PROXIES");
  expect(opened([]).addressOf("198.51.100.1", "203.0.113.9")).toBe("198.51.100.1");
});

test("proxy headers are recognised by name", () => {
  expect(hasProxyHeader({ host: "localhost", "user-agent": "curl" })).toBe(false);
  for (const name of ["x-forwarded-for", "x-forwarded-host", "forwarded", "via", "x-real-ip", "cf-connecting-ip"])
    expect(hasProxyHeader({ [name]: "x" })).toBe(true);
});
