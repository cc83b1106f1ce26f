import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer } from "node:tls";

import type { Examined, Finding } from "@offgrid/contract/doctor/findings";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";

import { runVerb } from "../console/run-verb.ts";
import type { SendingValues } from "../config/config.sending.ts";
import { openSecretBox } from "../core/secret-box.ts";
import { keep } from "../features/settings/sending.store.ts";
import { issuedCertificate, testCertificate } from "../testing/test-certificate.ts";
import { type TestDatabase, testDatabase } from "../testing/test-database.ts";
import { type Installation, examine } from "./doctor.ts";
import { sentencesOf } from "./finding-words.ts";

let database: TestDatabase;
let mail: SMTPServer;
beforeAll(async () => {
  database = await testDatabase();
  mail = new SMTPServer({ authOptional: true, disabledCommands: ["STARTTLS"] });
  await new Promise<void>((resolve) => mail.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await new Promise<void>((resolve) => mail.close(resolve));
  await database.drop();
});

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "offgrid-doctor-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

/** A portal that lacks nothing. */
function healthy(over: Installation["env"] = {}): Installation["env"] {
  return {
    PORT: "0",
    MQTT_PORT: "0",
    DATA_DIR: folder(),
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    SMTP_URL: `smtp://127.0.0.1:${(mail.server.address() as AddressInfo).port}`,
    MAIL_FROM: "portal@example.org",
    ...over,
  };
}

const roomy = async () => ({ sizeBytes: 100 * 2 ** 30, freeBytes: 50 * 2 ** 30 });

const look = (env: Installation["env"], more: Partial<Installation> = {}) =>
  examine({ env, readSpace: roomy, ...more });

/** As the command line says them. */
const said = (findings: readonly Finding[]) =>
  findings.map((one) => ({ about: one.about, level: one.level, ...sentencesOf(one) }));

async function faults(env: Installation["env"], more: Partial<Installation> = {}) {
  return said(await look(env, more)).filter(({ level }) => level === "fault");
}

/** Exactly this is found, with its remedy. */
const only = (about: Examined, found: RegExp, remedy: RegExp) => [
  { about, level: "fault", found: expect.stringMatching(found), remedy: expect.stringMatching(remedy) },
];

test("a portal that lacks nothing has no fault and no note, and everything was looked at", async () => {
  const findings = await look(healthy());
  expect(findings.filter(({ level }) => level !== "ok")).toEqual([]);
  expect(new Set(findings.map(({ about }) => about))).toEqual(
    new Set<Examined>([
      ...(["settings", "variables", "node", "data_folder", "disk", "database", "clock", "portal_key"] as const),
      ...(["backups", "mqtt_certificate", "proxy", "mail", "ports"] as const),
    ]),
  );
});

test("a value that cannot be used, a misspelt variable and an old Node are named with what to do", async () => {
  expect(await faults(healthy({ PORT: "eighty" }))).toEqual(
    only("settings", /^The environment variable PORT is "eighty", but it must be a port/, /^Correct the variable/),
  );
  expect(await faults(healthy({ PUBLIC_ULR: "https://portal.example.org" }))).toEqual(
    only("variables", /^The variable PUBLIC_ULR is read by nobody/, /^Rename it to PUBLIC_URL/),
  );
  expect(await faults(healthy(), { nodeVersion: "18.20.4" })).toEqual(
    only("node", /^Node\.js is 18\.20\.4, and the portal needs 20\.19 or later/, /^Install a newer Node\.js/),
  );
});

test("a folder that is none and a disk without room are named with what to do", async () => {
  const file = join(folder(), "file");
  writeFileSync(file, "");
  expect(await faults(healthy({ DATA_DIR: file }))).toEqual(
    only("data_folder", /is no folder/, /point DATA_DIR to another one/),
  );
  const full = async () => ({ sizeBytes: 100 * 2 ** 30, freeBytes: 2 ** 30 });
  expect(await faults(healthy(), { readSpace: full })).toEqual(
    only("disk", /^1\.07 GB of 107 GB are free .*below 5\.37 GB nothing is stored/, /^Free space on it/),
  );
});

test("a database that is away, that lets the portal do too little, or that a newer portal wrote is named with what to do", async () => {
  const away = new URL(database.url);
  away.pathname = "/nowhere";
  expect(await faults(healthy({ DATABASE_URL: away.href, DATABASE_OWNER_URL: "" }))).toEqual(
    only(
      "database",
      /\/nowhere does not answer \(database "nowhere" does not exist\)/,
      /^Start it, or correct DATABASE_URL/,
    ),
  );

  const own = await testDatabase();
  onTestFinished(() => own.drop());
  const env = healthy({ DATABASE_URL: own.url, DATABASE_OWNER_URL: own.ownerUrl });
  const role = decodeURIComponent(new URL(own.url).username);
  await own.pool.query(`revoke insert on event, session from ${role}`);
  expect(await faults(env)).toEqual(
    only("database", /^Its role lacks rights on event, session\./, /^Start the portal once with DATABASE_OWNER_URL/),
  );
  await own.pool.query(`grant insert on event, session to ${role}`);
  await own.pool.query("insert into schema_migration (version, name, checksum) values (9999, '9999-later', '')");
  expect(await faults(env)).toEqual(
    only("database", /has the schema step 9999-later, which this version does not know/, /^Start the newer portal/),
  );
});

test("a backup that failed, is old, or could not be restored on trial is named with what to do", async () => {
  const own = await testDatabase();
  onTestFinished(() => own.drop());
  const env = healthy({ DATABASE_URL: own.url, DATABASE_OWNER_URL: own.ownerUrl });
  const ofBackups = async (over: Installation["env"] = {}) =>
    said(await look({ ...env, ...over }))
      .filter(({ about }) => about === "backups")
      .map(({ level, found }) => [level, found]);
  expect(await ofBackups()).toEqual([
    ["ok", "None of the night was made yet; the first one follows in the coming night."],
  ]);
  expect(await ofBackups({ BACKUP_DIR: "off" })).toEqual([["note", expect.stringMatching(/^None are made at night/)]]);
  await own.pool.query(
    "insert into backup_state (what, done_at, bytes) values ('backup', now() - interval '1 hour', 1)",
  );
  expect(await ofBackups()).toEqual([
    ["ok", expect.stringMatching(/^The last one is of .+; none was restored on trial yet/)],
  ]);
  await own.pool.query("update backup_state set done_at = now() - interval '50 hours'");
  expect(await ofBackups()).toEqual([["fault", "The last one is 50 hours old."]]);
  await own.pool.query(`update backup_state set failed_at = now(), failure = 'no space left';
    insert into backup_state (what, failed_at, failure) values ('trial', now(), 'damaged')`);
  expect(await ofBackups()).toEqual([
    ["fault", expect.stringMatching(/^The one of .+ failed \(no space left\)\.$/)],
    ["fault", expect.stringMatching(/^Restoring one on trial failed on .+ \(damaged\)\.$/)],
  ]);
  const passphrase = { BACKUP_PASSPHRASE_FILE: join(folder(), "nowhere") };
  expect(await ofBackups(passphrase)).toEqual([
    ["fault", expect.stringMatching(/BACKUP_PASSPHRASE_FILE cannot be read/)],
  ]);
});

test("a clock that differs from the database's is named with what to do", async () => {
  expect(await faults(healthy(), { nowMs: () => Date.now() + 3_600_000 })).toEqual(
    only("clock", /^The clock of this machine is 3\d{3} s ahead of that of the database/, /NTP/),
  );
});

test("a key that others may read, that is another than the database knows, or that is missing is named with what to do", async () => {
  const own = await testDatabase();
  onTestFinished(() => own.drop());
  const dataDir = folder();
  const { fingerprint } = openSecretBox(dataDir);
  await own.pool.query("insert into portal_setting (name, value) values ('key', to_jsonb($1::text))", [fingerprint]);
  const env = healthy({ DATA_DIR: dataDir, DATABASE_URL: own.url, DATABASE_OWNER_URL: own.ownerUrl });
  expect(await faults(env)).toEqual([]);
  chmodSync(join(dataDir, "portal.key"), 0o644);
  expect(await faults(env)).toEqual(only("portal_key", /^Others may read/, /^Run: chmod 600 /));
  const other = folder();
  openSecretBox(other);
  expect(await faults({ ...env, DATA_DIR: other })).toEqual(
    only("portal_key", /is not the key that sealed this database’s secrets/, /^Put the file back from its backup/),
  );
  expect(await faults({ ...env, DATA_DIR: folder() })).toEqual(
    only("portal_key", /^There is no /, /PORTAL_KEY_IS_LOST=yes/),
  );
});

test("a certificate that is over, for another host or not there is named with what to do", async () => {
  const { certPath, keyPath } = testCertificate;
  const env = healthy({ MQTT_TLS_CERT: certPath, MQTT_TLS_KEY: keyPath, PUBLIC_URL: "http://localhost:8080" });
  expect(await faults(env)).toEqual([]);
  expect(await faults(env, { nowMs: () => Date.UTC(2121, 0, 1) })).toEqual([
    ...only("clock", /./, /./),
    ...only("mqtt_certificate", /^It expired on 2120-01-01/, /^Renew it/),
  ]);
  expect(await faults({ ...env, PUBLIC_URL: "http://127.0.0.2:8080" })).toEqual(
    only("mqtt_certificate", /is not for 127\.0\.0\.2, the name of PUBLIC_URL/, /^Get a certificate that names 127/),
  );
  expect(await faults({ ...env, MQTT_TLS_CERT: join(folder(), "none.pem") })).toEqual(
    only("mqtt_certificate", /cannot be read/, /^Make it readable for this user, or correct MQTT_TLS_CERT/),
  );
});

test("a certificate on a port that this machine alone reaches is noted with what to do", async () => {
  const env = healthy({ MQTT_TLS_CERT: testCertificate.certPath, MQTT_TLS_KEY: testCertificate.keyPath });
  const notes = async (more: Installation["env"]) =>
    said(await look({ ...env, ...more })).filter(({ level }) => level === "note");
  expect(await notes({})).toEqual([
    {
      ...{ about: "mqtt_certificate", level: "note", remedy: expect.stringMatching(/^Set MQTT_HOST=0\.0\.0\.0 /) },
      found: "MQTT over TCP has its certificate, but listens on this machine alone.",
    },
  ]);
  expect(await notes({ MQTT_HOST: "0.0.0.0" })).toEqual([]);
  // Its end is said all the same, as early as the log warns of it.
  const codes = async (nowMs: number) =>
    (await look(env, { nowMs: () => nowMs })).flatMap(({ about, code }) =>
      about === "mqtt_certificate" ? [code] : [],
    );
  expect(await codes(Date.UTC(2119, 10, 1))).toEqual(["certificate_valid", "mqtt_local"]);
  expect(await codes(Date.UTC(2119, 11, 12))).toEqual(["certificate_ends", "mqtt_local"]);
});

test("a certificate without that of its issuer, which controllers cannot check, is named with what to do", async () => {
  const { certPath } = issuedCertificate;
  const env = healthy({ MQTT_TLS_CERT: certPath, MQTT_TLS_KEY: testCertificate.keyPath });
  expect(await faults(env)).toEqual([]);
  const [leaf = "", issuer = ""] = readFileSync(certPath, "utf8").split(/(?=-----BEGIN)/);
  const [alone, authorities] = [join(folder(), "alone.pem"), join(folder(), "authorities.pem")];
  writeFileSync(alone, leaf);
  writeFileSync(authorities, issuer);
  expect(await faults({ ...env, MQTT_TLS_CERT: alone })).toEqual(
    only("mqtt_certificate", /lacks the certificate of its issuer \(Test-only authority\)/, /fullchain\.pem/),
  );
  // Of an authority of one's own, which controllers are given as Node is.
  expect(await faults({ ...env, MQTT_TLS_CERT: alone }, { authorities })).toEqual([]);
});

test("a proxy with a certificate that no browser trusts is named with what to do", async () => {
  const files = { cert: readFileSync(testCertificate.certPath), key: readFileSync(testCertificate.keyPath) };
  const proxy = createTlsServer(files, (socket) => socket.on("error", () => undefined));
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void proxy.close());
  const address = `https://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const env = healthy({ PUBLIC_URL: address, TRUSTED_PROXIES: "127.0.0.1" });
  expect(await faults(env)).toEqual(
    only("web_certificate", /^Browsers do not trust the certificate at https:/, /the whole chain/),
  );
});

test("a proxy that is not believed, and one that is not there, are named with what to do", async () => {
  const found = await faults(healthy({ PUBLIC_URL: "https://127.0.0.1:1" }));
  expect(found).toEqual([
    ...only("web_certificate", /^Nothing answers by TLS at https:\/\/127\.0\.0\.1:1/, /^Start the proxy there/),
    ...only("proxy", /but TRUSTED_PROXIES is not set: all of them count as one caller/, /^Set TRUSTED_PROXIES/),
  ]);
  expect(await faults(healthy({ PUBLIC_URL: "http://portal.example.org" }))).toEqual(
    only("proxy", /passwords travel in the clear/, /let PUBLIC_URL begin with https/),
  );
});

test("a mail server that lets nobody in and a sender whom nobody owns are named with what to do", async () => {
  const { SMTP_URL, ...env } = healthy({ MAIL_FROM: "" });
  expect(await faults({ ...env, SMTP_URL: "smtp://127.0.0.1:1" })).toEqual([
    ...only("mail", /^The mail server at 127\.0\.0\.1:1 does not let the portal in/, /^Correct SMTP_URL/),
    ...only("mail", /^Mails come from support@offgrid\.example/, /^Set MAIL_FROM/),
  ]);
  expect(said(await look({ ...env, SMTP_URL: "" }))).toContainEqual(
    expect.objectContaining({ about: "mail", level: "note", remedy: expect.stringContaining("SMTP_URL") }),
  );
  expect(SMTP_URL).toBeDefined();
});

test("the mail server that people of the portal set or removed is the one that is looked at", async () => {
  const own = await testDatabase();
  onTestFinished(() => own.drop());
  const env = healthy({ DATABASE_URL: own.url, DATABASE_OWNER_URL: own.ownerUrl });
  const box = openSecretBox(env["DATA_DIR"] ?? "");
  await own.pool.query("insert into portal_setting (name, value) values ('key', to_jsonb($1::text))", [
    box.fingerprint,
  ]);
  const set = (values: SendingValues | undefined) =>
    keep(own.db, box, "mail", { values, givenMs: {}, changedAt: new Date() });
  await set({ smtpHost: "127.0.0.1", smtpPort: "1", smtpSecurity: "offered" });
  expect(await faults(env)).toEqual(
    only("mail", /^The mail server at 127\.0\.0\.1:1 does not let the portal in/, /in the settings of the portal/),
  );
  await set(undefined);
  expect(said(await look(env))).toContainEqual(
    expect.objectContaining({ about: "mail", level: "note", found: expect.stringContaining("was removed") }),
  );
});

test("a port that another program has is named with what to do", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  expect(await faults(healthy({ MQTT_PORT: String(port) }))).toEqual(
    only(
      "ports",
      new RegExp(`^Port ${port} on 127\\.0\\.0\\.1 cannot be used \\(another program`),
      /another MQTT_PORT/,
    ),
  );
});

test("the command ends with 1 where there are faults, and says each with its remedy, or all as JSON", async () => {
  const run = async (env: Installation["env"], ...words: string[]) => {
    const said: string[] = [];
    const say = (text: string) => void said.push(text);
    const never = () => Promise.reject(new Error("the doctor opens nothing for writing"));
    const terminal = { out: say, err: say, read: () => "", ask: undefined, env, open: never };
    return { code: await runVerb(["doctor", ...words], terminal), text: said.join("\n") };
  };
  const env = healthy({ PUBLIC_ULR: "x", DISK_MIN_FREE_MB: "0", DISK_MIN_FREE_PERCENT: "0" });
  const { code, text } = await run(env);
  expect(code).toBe(1);
  expect(text).toMatch(
    /^FAULT {2}Variables: The variable PUBLIC_ULR is read by nobody\.\n {7}Rename it to PUBLIC_URL/m,
  );
  expect(text).toMatch(/\n1 fault\.$/);
  const asJson = await run({ ...env, PUBLIC_ULR: "" }, "--json");
  expect(asJson.code).toBe(0);
  expect(JSON.parse(asJson.text)).toContainEqual(
    expect.objectContaining({
      about: "database",
      level: "ok",
      code: "database_answers",
      found: expect.stringMatching(/^PostgreSQL /),
    }),
  );
});
