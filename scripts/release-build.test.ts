import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { firmwareSetTopic, timeTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { startReleaseServer } from "@offgrid/controller/testing/release-server";
import { startTestBroker, until } from "@offgrid/controller/testing/test-broker";
import { splitRelease } from "@offgrid/controller/upgrades/release";
import { expect, onTestFinished, test } from "vitest";

import { buildRelease, makeKey, readKey } from "./release-build.ts";
import { standaloneProgram } from "./standalone.ts";

const containerId = "kisumu-01";
const secret = "a-secret-for-tests";

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), "release-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

test("a key is made once, and only its owner can read it", () => {
  const file = join(folder(), "key.pem");
  expect(makeKey(file)).toMatch(/^[\w-]{43}$/);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(() => makeKey(file)).toThrow("EEXIST");
});

test("a release has the same bytes each time, runs where nothing but Node and the supervisor is, and is replaced by the next", async () => {
  const dir = folder();
  const publicKey = makeKey(join(dir, "key.pem"));
  const options = { seq: 1, min: 0, fromMs: Date.now() - 1_000, days: 1, key: readKey(join(dir, "key.pem")) };
  const release = await buildRelease({ ...options, version: "1.4.0" });
  expect((await buildRelease({ ...options, version: "1.4.0" })).equals(release)).toBe(true);
  writeFileSync(join(dir, "first.release"), release);
  writeFileSync(join(dir, "supervisor.mjs"), await standaloneProgram("supervisor"));
  writeFileSync(join(dir, "keys"), publicKey);

  const broker = await startTestBroker(secret);
  onTestFinished(() => broker.close());
  mkdirSync(join(dir, "recording"));
  const lines = Array.from({ length: 600 }, (_, second) => `${second}\t/Soc\tDOUBLE\t${80 + second / 100}\t`);
  writeFileSync(join(dir, "recording", "battery.csv"), ["com.victronenergy.battery.ttyO0", ...lines].join("\n"));
  const devices = [{ id: "battery", driver: "victron-recording", folder: "recording" }];
  const next = splitRelease(await buildRelease({ ...options, seq: 2, version: "1.5.0" }));
  const server = await startReleaseServer(next.archive);
  onTestFinished(() => server.close());
  const settings = {
    container: containerId,
    portal: broker.url,
    website: server.url.href,
    secret,
    dataFolder: "data",
    everySeconds: 0.1,
    devices,
  };
  writeFileSync(join(dir, "kisumu.yaml"), JSON.stringify(settings));

  const usual = ["supervisor.mjs", "--folder", "program", "--keys", "keys", "--trial-seconds", "6"];
  const env = { ...process.env, OFFGRID_BEAT_MS: "50" };
  const run = (...rest: string[]) => spawn(process.execPath, [...usual, ...rest], { cwd: dir, env, stdio: "ignore" });
  const [code] = (await once(run("--install", "first.release"), "close")) as [number];
  expect(code).toBe(0);
  const supervisor = run("kisumu.yaml");
  const closed = once(supervisor, "close");
  await until("frames arrive", () => broker.received.length > 0);
  expect(broker.births[0]).toMatchObject({ metrics: [{ n: "battery.soc" }] });
  expect(broker.states[0]?.payload).toMatchObject({ online: true, software: "1.4.0" });

  // As a portal does after each birth.
  const time = setInterval(() => broker.send(timeTopic, containerId, { now: Date.now() }), 100);
  onTestFinished(() => clearInterval(time));
  broker.send(firmwareSetTopic, containerId, { id: "one", ...next.signed });
  const steps = () => broker.others.map(({ payload }) => (payload as { st: string }).st);
  await until("the next release runs", () => steps().includes("booted"));
  await until("it is healthy", () => steps().includes("healthy"));
  expect([...new Set(steps())]).toEqual(expect.arrayContaining(["verified", "installed", "booted", "healthy"]));
  expect(broker.states.findLast(({ payload }) => payload["online"])?.payload).toMatchObject({ software: "1.5.0" });
  supervisor.kill("SIGTERM");
  await closed;
  expect(broker.states.at(-1)?.payload).toMatchObject({ online: false });
});
