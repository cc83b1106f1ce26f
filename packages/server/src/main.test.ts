import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, stat, symlink, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { expect, onTestFinished, test, vi } from "vitest";

import { openLog } from "./core/log.ts";
import {
  type Program,
  anyDisk,
  built,
  caretakerOf,
  dataFolder,
  isAlive,
  isRunning,
  pidFile,
  portalOn,
  refusesInOneSentence,
  run,
  usedDataFolder,
} from "./main.fixture.ts";
import { findEmbeddedPostgres } from "./postgres/embedded-postgres.ts";

// Each test starts several programs, which takes long where many tests share few cores.
vi.setConfig({ testTimeout: 240_000 });

const isRoot = process.getuid?.() === 0;
const silent = openLog("silent");

test("the portal starts, says that it has no account, and a signal stops it and its database properly", async () => {
  const folder = await dataFolder();
  const portal = portalOn(folder);
  const [, url] = await portal.says(isRunning);
  await portal.says(/without a browser: offgrid-portal people add/);
  expect((await fetch(`${url}/ready`)).status).toBe(200);
  const server = Number((await pidFile(folder)).split("\n")[0]);
  portal.child.kill("SIGTERM");
  expect(await portal.ended).toBe(0);
  expect(portal.output()).toContain('"msg":"stopped"');
  expect(isAlive(server)).toBe(false);
  await expect(pidFile(folder)).rejects.toThrow("ENOENT");
  await expect(stat(join(folder, "portal.lock"))).rejects.toThrow("ENOENT");
});

