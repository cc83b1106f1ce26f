/** A portal that is killed leaves nothing running, unless another process goes on with its database. */
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

import { isDataDirEnding } from "@offgrid/server/postgres/data-dir-lock";
import { expect, test } from "vitest";

import { startPortal } from "./portal.ts";
import { isAlive, postgresPid, processesIn, temporaryFolder, until } from "./programs.ts";

const limit = { timeout: 300_000 };
const canSeeProcesses = existsSync("/proc/self/stat");

const nothingRuns = (dataDir: string) =>
  until("nothing runs in the folder", () => processesIn(dataDir).length === 0, { everyMs: 20 });

const pidFile = (dataDir: string) => {
  try {
    return readFileSync(join(dataDir, "postgres/data/postmaster.pid"), "utf8");
  } catch {
    return "";
  }
};

/** What PostgreSQL says of its starts: after a clean end it has nothing to recover. */
const recoveries = (dataDir: string) =>
  readFileSync(join(dataDir, "postgres/server.log"), "utf8").match(/was not properly shut down|interrupted/g) ?? [];

/** The shells that wait for their portal to go. */
const caretakersIn = (dataDir: string) =>
  processesIn(dataDir).filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").startsWith("/bin/sh\0"));

test.skipIf(!canSeeProcesses)(
  "kill -9 of the portal ends its database cleanly and leaves no process and no file of one, also where the process that sees to it was killed before (needs Linux)",
  limit,
  async () => {
    const dataDir = join(await temporaryFolder(), "portal");
    for (const signal of ["SIGKILL", "SIGQUIT"] as const) {
      const portal = await startPortal(dataDir);
      const [caretaker] = caretakersIn(dataDir);
      process.kill(caretaker as number, "SIGKILL");
      await until("another one waits", () => {
        const [now] = caretakersIn(dataDir);
        return now !== undefined && now !== caretaker;
      });
      expect(postgresPid(dataDir)).toBeDefined();
      portal.child.kill(signal);
      await portal.ended;
      await nothingRuns(dataDir);
      expect(pidFile(dataDir)).toBe("");
      expect(readdirSync(dataDir).filter((name) => name.includes(".lock"))).toEqual([]);
    }
    expect(recoveries(dataDir)).toEqual([]);
  },
);

test.skipIf(!canSeeProcesses)(
  "the database of a portal that is killed stays for the other processes that use it, and ends after the last one is killed, too (needs Linux)",
  limit,
  async () => {
    const dataDir = join(await temporaryFolder(), "portal");
    const first = await startPortal(dataDir, { ROLES: "api" });
    const second = await startPortal(dataDir, { ROLES: "api" });
    const server = postgresPid(dataDir) as number;
    const [caretaker] = caretakersIn(dataDir);
    first.child.kill("SIGKILL");
    await second.says(/keeps the embedded database from now on/);
    await until("the first one's caretaker has looked", () => !isAlive(caretaker as number));
    expect(postgresPid(dataDir)).toBe(server);
    expect((await fetch(`${second.url}/ready`)).status).toBe(200);
    expect(second.output()).not.toContain("the database is gone");
    second.child.kill("SIGKILL");
    await nothingRuns(dataDir);
    expect(isAlive(server)).toBe(false);
    expect(recoveries(dataDir)).toEqual([]);
  },
);

test.skipIf(!canSeeProcesses)(
  "a portal that was killed starts again whenever that is: while its database still runs, while it is stopping, and when it is gone (needs Linux)",
  limit,
  async () => {
    const dataDir = join(await temporaryFolder(), "portal");
    const moments: [string, () => boolean | Promise<boolean>][] = [
      ["it was killed", () => true],
      ["the folder is kept to end the database", () => isDataDirEnding(dataDir)],
      ["the database is stopping or gone", () => !/^ready/m.test(pidFile(dataDir))],
      ["nothing is left", () => processesIn(dataDir).length === 0],
    ];
    let portal = await startPortal(dataDir);
    for (const [sentence, isNow] of moments) {
      portal.child.kill("SIGKILL");
      await portal.ended;
      await until(sentence, isNow, { everyMs: 5 });
      portal = await startPortal(dataDir);
      expect((await fetch(`${portal.url}/ready`)).status).toBe(200);
      expect(portal.output()).not.toContain("the database is gone");
    }
    portal.child.kill("SIGTERM");
    expect(await portal.ended).toBe(0);
    expect(processesIn(dataDir)).toEqual([]);
    expect(recoveries(dataDir)).toEqual([]);
  },
);
