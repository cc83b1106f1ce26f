import { startTestBroker, type TestBroker, until } from "@offgrid/controller/testing/test-broker";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const program = fileURLToPath(new URL("./replay.ts", import.meta.url));
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
  await broker.close();
  rmSync(dir, { recursive: true, force: true });
});

function start(...more: string[]) {
  const basics = ["--container", "kisumu-01", "--url", broker.url, "--data-dir", join(dir, "data")];
  const child = spawn(process.execPath, ["--import", "tsx", program, ...basics, ...more], {
    env: { PATH: process.env["PATH"], OFFGRID_SECRET: secret },
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
  expect(out).toContain("npm run replay -- --csv <file>");
});