test("a signal to the npm that started the portal stops it and its database: the shell between them is gone without a word", async () => {
  const folder = await dataFolder();
  // As npm does it; what follows keeps the shell from becoming the program.
  const shell = spawn("sh", ["-c", `"${process.execPath}" "${join(built, "portal.mjs")}"; true`], {
    env: {
      ...{ PATH: process.env["PATH"] ?? "", PORT: "0", MQTT_PORT: "0", ...anyDisk },
      ...{ DATA_DIR: folder, npm_lifecycle_event: "start" },
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  onTestFinished(() => {
    // The portal too, should it be there still.
    if (isAlive(-shell.pid!)) process.kill(-shell.pid!, "SIGKILL");
  });
  let text = "";
  shell.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  await vi.waitUntil(() => isRunning.test(text), 120_000);
  const server = Number((await pidFile(folder)).split("\n")[0]);
  shell.kill("SIGTERM");
  await vi.waitUntil(() => !isAlive(server), 60_000);
  await vi.waitUntil(
    () =>
      stat(join(folder, "portal.lock")).then(
        () => false,
        () => true,
      ),
    60_000,
  );
});

/** Kills the portal and its database. @returns the lines of the file by which the database was known. */
async function killBoth(portal: Program, folder: string): Promise<string[]> {
  const lines = (await pidFile(folder)).split("\n");
  portal.child.kill("SIGKILL");
  process.kill(Number(lines[0]), "SIGKILL");
  await portal.ended;
  while (isAlive(Number(lines[0]))) await wait(20);
  return lines;
}

/** Registers a container of the same name beside the running portal. */
async function registered(folder: string, mqttPort: string, containerId: string): Promise<void> {
  const program = run("administer.mjs", { DATA_DIR: folder }, [
    ...["containers", "add", "--name", "Lodwar clinic", "--zone", "Africa/Nairobi"],
  ]);
  expect(await program.ended).toBe(0);
  expect(program.output()).toMatch(new RegExp(`^container {2}${containerId}\nsecret {5}[\\w-]{43}\n`));
  // The program beside the portal does not know which port the system gave it.
  expect(program.output()).toContain(`broker     mqtt://127.0.0.1:${mqttPort} `);
}

// One folder for all of these kills, each of which needs a portal that ran before it.
test("E1: after kill -9, the next start takes over a running database, and from a dead one recovers what was committed, whoever has its number", async () => {
  const folder = await usedDataFolder();
  const first = portalOn(folder);
  await first.says(isRunning);
  const server = (await pidFile(folder)).split("\n")[0];
  // It ends the database after two seconds, within which the next start need not be this far.
  const caretaker = caretakerOf(first);
  process.kill(caretaker, "SIGSTOP");
  onTestFinished(() => void (isAlive(caretaker) && process.kill(caretaker, "SIGKILL")));
  first.child.kill("SIGKILL");
  await first.ended;

  const second = portalOn(folder);
  await second.says(isRunning);
  await second.says(/took over the database that a killed portal left running/);
  process.kill(caretaker, "SIGCONT");
  while (isAlive(caretaker)) await wait(20);
  expect((await pidFile(folder)).split("\n")[0]).toBe(server);
  const [, mqttPort = ""] = await second.says(/"mqttPort":(\d+)/);
  await registered(folder, mqttPort, "lodwar-clinic");
  const lines = await killBoth(second, folder);
  await writeFile(join(folder, "postgres/data/postmaster.pid"), [process.pid, ...lines.slice(1)].join("\n"));

  const third = portalOn(folder);
  await third.says(isRunning);
  const [, nextPort = ""] = await third.says(/"mqttPort":(\d+)/);
  await registered(folder, nextPort, "lodwar-clinic-2");
  await killBoth(third, folder);

  const fourth = portalOn(folder);
  await fourth.says(isRunning);
  const last = Number((await pidFile(folder)).split("\n")[0]);
  fourth.child.kill("SIGINT");
  expect(await fourth.ended).toBe(0);
  while (isAlive(last)) await wait(20);
  await expect(pidFile(folder)).rejects.toThrow("ENOENT");
});

test("E2: when the database dies under the running portal, calls get 503 and it is started again", async () => {
  const folder = await usedDataFolder();
  const portal = portalOn(folder);
  const [, url] = await portal.says(isRunning);
  const headers = { "content-type": "application/json", "x-auth-token": "x".repeat(43), "x-user-id": "x" };
  const ask = () => fetch(`${url}/api/getSites`, { method: "POST", headers, body: "{}" });
  expect((await ask()).status).toBe(401);
  process.kill(Number((await pidFile(folder)).split("\n")[0]), "SIGKILL");
  const answers = new Map<number, string | null>();
  // Repeats until a call succeeds after some failed: at first an open connection to the dead server's child may still
  // answer.
  for (let last = 0; !(answers.has(503) && last === 401);) {
    const answer = await ask();
    last = answer.status;
    answers.set(answer.status, answer.headers.get("retry-after"));
    expect((await fetch(`${url}/live`)).status).toBe(200);
  }
  expect(answers.get(503)).toBe("5");
  expect(answers.size).toBe(2);
  expect(await (await fetch(`${url}/ready`)).json()).toEqual({ status: "ok" });
  portal.child.kill("SIGTERM");
  expect(await portal.ended).toBe(0);
});

test("a second process on the same data folder uses the first one's database, which ends with the last process", async () => {
  const folder = await usedDataFolder();
  const first = portalOn(folder, { ROLES: "api" });
  await first.says(isRunning);
  const server = (await pidFile(folder)).split("\n")[0];
  const second = portalOn(folder, { ROLES: "api" });
  const [, url] = await second.says(isRunning);
  first.child.kill("SIGTERM");
  expect(await first.ended).toBe(0);
  await second.says(/keeps the embedded database from now on/);
  expect((await pidFile(folder)).split("\n")[0]).toBe(server);
  expect((await fetch(`${url}/ready`)).status).toBe(200);
  second.child.kill("SIGTERM");
  expect(await second.ended).toBe(0);
  await expect(pidFile(folder)).rejects.toThrow("ENOENT");
});

test("a taken port is named, and the database that was started for it is stopped again", async () => {
  const folder = await usedDataFolder();
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  await refusesInOneSentence(
    portalOn(folder, { PORT: String(port) }),
    new RegExp(`^Port ${port} on 127.0.0.1 is taken`),
  );
  await expect(pidFile(folder)).rejects.toThrow("ENOENT");
  await refusesInOneSentence(portalOn(folder, { MQTT_PORT: String(port) }), new RegExp(`${port}.*MQTT_PORT`));
  await expect(pidFile(folder)).rejects.toThrow("ENOENT");
});

test("a bad variable is named before anything is created", async () => {
  const folder = join(await dataFolder(), "never");
  await refusesInOneSentence(
    portalOn(folder, { PORT: "eighty" }),
    /^The environment variable PORT is "eighty", but it must be a port/,
  );
  await expect(stat(folder)).rejects.toThrow("ENOENT");
});

test("a data folder that cannot be used is named", async () => {
  const file = join(await dataFolder(), "file");
  await writeFile(file, "");
  await refusesInOneSentence(portalOn(join(file, "data")), /^The data folder .* cannot be used .*DATA_DIR/);
});

test.skipIf(!isRoot)("root may keep the data in a folder that the database's user cannot enter", async () => {
  const folder = await dataFolder();
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  await mkdir(join(folder, "real/closed"), { recursive: true, mode: 0o700 });
  await symlink(join(folder, "real/closed"), join(folder, "link"));
  const inside = join(folder, "link/data");
  for (const _ of ["first", "second"]) {
    const portal = portalOn(inside);
    await portal.says(isRunning);
    expect(await findEmbeddedPostgres(inside, silent)).toMatchObject({ database: "offgrid" });
    portal.child.kill("SIGTERM");
    expect(await portal.ended).toBe(0);
  }
  expect((await stat(join(inside, "postgres"))).uid).not.toBe(0);
});

test("an account can be added to a stopped portal, once", async () => {
  const folder = await usedDataFolder();
  const parameters = ["people", "add", "Ada@Example.org", "--role", "super_admin"];
  const added = run("administer.mjs", { DATA_DIR: folder }, parameters);
  expect(await added.ended).toBe(0);
  expect(added.output()).toMatch(/^Added ada@example\.org with the role super_admin\.\npassword {2}[\w-]{20}\n/);
  const password = /password {2}(\S+)/.exec(added.output())?.[1];
  await refusesInOneSentence(
    run("administer.mjs", { DATA_DIR: folder }, parameters),
    /^There is an account ada@example\.org already/,
  );

  const portal = portalOn(folder);
  const [, url] = await portal.says(isRunning);
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ email: "ada@example.org", password });
  const answer = await fetch(`${url}/api/login`, { method: "POST", headers, body });
  const { authToken } = (await answer.json()) as { authToken: string };
  expect(answer.status).toBe(200);
  portal.child.kill("SIGTERM");
  expect(await portal.ended).toBe(0);
  expect(portal.output()).not.toContain("people add");
  expect(portal.output()).not.toContain(authToken);
  expect(portal.output()).not.toContain(password);
});
