import { existsSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { expect, test, vi } from "vitest";

import { run, usedDataFolder } from "./main.fixture.ts";

// Each test starts several programs, which takes long where many tests share few cores.
vi.setConfig({ testTimeout: 240_000 });

const rows = 600;

test("an import that is killed the moment its secrets are written has registered all containers or none, and never one whose secret nobody has", async () => {
  const folder = await usedDataFolder();
  const env = { DATA_DIR: folder };
  const [file, secrets] = [join(folder, "fleet.csv"), join(folder, "secrets.csv")];
  const lines = Array.from({ length: rows }, (_, place) => `Mill ${place},mill-${place},M${place}`);
  await writeFile(file, `name,id,serial\n${lines.join("\n")}\n`);

  const killed = run("administer.mjs", env, ["containers", "import", file, "--secrets", secrets]);
  while (!existsSync(secrets) && killed.child.exitCode === null) await wait(1);
  killed.child.kill("SIGKILL");
  await killed.ended;
  expect(existsSync(secrets), killed.output()).toBe(true);

  const list = run("administer.mjs", env, ["containers", "list", "--json"]);
  expect(await list.ended).toBe(0);
  // The log, which has standard error, may say that the database was taken over from the one that was killed.
  const said = list.output().split("\n");
  const known = JSON.parse(said.filter((line) => !line.startsWith('{"level"')).join("\n")) as { containerId: string }[];
  expect([0, rows]).toContain(known.length);
  const kept = readFileSync(secrets, "utf8");
  for (const { containerId } of known) expect(kept).toMatch(new RegExp(`^${containerId},[\\w-]{43},`, "m"));
});

test("whoever stops reading what the command line says ends it without a stack trace, and it is done all the same", async () => {
  const read = async (...words: string[]) => {
    const program = run("administer.mjs", { DATA_DIR: await usedDataFolder() }, words);
    program.child.stdout?.destroy();
    return [await program.ended, program.output()];
  };
  expect(await read("people", "list")).toEqual([0, ""]);
  expect(await read("doctor")).toEqual([0, ""]);
  expect(await read("--help")).toEqual([0, ""]);
});
