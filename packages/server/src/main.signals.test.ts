import { once } from "node:events";
import { cp, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";

import { expect, onTestFinished, test, vi } from "vitest";

import { openLog } from "./core/log.ts";
import { dataFolder, isRunning, portalOn, refusesInOneSentence, usedDataFolder } from "./main.fixture.ts";
import { findEmbeddedPostgres } from "./postgres/embedded-postgres.ts";
import { testCertificate } from "./testing/test-certificate.ts";

// Each test starts several programs, which takes long where many tests share few cores.
vi.setConfig({ testTimeout: 240_000 });

const silent = openLog("silent");

test("a portal without a terminal reads its log level again at SIGHUP, and runs on", async () => {
  const folder = await usedDataFolder();
  const portal = portalOn(folder);
  await portal.says(isRunning);
  await writeFile(join(folder, "log-level"), "debug\n");
  portal.child.kill("SIGHUP");
  await portal.says(/"logLevel":"debug".*read again/);
  portal.child.kill("SIGTERM");
  expect(await portal.ended).toBe(0);
});

test("at SIGHUP a portal does not say that it read a certificate again which it refused", async () => {
  const folder = await usedDataFolder();
  const [MQTT_TLS_CERT, MQTT_TLS_KEY] = [join(folder, "cert.pem"), join(folder, "key.pem")];
  await cp(testCertificate.certPath, MQTT_TLS_CERT);
  await cp(testCertificate.keyPath, MQTT_TLS_KEY);
  const portal = portalOn(folder, { MQTT_TLS_CERT, MQTT_TLS_KEY });
  await portal.says(isRunning);
  await writeFile(MQTT_TLS_CERT, "half a cert");
  portal.child.kill("SIGHUP");
  await portal.says(/the log level was read again/);
  expect(portal.output()).toContain("cannot be read again; the one before stays in use");
  expect(portal.output()).not.toContain("certificates and log level");
  portal.child.kill("SIGTERM");
  expect(await portal.ended).toBe(0);
});

test("a database that is not there yet is named, without its password, and waited for until a signal ends the portal", async () => {
  const portal = portalOn(await dataFolder(), { DATABASE_URL: "postgres://someone:hunter2@127.0.0.1:1/offgrid" });
  await portal.says(/The database at 127\.0\.0\.1:1\/offgrid does not answer yet \(.*\); the portal waits for it/);
  portal.child.kill("SIGTERM");
  expect(await portal.ended).toBe(0);
  expect(portal.output()).not.toContain("hunter2");
});

test("the portal goes on to start once its database answers, and does not wait for one that refuses its login", async () => {
  const folder = await usedDataFolder();
  await portalOn(folder).says(isRunning);
  const address = await findEmbeddedPostgres(folder, silent);
  if (!address) throw new Error("There is no database.");
  const { user, password, database } = address;
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  taken.close();
  const url = (word: string) => `postgres://${user}:${encodeURIComponent(word)}@127.0.0.1:${port}/${database}`;
  const other = await dataFolder();
  await cp(join(folder, "portal.key"), join(other, "portal.key"));
  const portal = portalOn(other, { DATABASE_URL: url(password) });
  await portal.says(/does not answer yet/);
  const forwarder = createServer((socket) => {
    const server = connect(
      address.host.startsWith("/") ? { path: `${address.host}/.s.PGSQL.${address.port}` } : address,
    );
    for (const [from, to] of [
      [socket, server],
      [server, socket],
    ] as const) {
      from.pipe(to);
      from.on("error", () => to.destroy());
    }
  });
  onTestFinished(() => void forwarder.close());
  forwarder.listen(port, "127.0.0.1");
  await portal.says(isRunning);
  await refusesInOneSentence(
    portalOn(await dataFolder(), { DATABASE_URL: url("wrong") }),
    /does not answer \(.*password/,
  );
});
