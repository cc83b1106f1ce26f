import type { ReleaseManifest } from "@offgrid/contract/upgrades/upgrades.schema";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { makeKeys, makeRelease, tinyProgram } from "../testing/releases.ts";
import { until } from "../testing/test-broker.ts";
import { firstInstalled } from "./program-state.ts";
import type { Status } from "./program-run.ts";
import { Releases, type ReleasesOptions } from "./releases.ts";
import { Supervisor, type SupervisorTimes, usualTimes } from "./supervisor.ts";

const keys = makeKeys();
/** Long enough that a program on a busy computer is not taken for one that hangs. */
const times = { ...usualTimes, trialMs: 300, silenceMs: 20_000, stopMs: 5_000, restartMs: 10, longestRestartMs: 20 };
type Fault = Parameters<typeof tinyProgram>[0];
let dir = "";
let ends: (() => Promise<void>)[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "supervisor-"));
});
afterEach(async () => {
  await Promise.all(ends.map((end) => end()));
  ends = [];
  rmSync(dir, { recursive: true, force: true });
});

/** A container with the release 1.0.0, whose supervisor runs in this program and whose controllers are real ones. */
function place(name = "one", options: Partial<ReleasesOptions> = {}, fault: Fault = "none") {
  const root = join(dir, name, "program");
  const work = join(dir, name, "work");
  mkdirSync(work, { recursive: true });
  const releasesOf = (more: Partial<ReleasesOptions>) => new Releases({ root, publicKeys: [keys.publicKey], ...more });
  const first = releasesOf({});
  if (first.isEmpty) {
    first.unpack(makeRelease(keys, tinyProgram(fault), { version: "1.0.0", seq: 1 }), Date.now());
    first.save(firstInstalled("1.0.0"));
  }
  // The last line counts once it is written to its end.
  const lines = (file: string) =>
    existsSync(join(work, file)) ? readFileSync(join(work, file), "utf8").split("\n").slice(0, -1) : [];
  const supervise = (changes: Partial<SupervisorTimes>, more: Partial<ReleasesOptions>) =>
    new Supervisor({
      releases: releasesOf(more),
      publicKeys: [keys.publicKey],
      args: [work],
      times: { ...times, ...changes },
      now: Date.now,
      onLine: () => {},
      say: () => {},
    });
  return {
    root,
    supervise: () => supervise({}, {}),
    releases: () => releasesOf({}),
    starts: () => lines("starts").map((line) => line.split(" ")[0]),
    /** Releases that have shown a sign of life. */
    beats: () => lines("beats"),
    pid: () => Number(lines("starts").at(-1)?.split(" ")[1]),
    statuses: () => lines("statuses").map((line) => JSON.parse(line) as Status),
    /** Lets the controller that runs ask for a release. */
    ask: (release: Buffer) => writeFileSync(join(work, "install"), release),
    /** Runs a supervisor until the end of the test, or until `end`. */
    run: (changes: Partial<SupervisorTimes> = {}, more: Partial<ReleasesOptions> = options) => {
      const supervisor = supervise(changes, more);
      const running = supervisor.run();
      const end = async () => {
        supervisor.stop();
        await running;
      };
      ends.push(end);
      return end;
    },
  };
}
type Place = ReturnType<typeof place>;

