import { expect, test } from "vitest";

import { isLoopback } from "./config.schemas.ts";
import { readConfig, settings } from "./config.ts";

test("without any variable everything has its default", () => {
  expect(readConfig({})).toMatchObject({
    port: 8080,
    host: "127.0.0.1",
    mqttPort: 1883,
    mqttHost: "127.0.0.1",
    mqttTls: undefined,
    dataDir: `${process.cwd()}/data`,
    databaseUrl: undefined,
    publicUrl: undefined,
    apiBase: "/api",
    portalName: "Offgrid Portal",
    sealAfterS: 21_600,
    earliestMs: Date.UTC(2020, 0, 1),
    rawDays: 3_650,
    rollupDays: 7_300,
    diskMinFreePercent: 5,
    diskMinFreeBytes: 1024 ** 3,
    diskBallastBytes: 64 * 1024 ** 2,
    logLevel: "info",
    demo: false,
  });
  expect(readConfig({ PORT: "", ROLES: "" }).port).toBe(8080);
});

test("good values are accepted", () => {
  const env = {
    PORT: "0",
    HOST: "::1",
    API_BASE: "/v1/calls",
    PUBLIC_URL: "https://portal.example.org/",
    EARLIEST: "2015-07-01",
    ROLES: "worker, api,ingest",
  };
  expect(readConfig(env)).toMatchObject({
    port: 0,
    host: "::1",
    apiBase: "/v1/calls",
    publicUrl: "https://portal.example.org",
    earliestMs: Date.UTC(2015, 6, 1),
  });
  expect(readConfig({ HOST: "localhost" }).host).toBe("127.0.0.1");
});

test("traces go to the collector that is named, and to none otherwise", () => {
  expect(readConfig({ OTEL_SERVICE_NAME: "fleet" }).collector).toBeUndefined();
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "https://traces.example.org/otlp/" };
  expect(readConfig(endpoint).collector).toEqual({
    endpoint: "https://traces.example.org/otlp",
    headers: {},
    serviceName: "offgrid-portal",
    share: 1,
  });
  const more = {
    OTEL_EXPORTER_OTLP_HEADERS: "api-key=of%20mine, tenant=north=west",
    OTEL_SERVICE_NAME: "fleet",
    OTEL_TRACES_SAMPLER_ARG: "0.25",
  };
  expect(readConfig({ ...endpoint, ...more }).collector).toMatchObject({
    headers: { "api-key": "of mine", tenant: "north=west" },
    serviceName: "fleet",
    share: 0.25,
  });
});

test.each([
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "127.0.0.1:4318"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318/v1/traces"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "api-key"],
  ["OTEL_EXPORTER_OTLP_HEADERS", "api-key=of%0d%0amine"],
  ["OTEL_TRACES_SAMPLER_ARG", "2"],
])("traces: %s may not be %s", (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(name);
});

test("a certificate with its key switches MQTT to TLS: on 8883 by default, on any address", () => {
  const tls = { MQTT_TLS_CERT: "/etc/portal/cert.pem", MQTT_TLS_KEY: "/etc/portal/key.pem" };
  expect(readConfig({ ...tls, MQTT_HOST: "0.0.0.0" })).toMatchObject({
    mqttPort: 8883,
    mqttHost: "0.0.0.0",
    mqttTls: { certPath: "/etc/portal/cert.pem", keyPath: "/etc/portal/key.pem" },
  });
  expect(readConfig({ ...tls, MQTT_PORT: "0" }).mqttPort).toBe(0);
  for (const [name, path] of Object.entries(tls)) {
    const other = name === "MQTT_TLS_CERT" ? "MQTT_TLS_KEY" : "MQTT_TLS_CERT";
    expect(() => readConfig({ [name]: path })).toThrow(
      `The environment variable ${other} is not set, but it must be the path of a PEM file, set together with ${name}.`,
    );
  }
});

