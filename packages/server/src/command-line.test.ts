import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { commandLineId } from "@offgrid/contract/core/command-line";
import { unzipSync } from "fflate";
import { expect, onTestFinished, test, vi } from "vitest";

import { openCommandLine } from "./command-line.ts";
import { type Terminal, runVerb, verbs } from "./console/run-verb.ts";
import { aStranger, cast, thePortal } from "./testing/cast.ts";
import { mailReader } from "./testing/mails.ts";

const portal = thePortal({ config: { publicUrl: "https://portal.example.org" } });
const nextMail = mailReader(async () => (await portal).config.dataDir);

/** What somebody says on the server of the portal that runs, and what comes of it. */
async function say(words: readonly string[], { input = "", answer }: { input?: string; answer?: string } = {}) {
  const { config } = await portal;
  const out: string[] = [];
  const err: string[] = [];
  const terminal: Terminal = {
    out: (text) => out.push(text),
    err: (text) => err.push(text),
    read: () => input,
    ask: answer === undefined ? undefined : async () => answer,
    env: {},
    open: () => openCommandLine(config),
  };
  const code = await runVerb(words, terminal);
  return { code, out: out.join("\n"), err: err.join("\n") };
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), "offgrid-console-"));
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
  return made;
}

async function linesOf(action: string) {
  const { db } = (await portal).database;
  return db.selectFrom("audit").selectAll().where("action", "=", action).orderBy("id", "desc").execute();
}

test("whoever disables a person beside a running portal ends their sessions there at once, and the audit says that it was the command line", async () => {
  const { amina } = await cast({ amina: { role: "user" } });
  await amina.call("getSites", {});
  expect(await say(["people", "disable", amina.email, "--yes"])).toMatchObject({ code: 0, err: "" });
  await expect(amina.call("getSites", {})).refusesWith("signed_out");
  const [line] = await linesOf("saveUserAccount");
  expect(line).toMatchObject({
    userId: commandLineId,
    email: null,
    target: amina.userId,
    before: { disabled: false },
    after: { disabled: true },
    result: "ok",
  });
  expect(line?.address).toMatch(/^\S+@\S+$/);

  const list = await say(["people", "list", "--search", amina.email, "--json"]);
  expect(JSON.parse(list.out)).toMatchObject([{ email: amina.email, disabled: true }]);
  expect((await say(["people", "list"])).out).toMatch(new RegExp(`^${amina.email} +amina +user +disabled +no `, "m"));
  await say(["people", "enable", amina.email]);
  expect((await say(["people", "list"])).out).toMatch(new RegExp(`^${amina.email} +amina +user +active +no `, "m"));
});

test("a person is added with a password from standard input, and one whose address is taken is not", async () => {
  const words = ["people", "add", "Lena@Example.org", "--role", "admin", "--first", "Lena", "--password-stdin"];
  const password = "pelicans over the sandbar";
  expect(await say(words, { input: `${password}\n` })).toMatchObject({
    code: 0,
    out: expect.not.stringContaining(password),
  });
  const stranger = await aStranger();
  expect((await stranger.call("login", { email: "lena@example.org", password })).userId).toMatch(/./);
  expect(await say(words, { input: password })).toEqual({
    code: 1,
    out: "",
    err: "There is an account lena@example.org already; use another address.",
  });
  expect(await say([...words.slice(0, 2), "b@example.org", ...words.slice(3)], { input: "short" })).toMatchObject({
    code: 1,
  });
});

test("an invited person gets the mail that they would get from an administrator", async () => {
  const words = [
    "people",
    "add",
    "kofi@example.org",
    "--role",
    "user",
    "--first",
    "Kofi",
    "--last",
    "Ba",
    "--language",
    "fr",
  ];
  expect((await say([...words, "--invite"])).err).toBe("");
  const mail = await nextMail("kofi@example.org");
  expect(mail.text).toContain("Offgrid Portal vous a ajouté");
  const fresh = "herons at the ferry landing";
  await (await aStranger()).call("confirmPassword", { token: mail.token, password: fresh });
});

test("a password is reset by a link that is mailed and, if asked for, printed; the second factor goes with a mail too", async () => {
  const { amina } = await cast({ amina: { role: "user", password: "lanterns over the dunes" } });
  const { out, code } = await say(["people", "reset-password", amina.email, "--yes", "--print-link"]);
  expect(code).toBe(0);
  const mail = await nextMail(amina.email);
  expect(out).toContain(mail.link);
  expect(mail.text).toContain("the command line of the server reset your password");
  await expect(amina.call("getSites", {})).refusesWith("signed_out");
  expect(await say(["people", "remove-second-factor", amina.email, "--yes"])).toMatchObject({ code: 0, err: "" });
  expect((await nextMail(amina.email)).subject).toBe("Your two-step sign-in was removed");
  expect((await linesOf("resetSignIn"))[0]).toMatchObject({ userId: commandLineId, target: amina.userId });
});

