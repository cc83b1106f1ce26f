import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type IncomingMessage, get } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { brotliCompressSync, gzipSync } from "node:zlib";

import { pino } from "pino";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { type TestPortal, startTestPortal } from "../testing/test-portal.ts";

const aheadLinks = ["frame", "dashboard", "en", "fr"]
  .map((name) => `<link rel="modulepreload" nonce="__CSP_NONCE__" href="/assets/${name}-1.js" data-ahead="${name}">\n`)
  .join("");

let portal: TestPortal;
let webFolder: string;
let origin: string;
const logged: string[] = [];

beforeAll(async () => {
  webFolder = await mkdtemp(join(tmpdir(), "offgrid-web-"));
  await mkdir(join(webFolder, "assets"));
  await writeFile(
    join(webFolder, "index.html"),
    `<title>__PORTAL_NAME__</title><meta name="offgrid-config" content='__OFFGRID_CONFIG__'><script nonce="__CSP_NONCE__"></script>${aheadLinks}`,
  );
  await writeFile(join(webFolder, "assets", "app-1234.js"), "console.log(1)");
  await writeFile(join(webFolder, "assets", "app-1234.js.gz"), gzipSync("console.log(1)"));
  await writeFile(join(webFolder, "assets", "app-1234.js.br"), brotliCompressSync("console.log(1)"));
  await writeFile(join(webFolder, "manual.html"), "<h1>Manual</h1>");
  // With a trailing slash, like the built app's folder.
  webFolder += "/";
  portal = await startTestPortal(
    { portalName: `Zoé's "grid" <b>`, publicUrl: "https://portal.example.org" },
    { webFolder, log: pino({ level: "warn" }, { write: (line) => void logged.push(line) }) },
  );
  origin = `http://127.0.0.1:${portal.port}`;
});
afterAll(async () => {
  await portal.stop();
  await rm(webFolder, { recursive: true });
});

test.each(["/", "/assets", "/assets/", "/fr", "/containers/lodwar", "/fr/containers/lodwar?tab=overview"])(
  "%s is the page",
  async (path) => {
    const [one, other] = await Promise.all([fetch(origin + path), fetch(origin + path)]);
    expect(one.status).toBe(200);
    expect(one.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(one.headers.get("cache-control")).toBe("no-store");
    const html = await one.text();
    const nonce = /nonce="([^"]+)"/.exec(html)?.[1] ?? "";
    expect(nonce).toHaveLength(24);
    expect(await other.text()).not.toContain(nonce);
    const policy = one.headers.get("content-security-policy") ?? "";
    expect(policy).toContain(`script-src 'nonce-${nonce}' 'strict-dynamic'`);
    expect(policy).toContain("connect-src 'self' wss://portal.example.org;");
    expect(policy).toContain("require-trusted-types-for 'script'");
  },
);

test.each([
  ["/", ["frame", "dashboard", "en"]],
  ["/fr", ["frame", "dashboard", "fr"]],
  ["/fr/?period=7_days", ["frame", "dashboard", "fr"]],
  ["/containers/lodwar", ["frame", "en"]],
  ["/french", ["frame", "en"]],
  ["/login", []],
  ["/fr/reset-pass", []],
  ["/offline-page", ["frame", "dashboard", "en", "fr"]],
])("%s fetches ahead what it needs and nothing else", async (path, needed) => {
  const html = await (await fetch(origin + path)).text();
  expect([...html.matchAll(/data-ahead="([^"]+)"/g)].map(([, name]) => name)).toEqual(needed);
});

test("the page carries its configuration, and a name with quotes and tags stays text", async () => {
  const html = await (await fetch(origin)).text();
  expect(html).toContain("<title>Zoé&#39;s &quot;grid&quot; &lt;b&gt;</title>");
  const content = /content='([^']*)'/.exec(html)?.[1] ?? "";
  const decoded = content
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">");
  expect(JSON.parse(decoded)).toMatchObject({ apiBase: "/api", portalName: `Zoé's "grid" <b>`, demo: false });
});

