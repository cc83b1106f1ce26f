/** What `npm run release` makes, installed as docs/production.md says, without this repository. */
import { execFileSync } from "node:child_process";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { connectAsync } from "mqtt";

import { expect, test } from "./fixtures.ts";
import { endAll } from "./system/ending.ts";
import { signIn } from "./system/portal.ts";
import { type Program, run, runFile, temporaryFolder, until } from "./system/programs.ts";

/** As root the portal runs as somebody else, as the unit has it. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

interface Installed {
  folder: string;
  dataDir: string;
}

const optionsOf = ({ folder, dataDir }: Installed) => ({
  ...(user && { user }),
  cwd: folder,
  env: { NODE_ENV: "production", DATA_DIR: dataDir, OUTSIDE_SERVICES: "off", HOME: dataDir, TMPDIR: dataDir },
});

/** By the command of the unit that the release brings. */
async function start(installed: Installed): Promise<Program> {
  const unit = await readFile(join(installed.folder, "deploy/offgrid-portal.service"), "utf8");
  const [, ...parameters] = /^ExecStart=(.*)$/m.exec(unit)?.[1]?.split(" ") ?? [];
  return run(process.execPath, parameters, optionsOf(installed));
}

async function startReady(installed: Installed): Promise<Program & { url: string; mqttPort: number }> {
  const program = await start(installed);
  const [line] = await program.says(/^\{.*"the portal runs".*$/m);
  return { ...program, ...(JSON.parse(line) as { url: string; mqttPort: number }) };
}

/** What `npm run portal -- ...` prints in the folder of a release. */
async function inConsole(installed: Installed, ...words: string[]): Promise<string> {
  const program = run(process.execPath, ["dist/administer.mjs", ...words], optionsOf(installed));
  expect(await program.ended, program.output()).toBe(0);
  return program.output();
}

async function stop(program: Program): Promise<void> {
  program.child.kill("SIGTERM");
  expect(await program.ended, program.output()).toBe(0);
}

/** The release of before, with one step more for the database. */
async function madeLater(folder: string, release: string): Promise<string> {
  const later = join(folder, "later");
  execFileSync("cp", ["-al", release, later]);
  await writeFile(join(later, "packages/server/src/migrations/9999-later.sql"), "create table later (id int);\n");
  return later;
}

test("a release runs from a folder that its user cannot write to, with production dependencies alone, and keeps its data through an upgrade, after which the older one refuses to start", async ({
  page,
}) => {
  test.skip(process.platform === "win32", "needs the programs cp and chmod");
  try {
    const folder = await temporaryFolder();
    await chmod(folder, 0o755);
    const made = runFile("scripts/portal-release.ts", ["--to", folder]);
    expect(await made.ended, made.output()).toBe(0);
    const release = /^Made (\S+) and/m.exec(made.output())?.[1] ?? "";
    execFileSync("npm", ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: release });
    const later = await madeLater(folder, release);
    for (const place of [release, later]) execFileSync("chmod", ["-R", "a-w", place]);
    const dataDir = await temporaryFolder({ owner: user });
    const before = { folder: release, dataDir };
    const after = { folder: later, dataDir };

    const first = await startReady(before);
    await page.goto(first.url);
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
    const password = /^password\s+(\S+)$/m.exec(
      await inConsole(before, "people", "add", "ada@example.org", "--role", "super_admin"),
    )?.[1];
    const [, containerId = "", secret = ""] =
      /^container\s+(\S+)\nsecret\s+(\S+)$/m.exec(await inConsole(before, "containers", "add", "--name", "Lodwar")) ??
      [];
    const controller = await connectAsync(`mqtt://127.0.0.1:${first.mqttPort}`, {
      ...{ clientId: containerId, username: containerId, password: secret },
    });
    const frame = { ts: Date.now(), values: { "battery.soc": 73.5 } };
    await controller.publishAsync(`offgrid/1/${containerId}/data`, JSON.stringify(frame), { qos: 1 });
    await controller.endAsync();
    const chargeAt = async (url: string) => {
      const ada = await signIn(url, "ada@example.org", password ?? "");
      const { data } = await ada.call<{ data: { id: string; soc: number | null }[] }>("getSitesV2");
      return data.map(({ id, soc }) => ({ id, soc }));
    };
    const charged = [{ id: containerId, soc: 73.5 }];
    await until("the charge is there", async () => (await chargeAt(first.url))[0]?.soc === 73.5);
    await stop(first);

    const second = await startReady(after);
    expect(await chargeAt(second.url)).toEqual(charged);
    await stop(second);

    const older = await start(before);
    expect(await older.ended).not.toBe(0);
    expect(older.output()).toContain("the schema step 9999-later, which this version does not know");
    const again = await startReady(after);
    expect(await chargeAt(again.url)).toEqual(charged);
    await stop(again);
  } finally {
    await endAll();
  }
});