function release(fault: Fault = "none", changes: Partial<ReleaseManifest> = {}): Buffer {
  return makeRelease(keys, tinyProgram(fault), { version: "1.1.0", seq: 2, ...changes });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const outcomeOf = (one: Place) => one.releases().state.outcome;
const isHealthy = (one: Place) => outcomeOf(one)?.st === "healthy";
const isBack = (one: Place) => outcomeOf(one)?.st === "rolled_back";

test("a release that does what the one before did stays, and the one before is kept as the way back", async () => {
  const one = place();
  one.run();
  one.ask(release());
  await until("it is healthy", () => isHealthy(one));
  expect(one.releases().state).toMatchObject({ current: "1.1.0", previous: "1.0.0", trial: null });
  expect(readlinkSync(join(one.root, "current"))).toBe("releases/1.1.0");
  expect(one.starts()).toEqual(["1.0.0", "1.1.0"]);
  await until("it was told so", () => one.statuses().at(-1)?.outcome?.st === "healthy");
});

test.each([
  ["crashes", /^ended with code 1$/, 3],
  ["reads nothing", /^reads 0 devices instead of 2$/, 1],
  ["writes nothing", /^writes no frames$/, 1],
  ["is not linked", /^does not reach the portal$/, 1],
] as const)("a release that %s is taken back", async (fault, error, starts) => {
  const one = place();
  one.run();
  one.ask(release(fault));
  await until("it is back", () => isBack(one));
  expect(outcomeOf(one)).toMatchObject({ version: "1.1.0", error: expect.stringMatching(error) as string });
  expect(outcomeOf(one)?.log).toContain("starts");
  await until("the old one runs", () => one.starts().length === starts + 2);
  expect(one.starts()).toEqual(["1.0.0", ...Array<string>(starts).fill("1.1.0"), "1.0.0"]);
  expect(readlinkSync(join(one.root, "current"))).toBe("releases/1.0.0");
  expect(existsSync(join(one.root, "releases", "1.1.0"))).toBe(false);
});

test("a release that hangs is taken back", async () => {
  const one = place();
  one.run({ trialMs: 60_000, silenceMs: 4_000 });
  one.ask(release());
  await until("it has shown a sign of life", () => one.beats().at(-1) === "1.1.0");
  process.kill(one.pid(), "SIGSTOP");
  await until("it is back", () => isBack(one));
  expect(outcomeOf(one)).toMatchObject({ version: "1.1.0", error: "was silent for 4 s", log: ["starts"] });
  await until("the old one runs", () => one.starts().at(-1) === "1.0.0");
});

test("a release may follow where the one before did not reach the portal either", async () => {
  const one = place("one", {}, "is not linked");
  one.run();
  one.ask(release("is not linked"));
  await until("it is healthy", () => isHealthy(one));
});

test("a release that was taken back can be sent again", async () => {
  const one = place();
  one.run();
  one.ask(release("reads nothing"));
  await until("it is back", () => isBack(one));
  one.ask(release());
  await until("it is healthy", () => isHealthy(one));
});

test("a release on trial is stopped in order and goes on with its trial at the next start", async () => {
  const one = place();
  const end = one.run({ trialMs: 60_000 });
  one.ask(release());
  await until("it runs", () => one.starts().at(-1) === "1.1.0");
  await end();
  expect(one.releases().state).toMatchObject({ current: "1.1.0", trial: { attempts: 1, isRunning: false } });
  one.run();
  await until("it is healthy", () => isHealthy(one));
});

test("while a release is on trial no other is installed", async () => {
  const one = place();
  one.run({ trialMs: 60_000 });
  one.ask(release());
  await until("it runs", () => one.starts().at(-1) === "1.1.0");
  one.ask(makeRelease(keys, tinyProgram(), { version: "1.2.0", seq: 3 }));
  await until("it is refused", () => one.statuses().at(-1)?.refused?.reason === "Another release is on trial.");
});

test("E14: what was not signed as it is, or not for here and now, is refused, and the controller runs on", async () => {
  const one = place();
  one.run();
  const past = Date.now() - 1_000;
  const tampered = Buffer.from(release());
  tampered[tampered.length - 1] = (tampered.at(-1) ?? 0) ^ 1;
  const renamed = release().toString("latin1").replace("1.1.0", "1.1.1");
  const cases: [string, Buffer][] = [
    ["sha256", tampered],
    ["size", release().subarray(0, -1)],
    ["signature", Buffer.from(renamed, "latin1")],
    ["key", makeRelease(makeKeys(), tinyProgram(), { version: "1.1.0", seq: 2 })],
    [
      "signature",
      makeRelease({ ...makeKeys(), publicKey: keys.publicKey }, tinyProgram(), { version: "1.1.0", seq: 2 }),
    ],
    ["older", release("none", { seq: 1 })],
    ["older", release("none", { version: "1.0.0" })],
    ["too_far", release("none", { min: 2 })],
    ["expired", release("none", { expires: past })],
    ["not_yet", release("none", { notBefore: Date.now() + 3_600_000 })],
    ["arch", release("none", { arch: "sparc" })],
    ["product", release("none", { product: "offgrid-toaster" })],
    ["malformed", Buffer.from("no release")],
    // The supervisor keeps what was signed under this name.
    ["malformed", makeRelease(keys, tinyProgram(), { version: "1.1.0", seq: 2 }, [["release", Buffer.from("other")]])],
  ];
  for (const [count, [fault, file]] of cases.entries()) {
    one.ask(file);
    await until(`${fault} is said`, () => one.statuses().filter(({ refused }) => refused).length > count);
    expect(one.statuses().at(-1)?.refused).toEqual({ id: "one", reason: fault });
  }
  expect(one.starts()).toEqual(["1.0.0"]);
  expect(one.releases().state).toEqual(firstInstalled("1.0.0"));
});

test("a release that was damaged on the disk is repaired before it is started, and what cannot be is not started", async () => {
  const one = place();
  writeFileSync(join(one.root, "releases", "1.0.0", "controller.mjs"), "throw new Error('damaged')");
  const end = one.run();
  await until("it runs", () => one.starts().length === 1);
  await end();
  writeFileSync(join(one.root, "releases", "1.0.0", "release"), "damaged");
  await expect(one.supervise().run()).rejects.toThrow("The release is not installed: malformed.");
});

test("E14: at whichever write the disk fails or the power is cut, either release is whole and runs", async () => {
  const steps: string[] = [];
  const counted = place("counted", { onStep: (step) => void steps.push(step) });
  counted.run();
  counted.ask(release());
  await until("it is healthy", () => isHealthy(counted));
  expect(steps).toEqual(
    ["current", "controller.mjs", "release", "folder"].concat("state", "state", "current", "state"),
  );

  const ran = steps.map(async (_, cutAt) => {
    let step = 0;
    const onStep = () => {
      if (step++ >= cutAt) throw new Error("ENOSPC");
    };
    const one = place(`cut-${cutAt}`);
    const end = one.run({}, { onStep });
    one.ask(release());
    await until(`the disk fails at write ${cutAt}`, () => step > cutAt);
    await until(`a controller runs all the same`, () => isAlive(one.pid()));
    await end();
    const before = one.starts().length;
    one.run();
    await until("one is started", () => one.starts().length > before && one.releases().state.trial === null);
    await until("it is what is current", () => one.starts().at(-1) === one.releases().state.current);
    expect(() => one.releases().check(one.releases().state.current)).not.toThrow();
    return one.releases().state.current;
  });
  expect(await Promise.all(ran)).toEqual(
    // Once it is written that 1.1.0 is next, it is; once it may have been running, it must prove itself first.
    ["1.0.0", "1.0.0", "1.0.0", "1.0.0", "1.0.0", "1.1.0", "1.0.0", "1.0.0"],
  );
});
