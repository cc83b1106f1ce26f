import { startTestBroker, type TestBroker, until } from "@offgrid/controller/testing/test-broker";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { builtProgram } from "./programs.ts";

const program = builtProgram("replay");
const secret = "a-secret-for-tests";
const mapping = { time: { column: "when" }, columns: [{ column: "kW", metric: "load.power", multiply: 1000 }] };
let dir = "";
let broker: TestBroker;
let children: ChildProcess[] = [];

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "replay-"));
  writeFileSync(join(dir, "map.json"), JSON.stringify(mapping));
  mkdirSync(join(dir, "victron"));
  const lines = Array.from({ length: 40 }, (_, second) => `${second}\t/Soc\tDOUBLE\t${second}\t`);
  writeFileSync(join(dir, "victron", "battery.csv"), ["com.victronenergy.battery.ttyO0", ...lines].join("\n"));
  broker = await startTestBroker(secret);
});
afterEach(async () => {
  for (const child of children) child.kill("SIGKILL");
  children = [];
  environment = {};
  await broker.close();
  rmSync(dir, { recursive: true, force: true });
});

let environment: Record<string, string> = {};

function start(...more: string[]) {
  const basics = ["--container", "kisumu-01", "--url", broker.url, "--data-dir", join(dir, "data")];
  const child = spawn(process.execPath, [program, ...basics, ...more], {
    env: { PATH: process.env["PATH"], OFFGRID_SECRET: secret, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  const said = { out: "", error: "" };
  child.stdout.on("data", (chunk: Buffer) => (said.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (said.error += chunk.toString()));
  return { child, said, ended: once(child, "close") };
}

async function run(...more: string[]) {
  const { child, said, ended } = start(...more);
  await ended;
  return { code: child.exitCode, ...said };
}

test("a CSV file is imported as history, and gaps stay gaps", async () => {
  const rows = Array.from(
    { length: 1_500 },
    (_, hour) => `${new Date(Date.UTC(2024, 0, 1, hour)).toISOString()},${hour % 7 ? hour : ""}`,
  );
  writeFileSync(join(dir, "year.csv"), ["when,kW", ...rows].join("\n"));
  const { code, out, error } = await run("--csv", join(dir, "year.csv"), "--map", join(dir, "map.json"));
  expect(error).toBe("");
  expect(out).toContain("1285 frames from 2024-01-01T01:00:00.000Z");
  expect(out).toContain("Done: 1285 frames stored, 0 refused.");
  expect(code).toBe(0);
  expect(broker.births[0]).toMatchObject({ every: 3600, metrics: [{ n: "load.power", u: "W" }] });
  expect(broker.received.every(({ kind }) => kind === "hist")).toBe(true);
  const stored = broker.received.flatMap(({ columns }) => columns.t.map((atMs, row) => [atMs, columns.v[row]]));
  expect(stored).toHaveLength(1_285);
  expect(stored[0]).toEqual([Date.UTC(2024, 0, 1, 1), [1000]]);
});

test("a mistake in the last line is found before anything is sent", async () => {
  writeFileSync(join(dir, "year.csv"), "when,kW\n2024-01-01,1\n2024-01-02,much\n");
  const { code, error } = await run("--csv", join(dir, "year.csv"), "--map", join(dir, "map.json"));
  expect(code).toBe(1);
  expect(error).toMatch(/^year\.csv, line 3: "much" in column "kW" is not a number[^\n]*\n$/);
  expect(broker.births).toEqual([]);
});

test("all mistakes of a file are named, a line each, and nothing is sent", async () => {
  const wrong = Array.from({ length: 25 }, () => "2024-01-02,much");
  writeFileSync(join(dir, "year.csv"), ["when,kW", "2024-01-01,1", "yesterday,none", ...wrong].join("\n"));
  const { code, error } = await run("--csv", join(dir, "year.csv"), "--map", join(dir, "map.json"));
  expect(code).toBe(1);
  const lines = error.trim().split("\n");
  expect(lines).toHaveLength(21);
  expect(lines[0]).toMatch(/^year\.csv, line 3, column "when": "yesterday" is not a time/);
  expect(lines[1]).toMatch(/^year\.csv, line 3: "none" in column "kW" is not a number/);
  expect(lines[20]).toBe("year.csv: 27 mistakes, of which the first 20 are named; nothing was sent.");
  expect(broker.births).toEqual([]);
});

test("a recording from before EARLIEST is asked about, and then moved or accepted", async () => {
  writeFileSync(join(dir, "old.csv"), "when,kW\n2016-06-02T10:00:00Z,1\n2016-06-03T10:00:00Z,2\n");
  const given = ["--csv", join(dir, "old.csv"), "--map", join(dir, "map.json")];
  const asked = await run(...given);
  expect(asked.code).toBe(1);
  expect(asked.error).toBe(
    "old.csv: 2 rows, from 2016-06-02T10:00:00.000Z to 2016-06-03T10:00:00.000Z, are before 2020-01-01, the first day that is accepted: move the recording with --shift 187w, or allow such times with EARLIEST=2016-06-02, here and in the portal.\n",
  );
  expect(broker.births).toEqual([]);
  expect(await run(...given, "--shift", "187w")).toMatchObject({ code: 0, error: "" });
  environment = { EARLIEST: "2016-06-02" };
  expect(await run(...given)).toMatchObject({ code: 0, error: "" });
  expect(broker.received.flatMap(({ columns }) => columns.t)).toEqual([
    Date.UTC(2020, 0, 2, 10),
    Date.UTC(2020, 0, 3, 10),
    Date.UTC(2016, 5, 2, 10),
    Date.UTC(2016, 5, 3, 10),
  ]);
});

test("a local time that exists twice is refused with its line until it is said which is meant", async () => {
  const local = { ...mapping, time: { column: "when", zone: "Europe/Paris" } };
  writeFileSync(join(dir, "local.json"), JSON.stringify(local));
  writeFileSync(join(dir, "autumn.csv"), "when;kW\n2024-10-27 02:30;1,5\n");
  const given = ["--csv", join(dir, "autumn.csv"), "--map", join(dir, "local.json")];
  const { code, error } = await run(...given);
  expect([code, error]).toEqual([1, expect.stringMatching(/^autumn\.csv, line 2, column "when": .* exists twice/)]);
  expect((await run(...given, "--ambiguous", "later")).code).toBe(0);
  expect(broker.received.map(({ columns }) => [columns.t, columns.v])).toEqual([
    [[Date.UTC(2024, 9, 27, 1, 30)], [[1500]]],
  ]);
});

test("a day and its time of day in two columns are one time", async () => {
  const time = { column: "Date", clock: "Time", format: "dd/MM/yyyy", zone: "Africa/Nairobi" };
  writeFileSync(join(dir, "two.json"), JSON.stringify({ ...mapping, time }));
  writeFileSync(join(dir, "two.csv"), "Date,Time,kW\n20/11/2024,8:00 AM,1\n20/11/2024,1:30 PM,2\n");
  expect(await run("--csv", join(dir, "two.csv"), "--map", join(dir, "two.json"))).toMatchObject({
    code: 0,
    error: "",
  });
  expect(broker.received.flatMap(({ columns }) => columns.t)).toEqual([
    Date.UTC(2024, 10, 20, 5),
    Date.UTC(2024, 10, 20, 10, 30),
  ]);
});

test("conflicts and refusals stand on the console, one line for each reason", async () => {
  writeFileSync(join(dir, "two.csv"), "when,kW\n2024-01-01,1\n2024-01-02,2\n");
  const given = ["--csv", join(dir, "two.csv"), "--map", join(dir, "map.json")];
  broker.answerWith(() => ({ conflicts: 3, conflictsAt: [Date.UTC(2024, 0, 1)] }));
  const { code, out } = await run(...given);
  expect(code).toBe(0);
  expect(out).toContain(
    "3 readings differ from what the portal has, which stays as it is; the first at 2024-01-01T00:00:00.000Z.",
  );
  broker.answerWith(() => ({ error: "time", bad: [[1, -1]] }));
  const refused = await run(...given);
  expect(refused.code).toBe(1);
  expect(refused.error).toMatch(
    /^1 frames from 2024-01-02\S+ to 2024-01-02\S+ were refused: their time is in the future or before .*dead-letters\.jsonl\.\n$/,
  );
});

test("a Victron recording plays once at the requested speed and ends", async () => {
  const { code, out, error } = await run(
    "--victron",
    join(dir, "victron"),
    "--once",
    "--speed",
    "40",
    "--every",
    "0.1",
  );
  expect(error).toBe("");
  expect(code).toBe(0);
  expect(out).toContain("40 s of recording, 1 metrics, 1 devices");
  const startMs = Date.parse(/second 0 is (\S+)\. /.exec(out)?.[1] ?? "");
  const stored = broker.received.flatMap(({ columns }) => columns.t.map((atMs, row) => [atMs, columns.v[row]]));
  expect(stored.length).toBeGreaterThan(0);
  for (const [atMs, values] of stored) expect(values).toEqual([Math.floor(((atMs as number) - startMs) / 25)]);
});

test("a looped recording plays until it is stopped, and disconnects properly", async () => {
  const { child, ended } = start("--victron", join(dir, "victron"), "--every", "0.1", "--speed", "200");
  await until("it has gone round", () => broker.received.length > 5);
  child.kill("SIGINT");
  await ended;
  expect(child.exitCode).toBe(0);
  expect(broker.states.at(-1)?.payload).toMatchObject({ online: false });
});

test("each mistake gives one sentence and an exit code", async () => {
  const victron = ["--victron", join(dir, "victron")];
  const cases: [string[], string][] = [
    [[], "Give either --victron <folder> or --csv <file>"],
    [["--csv", "a.csv"], "--csv needs --map"],
    [[...victron, "--speed", "fast"], '--speed must be a number above 0; it is "fast".'],
    [[...victron, "--nonsense"], "--nonsense"],
    [["--csv", "a.csv", "--map", join(dir, "map.json"), "--shift", "soon"], "--shift must be a duration such as 187w"],
    [["--csv", "a.csv", "--map", join(dir, "map.json"), "--ambiguous", "both"], "--ambiguous must be earlier, later"],
    [["--victron", join(dir, "none")], "there is no such file or folder"],
    [[...victron, "--secret", "wrong"], "The portal does not let container kisumu-01 in"],
    [[...victron, "--url", "mqtt://127.0.0.1:1"], "The portal cannot be reached at mqtt://127.0.0.1:1"],
  ];
  for (const [given, sentence] of cases) {
    const { code, error } = await run(...given);
    expect(error).toContain(sentence);
    expect(error.trim().split("\n")).toHaveLength(1);
    expect(code).toBe(1);
  }
  expect(broker.births).toEqual([]);
});

test("--help shows the usage", async () => {
  const { code, out } = await run("--help");
  expect(code).toBe(0);
  // As in a release, which has no npm to run it by.
  expect(out).toContain(`node ${program} --csv <file>`);
  environment = { npm_lifecycle_event: "replay" };
  expect((await run("--help")).out).toContain("npm run replay -- --csv <file>");
});
