import { cast, thePortal } from "@offgrid/server/testing/cast";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

import { builtProgram } from "./programs.ts";

const program = builtProgram("replay");
const password = "lanterns over the dunes";
const mapping = { time: { column: "when" }, columns: [{ column: "kW", metric: "load.power", multiply: 1000 }] };

async function run(parameters: string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program, ...parameters], {
    env: { PATH: process.env["PATH"], ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [out, error] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (error += chunk.toString()));
  await once(child, "close");
  return { code: child.exitCode, out, error };
}

test("--replace puts the file's readings in place of a wrong import, as the person who is named", async () => {
  const dir = mkdtempSync(join(tmpdir(), "replay-replace-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const { amina } = await cast({ amina: { role: "user", containers: ["corrected"], password } });
  const hour = 3_600_000;
  const start = Math.floor(Date.now() / hour - 48) * hour;
  const fileOf = (factor: number, rows = [1, 2, 3, 4]) =>
    ["when,kW", ...rows.map((row) => `${new Date(start + row * hour).toISOString()},${row * factor}`)].join("\n");
  const importData = { containerId: "corrected", step: "import" as const, mapping, file: fileOf(10) };
  expect((await amina.call("importData", importData)).data.stored?.added).toBe(4);

  writeFileSync(join(dir, "right.csv"), fileOf(1, [1, 2, 3]));
  writeFileSync(join(dir, "map.json"), JSON.stringify(mapping));
  const span = `${new Date(start + 2 * hour).toISOString()}/${new Date(start + 5 * hour).toISOString()}`;
  const { api, database } = await thePortal();
  const files = ["--csv", join(dir, "right.csv"), "--map", join(dir, "map.json"), "--container", "corrected"];
  const given = [...files, "--replace", span, "--portal", api.replace(/\/api$/, ""), "--user", amina.email];
  const { code, out, error } = await run(given, { OFFGRID_PASSWORD: password });
  expect(error).toBe("");
  expect(code).toBe(0);
  expect(out).toMatch(/^Done: 2 readings replaced, 0 removed; 1 rows outside of the span were left out/m);
  expect(out).toMatch(/with (?:npm run portal --|offgrid-portal) readings undo-replace \d+\.\n$/);
  const stored = async () => {
    const { rows } = await database.pool.query("select v from frame where container_id = 'corrected' order by at");
    return rows.map(({ v }: { v: number[] }) => v[0]);
  };
  expect(await stored()).toEqual([10_000, 2_000, 3_000, 40_000]);
  const beyond = await run([...given, "--beyond"], { OFFGRID_PASSWORD: password });
  expect(beyond.out).toMatch(/^Done: 0 readings replaced, 1 removed;/m);
  expect(await stored()).toEqual([10_000, 2_000, 3_000]);

  for (const [parameters, environment, sentence] of [
    [[...files, "--replace", span], {}, "give --user <email>"],
    [given, { OFFGRID_PASSWORD: "wrong" }, "The portal refused: "],
  ] as const) {
    const refused = await run([...parameters], environment);
    expect(refused.error).toContain(sentence);
    expect(refused.error.trim().split("\n")).toHaveLength(1);
    expect(refused.code).toBe(1);
  }
});