test("every answer has the headers that make browsers strict, and none that lets other origins in", async () => {
  for (const path of ["/", "/assets/app-1234.js", "/live", "/api/nothing", "/nothing.png"]) {
    const { headers } = await fetch(origin + path, { headers: { origin: "https://evil.example" } });
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
    expect([...headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
  }
});

test.each(["/shared-chart", "/fr/shared-chart"])(
  "the page of a link is in no search engine and no frame, and tells nobody where it was (%s)",
  async (path) => {
    const { status, headers } = await fetch(origin + path);
    expect(status).toBe(200);
    expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("content-security-policy")?.split("; ")).toContain("frame-ancestors 'none'");
  },
);

test.each([
  ["gzip", "gzip"],
  ["gzip, deflate, br, zstd", "br"],
])("scripts are compressed for a browser that takes %s, and may be cached for ever", async (accepted, encoding) => {
  const response = await fetch(`${origin}/assets/app-1234.js`, { headers: { "accept-encoding": accepted } });
  expect(response.headers.get("content-encoding")).toBe(encoding);
  expect(response.headers.get("content-type")).toMatch(/javascript/);
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(await response.text()).toBe("console.log(1)");
});

test("a document served as a file may run no scripts", async () => {
  const response = await fetch(`${origin}/manual.html`);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'self';/);
  expect(response.headers.get("cache-control")).toBe("no-cache");
});

test("an address that is neither call, file nor page gets a not-found answer in JSON", async () => {
  for (const [method, path, code] of [
    ["GET", "/assets/missing.js", "not_found"],
    ["GET", "/index.html", "not_found"],
    ["GET", "/..%2f..%2fpackage.json", "not_found"],
    ["POST", "/containers", "not_found"],
    ["GET", "/api/getSites", "no_such_call"],
    ["POST", "/api/a/b", "no_such_call"],
  ] as const) {
    const response = await fetch(origin + path, { method });
    expect([path, response.status, ((await response.json()) as { code: string }).code]).toEqual([path, 404, code]);
  }
});

test("a broken address is refused", async () => {
  const response = await fetch(`${origin}/%zz`);
  expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, "bad_input"]);
});