test("what cannot be undone is asked for first: a no does nothing, and where nobody is there to answer neither", async () => {
  const { amina } = await cast({ amina: { role: "user" } });
  const words = ["people", "disable", amina.email];
  expect(await say(words, { answer: "n" })).toEqual({ code: 1, out: "", err: "Nothing was done." });
  expect(await say(words)).toMatchObject({ code: 2, err: expect.stringContaining("--yes") });
  await amina.call("getSites", {});
  expect(await say(words, { answer: "y" })).toMatchObject({ code: 0 });
  await expect(amina.call("getSites", {})).refusesWith("signed_out");
});

test("containers of a file are registered all or none, and their secrets are in a file that its owner alone may read and nothing overwrites", async () => {
  const { amina } = await cast({ amina: { role: "user" } });
  const [file, secrets] = [join(folder(), "fleet.csv"), join(folder(), "secrets.csv")];
  const many = Array.from({ length: 150 }, (_, place) => `"Mill, number ${place}";mill-${place};M${place};;`);
  const heading = "name;id;serial;zone;users";
  writeFileSync(file, `${heading}\n${many.join("\n")}\nGao;gao-import;G1;Africa/Bamako;${amina.email}\n`);

  const { db } = (await portal).database;
  await db.updateTable("appUser").set({ disabled: false }).where("id", "=", amina.userId).execute();
  expect(await say(["containers", "import", file, "--secrets", secrets])).toMatchObject({ code: 0, err: "" });
  expect(statSync(secrets).mode & 0o777).toBe(0o600);
  const [head, ...lines] = readFileSync(secrets, "utf8").trim().split("\r\n");
  expect(head).toBe("container,secret,host,port,tls,name,portal");
  expect(lines).toHaveLength(151);
  for (const line of lines)
    expect(line).toMatch(/^[a-z0-9-]+,[\w-]{43},portal\.example\.org,443,yes,.+,wss:\/\/portal\.example\.org\/mqtt$/);
  const known = await db.selectFrom("container").select("id").where("id", "like", "mill-%").execute();
  expect(known).toHaveLength(150);
  expect((await amina.call("getSites", {})).data).toMatchObject([{ containerId: "gao-import" }]);
  expect((await linesOf("registerNewContainer")).filter(({ userId }) => userId === commandLineId)).toHaveLength(151);

  // Another file whose last line cannot be: nothing of it is there, no file of secrets either.
  const others = join(folder(), "others.csv");
  writeFileSync(file, `name,id,serial\nNew one,new-one,N1\nTwin,twin,M3\n`);
  const refused = await say(["containers", "import", file, "--secrets", others]);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining("line 3: Another container has this serial") });
  expect(existsSync(others)).toBe(false);
  writeFileSync(file, "name,id,serial\nNew one,new-one,N1\n");
  const before = readFileSync(secrets, "utf8");
  const there = await say(["containers", "import", file, "--secrets", secrets]);
  expect(there).toMatchObject({ code: 1, err: expect.stringContaining("is there already and is not overwritten") });
  expect(readFileSync(secrets, "utf8")).toBe(before);
  expect((await say(["containers", "list"])).out).not.toContain("new-one");
  writeFileSync(file, "name,colour\nNew one,red\n");
  expect((await say(["containers", "import", file, "--secrets", others])).err).toContain(
    'nothing is known of a column "colour"',
  );
});

test("a container is added, listed, renamed, retired, restored and deleted, as by its page", async () => {
  const { boss } = await cast({ boss: { role: "super_admin" } });
  const added = await say(["containers", "add", "--name", "Sea mill", "--id", "sea-mill", "--zone", "Africa/Dakar"]);
  expect(added.out).toMatch(
    /^container {2}sea-mill\nsecret {5}[\w-]{43}\nbroker {5}wss:\/\/portal\.example\.org\/mqtt /,
  );
  expect(await say(["containers", "rename", "sea-mill", "Sea mill II"])).toMatchObject({ code: 0 });
  const found = await say(["containers", "list", "--search", "sea mill", "--json"]);
  expect(JSON.parse(found.out)).toMatchObject([{ containerId: "sea-mill", name: "Sea mill II" }]);

  const { db } = (await portal).database;
  await say(["containers", "retire", "sea-mill", "--reason", "Sold", "--yes"]);
  expect((await boss.call("getContainerInfoV4", { containerId: "sea-mill" })).data.retiredReason).toBe("Sold");
  const retired = await say(["containers", "list", "--retired", "--json"]);
  expect(JSON.parse(retired.out)).toMatchObject([{ containerId: "sea-mill", retiredAt: expect.any(String) }]);
  expect(await say(["containers", "restore", "sea-mill"])).toMatchObject({ out: '"Sea mill II" is in service.' });
  expect(await say(["containers", "delete", "sea-mill", "--yes"])).toMatchObject({ code: 0 });
  await expect(boss.call("containerGet", { containerId: "sea-mill" })).refusesWith("not_found");
  const about = await db.selectFrom("audit").select("action").where("target", "=", "sea-mill").orderBy("id").execute();
  expect(about.map(({ action }) => action)).toEqual([
    "registerNewContainer",
    "containerSave",
    "retireContainer",
    "restoreContainer",
    "removeContainer",
  ]);
  expect(await say(["containers", "delete", "sea-mill", "--yes"])).toMatchObject({
    code: 1,
    err: 'There is no container sea-mill; "containers list" shows all.',
  });
});

