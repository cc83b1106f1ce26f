import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";

import { readConfig } from "./config/config.ts";
import { runVerb } from "./console/run-verb.ts";
import { fromBase32 } from "./features/session/totp.fixture.ts";
import { codeAt, stepAt } from "./features/session/totp.ts";
import { startPortal } from "./portal.ts";
import { insertContainers, sumsOf } from "./backup/backup.fixture.ts";
import { findEmbeddedPostgres } from "./postgres/embedded-postgres.ts";
import { cast, thePortal } from "./testing/cast.ts";
import { dropTestDatabase, emptyTestDatabase, toUrl } from "./testing/test-database.ts";

const silent = pino({ level: "silent" });
const password = "lanterns over the dunes";
/** What a restore or a portal changes by itself. */
const changes = [
  ...[
    "audit",
    "job",
    "role_lease",
    "schema_migration",
    "login_network",
    "app_user",
    "outside_answer",
    "outside_problem",
  ],
  ...["warning_wake", "warning_stale", "backup_state", "command", "container_config"],
];

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), "offgrid-backups-"));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

/** What is told to a portal on its command line. */
async function say(words: readonly string[], env: Record<string, string>) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runVerb(words, {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    read: () => "",
    ask: undefined,
    env,
    open: () => Promise.reject(new Error("no portal is opened for this")),
  });
  return { code, out: out.join("\n"), err: err.join("\n") };
}

/** Writes without a pause, always to two tables together. */
async function writeOn(): Promise<() => Promise<number>> {
  const { pool } = (await thePortal()).database;
  let isOver = false;
  const write = async () => {
    let count = 0;
    for (; !isOver; count++) {
      await pool.query(
        `with made as (${insertContainers} returning id)
        insert into energy_price (container_id, currency) select id, 'EUR' from made`,
        [count, count],
      );
    }
    return count;
  };
  const written = write();
  return () => {
    isOver = true;
    return written;
  };
}

test("E18: a backup under load is restored into an empty folder and into another server, and the portal goes on from there", async () => {
  const { config } = await thePortal();
  const { amina } = await cast({ amina: { role: "user", containers: ["gao"], password } });
  const { secret } = (await amina.call("totpSetup", {})).data;
  const code = (offset: number) => codeAt(fromBase32(secret), stepAt(Date.now()) + offset);
  await amina.call("totpConfirm", { code: code(-1) });
  const backups = await folder();
  const passphrase = join(backups, "passphrase");
  await writeFile(passphrase, "rain and shine on the roof\n");
  const path = join(backups, "portal.backup");
  const own = {
    DATA_DIR: config.dataDir,
    DATABASE_URL: config.databaseUrl ?? "",
    DATABASE_OWNER_URL: config.databaseOwnerUrl ?? "",
  };

  const stopWriting = await writeOn();
  const made = await say(["backup", "--to", path, "--with-key"], { ...own, BACKUP_PASSPHRASE_FILE: passphrase });
  expect(await stopWriting()).toBeGreaterThan(0);
  expect(made).toMatchObject({ code: 0 });
  expect(made.out).toMatch(/^Backed up \d+ rows into .+ MB\)\.\nIt holds portal\.key/);

  const dataDir = await folder();
  const there = { DATA_DIR: dataDir, BACKUP_PASSPHRASE_FILE: passphrase };
  expect((await say(["verify", path], there)).out).toMatch(/ is whole: \d+ rows/);
  expect(await say(["restore", path], there)).toMatchObject({ code: 0 });
  expect(await readFile(join(dataDir, "portal.key"))).toEqual(await readFile(join(config.dataDir, "portal.key")));
  const portal = await startPortal(
    readConfig({ DATA_DIR: dataDir, PORT: "0", MQTT_PORT: "0", OUTSIDE_SERVICES: "off", DISK_MIN_FREE_MB: "0" }),
    { log: silent },
  );
  onTestFinished(() => portal.stop());
  const call = async (name: string, body: object, headers: Record<string, string> = {}) => {
    const address = `http://127.0.0.1:${portal.port}/api/${name}`;
    const answer = await fetch(address, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as { code?: string; status: string };
  };
  const signedIn = { "x-auth-token": amina.token, "x-user-id": amina.userId };
  expect(await call("getSites", {}, signedIn)).toMatchObject({ code: "signed_out" });
  const login = { email: amina.email, password };
  expect(await call("login", login)).toMatchObject({ code: "code_needed" });
  expect(await call("login", { ...login, code: code(0) })).toMatchObject({ status: "ok" });

  // As of one instant: what was written together is there together.
  const inside = await findEmbeddedPostgres(dataDir, silent);
  const sums = await sumsOf(inside!, changes);
  expect(sums["energy_price"]?.rows).toBe((sums["container"]?.rows ?? 0) - 1);

  const outside = await emptyTestDatabase();
  onTestFinished(() => dropTestDatabase(outside));
  const elsewhere = { DATA_DIR: await folder(), DATABASE_URL: toUrl(outside), BACKUP_PASSPHRASE_FILE: passphrase };
  expect(await say(["restore", path], elsewhere)).toMatchObject({ code: 0 });
  expect(await sumsOf(outside, changes)).toEqual(sums);
  expect((await say(["restore", path], elsewhere)).err).toMatch(/people or containers already/);
});
