import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, expect, test } from "vitest";

import { type OutgoingOptions, OutgoingRefused, dialGuard, openOutgoing } from "./outgoing.ts";

const question = { timeoutMs: 5_000, maxBytes: 1_000 };
const loopback = ["127.0.0.0/8"];
let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A service on this machine that answers paths as the test says and records the requests. */
async function aService(answers: Record<string, { status?: number; location?: string; text?: string }>) {
  const asked: string[] = [];
  server = createServer((request, response) => {
    asked.push(`${request.headers.host} ${request.url}`);
    const answer = answers[request.url ?? ""];
    if (!answer) return;
    response.writeHead(answer.status ?? 200, answer.location === undefined ? {} : { location: answer.location });
    response.end(answer.text ?? "ok");
  });
  await new Promise<void>((resolve) => server?.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, asked };
}

const ask = (url: string, options: OutgoingOptions = {}) => openOutgoing(options)(url, question);

test.each([
  "127.0.0.1",
  "169.254.169.254",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::1]",
  "[::]",
  "0x7f.1",
  "2130706433",
  "0177.0.0.1",
  "0.0.0.0",
  "10.1.2.3",
  "172.31.255.255",
  "192.168.1.1",
  "100.64.0.1",
  "[fe80::1]",
  "[fc00::1]",
  "[64:ff9b::7f00:1]",
  "localhost",
])("C10: %s is not dialled", async (host) => {
  const { port, asked } = await aService({ "/": {} });
  await expect(ask(`http://${host}:${port}/`)).rejects.toThrow(/is not an address that the portal dials/);
  expect(asked).toEqual([]);
});

// Only the decision: none of these is ever dialled by a test.
test.each([
  "192.88.99.1",
  "192.88.99.255",
  "fec0::1",
  "feff::1",
  "::ffff:0:127.0.0.1",
  "::ffff:0:8.8.8.8",
  "::ffff:127.0.0.1",
  "::ffff:10.0.0.1",
  "::ffff:8.8.8.8",
  "0:0:0:0:0:ffff:7f00:1",
  "::127.0.0.1",
  "::8.8.8.8",
  "64:ff9b::8.8.8.8",
  "64:ff9b:1::1",
  "2002:7f00:1::",
  "2001::1",
  "2001:10::1",
  "2001:db8::1",
  "3fff::1",
  "100::1",
  "5f00::1",
  "fd00::1",
  "febf::1",
  "fe80::1%lo",
  "2606:4700::1%lo",
  "ff02::1",
  "224.0.0.1",
  "255.255.255.255",
  "weather.example.org",
  "",
])("C10: %j may not be dialled", (address) => {
  expect(dialGuard()(address)).toBe(false);
});

test.each(["93.184.215.14", "192.88.98.1", "192.88.100.1", "2606:4700::1", "2a00:1450:4001::1"])(
  "%s is an address of the internet and may be dialled",
  (address) => {
    expect(dialGuard()(address)).toBe(true);
  },
);

test("a network that is allowed opens its own addresses and no others", () => {
  const may = dialGuard(["10.1.0.0/16", "fd00:1::/32"]);
  expect(["10.1.2.3", "fd00:1::5"].map(may)).toEqual([true, true]);
  expect(["10.2.0.1", "fd00:2::5", "192.88.99.1", "::ffff:0:10.1.2.3"].map(may)).toEqual([false, false, false, false]);
});

test.each([
  "http://example.org:0/",
  "http://example.org:65536/",
  "http://example.org:22;ls/",
  "file:///etc/passwd",
  "ftp://example.org/",
  "http://key@example.org/",
  "example.org",
])("C10: %s is not an address", async (url) => {
  const resolved: string[] = [];
  const resolve = async (host: string) => {
    resolved.push(host);
    return [];
  };
  await expect(ask(url, { resolve })).rejects.toThrow(OutgoingRefused);
  expect(resolved).toEqual([]);
});

test("a name without an address counts as an outage, which the caller gets as a message", async () => {
  const resolve = () => Promise.reject(new Error("getaddrinfo ENOTFOUND weather.example.org"));
  const asked = ask("http://weather.example.org/", { resolve });
  await expect(asked).rejects.toThrow(OutgoingRefused);
  await expect(asked).rejects.toThrow("The address of weather.example.org cannot be found.");
});

test("C10: a name is resolved once and that address is dialled, whatever it resolves to afterwards", async () => {
  const { port, asked } = await aService({ "/": { text: "here" } });
  let times = 0;
  const resolve = async () => [{ address: (times += 1) === 1 ? "127.0.0.2" : "127.0.0.1", family: 4 }];
  // Nobody listens on 127.0.0.2: a second lookup of the name would find the service.
  await expect(ask(`http://weather.example.org:${port}/`, { allow: loopback, resolve })).rejects.toThrow(
    /cannot be reached/,
  );
  expect([times, asked]).toEqual([1, []]);
  const answer = await ask(`http://weather.example.org:${port}/`, { allow: loopback, resolve });
  expect([answer.status, answer.text]).toEqual([200, "here"]);
  expect(asked).toEqual([`weather.example.org:${port} /`]);
});

test("C10: a name with one forbidden address among public ones is not dialled", async () => {
  const resolve = async () => [
    { address: "93.184.215.14", family: 4 },
    { address: "::ffff:10.0.0.1", family: 6 },
  ];
  await expect(ask("http://example.org/", { resolve })).rejects.toThrow(/is not an address/);
});

test("C10: a redirect is not followed", async () => {
  const { port, asked } = await aService({ "/": { status: 302, location: "/inside" }, "/inside": {} });
  await expect(ask(`http://127.0.0.1:${port}/`, { allow: loopback })).rejects.toThrow(/redirects elsewhere/);
  expect(asked).toHaveLength(1);
});

test("an answer that is too large or never ends gives an error and does not fill the memory", async () => {
  const { port } = await aService({ "/large": { text: "x".repeat(2_000) } });
  const go = openOutgoing({ allow: loopback });
  await expect(go(`http://127.0.0.1:${port}/large`, question)).rejects.toThrow("Its answer is too large.");
  await expect(go(`http://127.0.0.1:${port}/silent`, { ...question, timeoutMs: 50 })).rejects.toThrow(
    "It took too long.",
  );
});
