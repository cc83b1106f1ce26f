/** What `npm run release` makes, installed as docs/production.md says, without this repository. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

import { connectAsync } from "mqtt";

import { readableFrom } from "../scripts/docs.paths.ts";
import { expect, test } from "./fixtures.ts";
import { endAll } from "./system/ending.ts";
import { signIn } from "./system/portal.ts";
import { type Program, run, runFile, temporaryFolder, until } from "./system/programs.ts";

/** As root the portal runs as somebody else, as the unit has it. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined;

interface Installed {
  folder: string;
  dataDir: string;
  /** The program that runs it; left out: the one that runs this. */
  node?: string | undefined;
}

const optionsOf = ({ folder, dataDir }: Installed) => ({
  ...(user && { user }),
  cwd: folder,
  env: { NODE_ENV: "production", DATA_DIR: dataDir, OUTSIDE_SERVICES: "off", HOME: dataDir, TMPDIR: dataDir },
});

/** By the command of the unit that the release brings. */
async function startReady(installed: Installed): Promise<Program & { url: string; mqttPort: number }> {
  const unit = await readFile(join(installed.folder, "deploy/offgrid-portal.service"), "utf8");
  const [, ...parameters] = /^ExecStart=(.*)$/m.exec(unit)?.[1]?.split(" ") ?? [];
  const program = run(installed.node ?? process.execPath, parameters, optionsOf(installed));
  const [line] = await program.says(/^\{.*"the portal runs".*$/m);
  return { ...program, ...(JSON.parse(line) as { url: string; mqttPort: number }) };
}

/** What the command line of the server prints in the folder of a release. */
async function inConsole(installed: Installed, ...words: string[]): Promise<string> {
  const program = run(installed.node ?? process.execPath, ["dist/administer.mjs", ...words], optionsOf(installed));
  expect(await program.ended, program.output()).toBe(0);
  return program.output();
}

async function stop(program: Program): Promise<void> {
  program.child.kill("SIGTERM");
  expect(await program.ended, program.output()).toBe(0);
}

/** Makes a release and installs it, readable only, as docs/production.md says. */
async function install(folder: string): Promise<string> {
  await chmod(folder, 0o755);
  const made = runFile("scripts/portal-release.ts", ["--to", folder]);
  expect(await made.ended, made.output()).toBe(0);
  const release = /^Made (\S+) and/m.exec(made.output())?.[1] ?? "";
  execFileSync("npm", ["ci", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: release });
  execFileSync("chmod", ["-R", "a-w", release]);
  return release;
}

/** The same release with one step more for the database. */
async function madeLater(release: string, name: string, sql: string): Promise<string> {
  const later = join(dirname(release), name);
  execFileSync("cp", ["-al", release, later]);
  const folder = join(later, "packages/server/src/migrations");
  await chmod(folder, 0o755);
  await writeFile(join(folder, `${name}.sql`), sql);
  await chmod(folder, 0o555);
  return later;
}

interface Sender {
  containerId: string;
  secret: string;
}

async function addContainer(installed: Installed): Promise<Sender> {
  const said = await inConsole(installed, "containers", "add", "--name", "Lodwar");
  const [, containerId = "", secret = ""] = /^container\s+(\S+)\nsecret\s+(\S+)$/m.exec(said) ?? [];
  return { containerId, secret };
}

async function addAdmin(installed: Installed): Promise<string> {
  const said = await inConsole(installed, "people", "add", "ada@example.org", "--role", "super_admin");
  return /^password\s+(\S+)$/m.exec(said)?.[1] ?? "";
}

async function sendCharge(
  { mqttPort }: { mqttPort: number },
  { containerId, secret }: Sender,
  ts: number,
  soc: number,
) {
  const controller = await connectAsync(`mqtt://127.0.0.1:${mqttPort}`, {
    ...{ clientId: containerId, username: containerId, password: secret },
  });
  const frame = { ts, values: { "battery.soc": soc } };
  await controller.publishAsync(`offgrid/1/${containerId}/data`, JSON.stringify(frame), { qos: 1 });
  await controller.endAsync();
}

/** Every charge of the container, oldest first. */
async function chargesAt(ada: Awaited<ReturnType<typeof signIn>>, { containerId }: Sender): Promise<(number | null)[]> {
  const now = Date.now();
  const { data } = await ada.call<{ data: { series: (number | null)[][] } }>("getChartData", {
    ...{ from: now - 3_600_000, to: now + 60_000, groupBy: "raw" },
    series: [{ containerId, metric: "battery.soc" }],
  });
  return data.series[0] ?? [];
}

test.skip(process.platform === "win32", "needs the programs cp and chmod");

test("a release runs from a folder that its user cannot write to, with production dependencies alone, and is upgraded and rolled back with all data", async ({
  page,
}) => {
  try {
    const release = await install(await temporaryFolder());
    const documents = readableFrom(release, "docs/production.md");
    expect(documents).toContain("docs/monitoring/alerts.yaml");
    expect(documents.filter((path) => !existsSync(join(release, path)))).toEqual([]);
    const added = await madeLater(release, "9998-added", "create table added (id int);\n");
    const dataDir = await temporaryFolder({ owner: user });
    const before: Installed = { folder: release, dataDir };
    const after: Installed = { folder: added, dataDir };

    const first = await startReady(before);
    await page.goto(first.url);
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
    const password = await addAdmin(before);
    const sender = await addContainer(before);
    const beganMs = Date.now();
    const charges = [73.5, 74, 74.5];
    const takes = async (portal: { url: string; mqttPort: number }, count: number) => {
      await sendCharge(portal, sender, beganMs + count * 1_000, charges[count - 1] ?? 0);
      const ada = await signIn(portal.url, "ada@example.org", password);
      await until("all charges are there", async () => {
        const found = await chargesAt(ada, sender);
        return JSON.stringify(found) === JSON.stringify(charges.slice(0, count));
      });
    };
    await takes(first, 1);
    await stop(first);

    const upgraded = await startReady(after);
    await takes(upgraded, 2);
    await stop(upgraded);

    const rolledBack = await startReady(before);
    expect(rolledBack.output()).toContain("in ways that this one can work with");
    await takes(rolledBack, 3);
    await stop(rolledBack);
  } finally {
    await endAll();
  }
});

const otherNodes = (process.env["OTHER_NODES"] ?? "").split(":").filter((path) => path !== "");

test("a release runs on other versions of Node", async () => {
  test.skip(otherNodes.length === 0, "needs OTHER_NODES: programs of other versions, with colons between them");
  try {
    const release = await install(await temporaryFolder());
    for (const node of otherNodes) {
      const installed = { folder: release, dataDir: await temporaryFolder({ owner: user }), node };
      const portal = await startReady(installed);
      const password = await addAdmin(installed);
      const sender = await addContainer(installed);
      await sendCharge(portal, sender, Date.now(), 73.5);
      const ada = await signIn(portal.url, "ada@example.org", password);
      await until("the charge is there", async () => (await chargesAt(ada, sender))[0] === 73.5);
      expect(await inConsole(installed, "backup")).toMatch(/\S/);
      await stop(portal);
    }
  } finally {
    await endAll();
  }
});