test("a test mail goes the way of all mails at once", async () => {
  expect(await say(["test-mail", "ops@example.org"])).toMatchObject({
    code: 0,
    out: expect.stringContaining("outbox"),
  });
  expect((await nextMail("ops@example.org")).subject).toBe("Test mail of Offgrid Portal");
  expect((await linesOf("test_mail"))[0]).toMatchObject({ userId: commandLineId, target: "ops@example.org" });
});

test("every verb has its help, and wrong usage opens nothing, changes nothing and ends with 2", async () => {
  for (const { words, parameters, options } of verbs) {
    const { code, out } = await say([...words.split(" "), "--help"]);
    expect(code).toBe(0);
    for (const name of Object.keys(parameters)) expect(out).toContain(`<${name}>`);
    for (const name of Object.keys(options)) expect(out).toContain(`--${name}`);
  }
  expect((await say(["--help"])).out).toContain("people reset-password <email>");
  expect((await say(["people", "--help"])).out).not.toContain("containers list");
  const wrong = [
    [],
    ["nothing"],
    ["people", "sing"],
    ["people", "add", "a@example.org"],
    ["people", "add", "a@example.org", "--role", "boss"],
    ["people", "add", "no address", "--role", "user"],
    ["people", "list", "--colour"],
    ["people", "disable"],
    ["people", "disable", "a@example.org", "b@example.org"],
    ["containers", "add", "--name", "X", "--lat", "north"],
    ["containers", "add", "--name", "X", "--id", "*"],
    ["readings", "undo-replace", "first"],
  ];
  for (const words of wrong) {
    const { code, out, err } = await say(words);
    expect([code, out], words.join(" ")).toEqual([2, ""]);
    expect(err).toContain("Usage: offgrid-portal ");
  }
});

test("a folder without the key of the database is not taken for the portal's, and gets no key of its own", async () => {
  const { config } = await portal;
  const elsewhere = folder();
  const opened = openCommandLine({ ...config, dataDir: elsewhere });
  await expect(opened).rejects.toThrow(`There is no portal.key in ${elsewhere}`);
  expect(existsSync(join(elsewhere, "portal.key"))).toBe(false);
});

test("a person is deleted beside a running portal, which erases what names them, and the audit still verifies", async () => {
  const { lena } = await cast({ lena: { role: "user" } });
  expect(await say(["people", "delete", lena.email])).toMatchObject({ code: 2 });
  const { code, out } = await say(["people", "delete", lena.email, "--yes"]);
  expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/"Deleted person [0-9a-f]{4,}"/) });
  await vi.waitFor(async () => expect((await linesOf("person_erased"))[0]).toMatchObject({ target: lena.userId }), {
    timeout: 30_000,
  });
  await expect(lena.call("getSites", {})).refusesWith("signed_out");
  expect(await say(["people", "enable", lena.email])).toMatchObject({ code: 1 });
  expect(await say(["audit", "verify"])).toMatchObject({ code: 0, out: "The seals fit all lines of the audit." });
});

test("all data of a container and of a person are written into archives that only their owner may read", async () => {
  const { lena } = await cast({ lena: { role: "user", containers: ["gao"] } });
  const [ofContainer, ofPerson] = [join(folder(), "gao.zip"), join(folder(), "lena.zip")];
  expect(await say(["containers", "export", "gao", "--to", ofContainer])).toMatchObject({ code: 0 });
  expect(Object.keys(unzipSync(readFileSync(ofContainer)))).toEqual(
    expect.arrayContaining(["README.txt", "audit.csv", "tickets.csv"]),
  );
  expect(statSync(ofContainer).mode & 0o777).toBe(0o600);
  expect((await linesOf("containerArchive"))[0]).toMatchObject({ userId: commandLineId, target: "gao", result: "ok" });

  expect(await say(["people", "export", lena.email, "--to", ofPerson, "--language", "fr"])).toMatchObject({ code: 0 });
  const files = unzipSync(readFileSync(ofPerson));
  expect(Buffer.from(files["account.json"] ?? []).toString()).toContain(lena.email);
  expect(Buffer.from(files["README.txt"] ?? []).toString()).toContain("Toutes les données de");
  expect((await linesOf("personArchive"))[0]).toMatchObject({ userId: commandLineId, target: lena.userId });

  expect((await say(["containers", "export", "gao", "--to", ofContainer])).err).toMatch(/is there already/);
  const missing = join(folder(), "x.zip");
  expect(await say(["containers", "export", "nowhere", "--to", missing])).toMatchObject({ code: 1 });
  expect(await say(["containers", "export", "gao", "--to", missing, "--from", "May"])).toMatchObject({ code: 2 });
  expect(existsSync(missing)).toBe(false);
});