test.each([
  ["PORT", "http"],
  ["PORT", "70000"],
  ["HOST", "portal.example.org"],
  ["MQTT_PORT", "-1"],
  ["MQTT_HOST", "0.0.0.0"],
  ["DATABASE_URL", "mysql://localhost/x"],
  ["MQTT_URL", "mqtt://broker"],
  ["PUBLIC_URL", "portal.example.org"],
  ["PUBLIC_URL", "https://example.org/portal"],
  ["PUBLIC_URL", "https://portal.example.org/?from=mail"],
  ["PUBLIC_URL", "https://ada:secret@portal.example.org"],
  ["API_BASE", "api"],
  ["API_BASE", "/live"],
  ["SMTP_URL", "http://mail"],
  ["MAIL_FROM", "nobody"],
  ["TRUSTED_PROXIES", "10.0.0.0/40"],
  ["TRUSTED_PROXIES", "0.0.0.0/0"],
  ["TRUSTED_PROXIES", "127.0.0.1, ::/0"],
  ["TRUSTED_PROXIES", "fe80::1%eth0"],
  ["PORTAL_NAME", "x".repeat(65)],
  ["SUPPORT_EMAIL", "help"],
  ["ROLES", "api,everything"],
  ["DISK_MIN_FREE_PERCENT", "51"],
  ["DISK_MIN_FREE_MB", "-1"],
  ["DISK_BALLAST_MB", "64M"],
  ["LOG_LEVEL", "loud"],
  ["SEAL_AFTER_S", "soon"],
  ["EARLIEST", "2015"],
  ["EARLIEST", "2999-01-01"],
  ["RAW_DAYS", "39"],
  ["ROLLUP_DAYS", "3649"],
])("%s=%s is refused in one sentence that names it and says what it must be", (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(
    new RegExp(`^The environment variable ${name} .*(, but|:) it must be [^.]+.*\\.$`),
  );
});

test("a bad address with a password in it is not repeated", () => {
  expect(() => readConfig({ DATABASE_URL: "mysql://u:hunter2@h/x" })).toThrow(/^(?!.*hunter2)/);
});

test("a secret that cannot be used is refused by what it must be, without being repeated", () => {
  expect(() => readConfig({ METRICS_TOKEN: "hunter2" })).toThrow(
    /^The environment variable METRICS_TOKEN has a value that cannot be used: it must be a secret of 32 to 256 letters, (?!.*hunter2)/,
  );
});

test("each setting has the default that the documents show", () => {
  for (const { name, shown, meaning } of Object.values(settings)) {
    expect(name).toMatch(/^[A-Z_]+$/);
    expect(shown && meaning).not.toBe("");
  }
});

test.each([
  ["127.0.0.1", true],
  ["::1", true],
  ["::ffff:127.0.0.1", true],
  ["127.8.8.8", true],
  ["192.168.0.1", false],
  ["::", false],
])("%s belongs to this machine alone: %s", (host, expected) => expect(isLoopback(host)).toBe(expected));

test("mails come in once their domain is known, and without a certificate only from this machine", () => {
  expect(readConfig({}).mailIn).toBeUndefined();
  const domain = { MAIL_IN_DOMAIN: "Tickets.Example.org" };
  expect(readConfig(domain).mailIn).toEqual({ domain: "tickets.example.org", port: 2525, host: "127.0.0.1" });
  const open = { ...domain, MAIL_IN_HOST: "0.0.0.0" };
  expect(() => readConfig(open)).toThrow(/MAIL_IN_HOST is "0\.0\.0\.0"/);
  const files = { MQTT_TLS_CERT: "cert.pem", MQTT_TLS_KEY: "key.pem" };
  expect(readConfig({ ...open, ...files }).mailIn?.host).toBe("0.0.0.0");
  for (const name of ["tickets", "a b.example.org", "me@example.org"])
    expect(() => readConfig({ MAIL_IN_DOMAIN: name })).toThrow(/MAIL_IN_DOMAIN/);
});