test("the portal reports that it is alive and ready, and its condition", async () => {
  expect((await fetch(`${origin}/live`)).status).toBe(200);
  expect(await (await fetch(`${origin}/ready`)).json()).toEqual({ status: "ok" });
  const metrics = await fetch(`${origin}/metrics`);
  expect(metrics.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  expect(await metrics.text()).toMatch(/^offgrid_process_uptime_seconds \d+$/m);
  const through = await fetch(`${origin}/metrics`, { headers: { "x-forwarded-for": "203.0.113.9" } });
  expect(await through.text()).not.toContain("offgrid_process");
});

test("the portal stays ready beside a newer one that only adds to the database, not beside one that takes something away", async () => {
  const { pool } = portal.database;
  const add = (breaks: boolean) =>
    pool.query("insert into schema_migration (version, name, checksum, breaks) values ($1, 'later', '', $2)", [
      ...[breaks ? 9999 : 9998, breaks],
    ]);
  onTestFinished(async () => void (await pool.query("delete from schema_migration where version > 9000")));
  await add(false);
  expect(await (await fetch(`${origin}/ready`)).json()).toEqual({ status: "ok" });
  await add(true);
  const response = await fetch(`${origin}/ready`);
  expect([response.status, JSON.stringify(await response.json())]).toEqual([
    503,
    expect.stringContaining("schema has step 9999, which needs a newer version"),
  ]);
});

test("a browser's report about the content policy is accepted without an answer", async () => {
  const headers = { "content-type": "application/csp-report" };
  expect((await fetch(`${origin}/csp-report`, { method: "POST", headers, body: '{"csp-report":{}}' })).status).toBe(
    204,
  );
  expect((await fetch(`${origin}/csp-report`, { method: "POST", headers, body: "x".repeat(20_000) })).status).toBe(413);
});

test("a report about a page whose address proves something is logged without that", async () => {
  const report = { "document-uri": `${origin}/reports/stop?token=from-a-mail`, "blocked-uri": "inline" };
  await fetch(`${origin}/csp-report`, {
    method: "POST",
    headers: { "content-type": "application/csp-report" },
    body: JSON.stringify({ "csp-report": report }),
  });
  const line = logged.find((one) => one.includes("/reports/stop"));
  expect(line).toContain("inline");
  expect(line).not.toContain("from-a-mail");
});

/** Everything that is answered to a request written byte by byte. */
async function answerTo(request: string): Promise<string> {
  const socket = connect(portal.port, "127.0.0.1");
  socket.write(request);
  return text(socket);
}

test("metrics are for this machine only: not with a proxy's header, nor under another host name", async () => {
  const showsFigures = async (headers: Record<string, string>) => {
    const [response] = (await once(get(`${origin}/metrics`, { headers }), "response")) as [IncomingMessage];
    return (await text(response)).includes("offgrid_process");
  };
  expect(await showsFigures({})).toBe(true);
  for (const host of ["localhost:3000", "127.0.0.1", "[::1]:3000"]) expect(await showsFigures({ host })).toBe(true);
  for (const host of [
    ...["portal.example.org", "127.0.0.1.evil.example", "localhost.evil.example:80", "evil.example@localhost"],
    ...["localhost/", "localhost:", "127.1", "0x7f000001", "127.0.0.1:80:80", "10.0.0.1", "localhost x"],
  ])
    expect([host, await showsFigures({ host })]).toEqual([host, false]);
  expect(await answerTo(`GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)).toContain(
    "offgrid_process",
  );
  expect(
    await answerTo(`GET /metrics HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n`),
  ).not.toContain("offgrid_process");
  for (const name of [
    "x-real-ip",
    "via",
    "x-forwarded-host",
    "forwarded",
    "cf-connecting-ip",
    "forwarded-for",
    "cf-ray",
  ])
    expect(await showsFigures({ [name]: "203.0.113.9" })).toBe(false);
});

test("reports and requests for unknown addresses are refused once a network sends a flood of them", async () => {
  const headers = { "content-type": "application/csp-report" };
  const seen = async (count: number, ask: () => Promise<Response>) => {
    const statuses: number[] = [];
    for (let asked = 0; asked < count; asked++) statuses.push((await ask()).status);
    return [...new Set(statuses)];
  };
  const report = () => fetch(`${origin}/csp-report`, { method: "POST", headers, body: '{"csp-report":{}}' });
  expect(await seen(25, report)).toEqual([204, 429]);
  expect((await report()).headers.get("retry-after")).toMatch(/^\d+$/);
  expect(await seen(310, () => fetch(`${origin}/nothing.js`))).toEqual([404, 429]);
  const call = () =>
    fetch(`${origin}/api/inventedCall`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
  expect(await seen(1, call)).toEqual([429]);
  expect(await seen(1, () => fetch(`${origin}/map/world/invented/0/0/0`))).toEqual([429]);
  // Requests for existing addresses are answered.
  expect((await fetch(`${origin}/`)).status).toBe(200);
});

test("behind a trusted proxy the limits are those of the caller that it names, with or without a port", async () => {
  const behind = await startTestPortal({ trustedProxies: ["127.0.0.1"] }, { webFolder });
  onTestFinished(() => behind.stop());
  const statusFrom = async (address: string) => {
    const headers = { "x-forwarded-for": address };
    return (await fetch(`http://127.0.0.1:${behind.port}/nothing.js`, { headers })).status;
  };
  for (let asked = 0; asked < 300; asked++) expect(await statusFrom(`203.0.113.9:${40_000 + asked}`)).toBe(404);
  expect(await statusFrom("203.0.113.9:50000")).toBe(429);
  expect(await statusFrom("203.0.113.9")).toBe(429);
  expect(await statusFrom("198.51.100.7:50000")).toBe(404);
});

test("the page that browsers keep says so and runs scripts of the portal only, since it cannot carry a fresh nonce", async () => {
  const kept = await fetch(`${origin}/offline-page`);
  const policy = kept.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("style-src 'self' 'unsafe-inline';");
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).not.toMatch(/nonce|strict-dynamic/);
  expect(await kept.text()).toContain("&quot;offline&quot;:true");
  expect(await (await fetch(`${origin}/containers`)).text()).not.toContain("offline&quot;");
});
