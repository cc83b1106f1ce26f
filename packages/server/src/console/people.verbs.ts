import { randomBytes } from "node:crypto";

import { type Role, roles } from "@offgrid/contract/core/access";
import type { SignInPart } from "@offgrid/contract/session/session.calls";
import { Email, type UserRow } from "@offgrid/contract/users/users.schema";

import { StartError } from "../core/start-error.ts";
import { hashPassword } from "../core/password-hash.ts";
import { mustBeStrong } from "../core/password-rules.ts";
import { personArchive } from "../features/archives/archives.handlers.ts";
import { resetSignIn } from "../features/session/reset-sign-in.ts";
import * as sessions from "../features/session/session.store.ts";
import { mustBeAssignable } from "../features/users/people.scope.ts";
import * as users from "../features/users/users.store.ts";
import type { Console } from "./console.ts";
import { shortTime, table } from "./table.ts";
import { UsageError, asJson, languageOption, readLanguage, verb, yes } from "./verb.ts";
import { inMb, mustBeNew, writeArchive } from "./write-archive.ts";

const email = { email: "the address of their account" };
const rowsAtOnce = 100;

export const peopleVerbs = [
  verb({
    words: "people list",
    parameters: {},
    options: {
      search: { type: "string", value: "TEXT", help: "search names, addresses and telephone numbers" },
      json: asJson,
    },
    summary: "Lists all accounts",
    run: async ({ search, json }, { open, say }) => {
      const found = await listPeople(await open(), search);
      if (json) return say(JSON.stringify(found, undefined, 2));
      const rows = found.map((one) => [
        one.email,
        `${one.firstName} ${one.lastName}`.trim() || "-",
        one.role ?? "-",
        one.disabled ? "disabled" : one.joined ? "active" : "invited",
        one.twoStep ? "yes" : "no",
        shortTime(one.lastSeen),
      ]);
      say(table(["ADDRESS", "NAME", "ROLE", "STATE", "TWO STEPS", "LAST SEEN"], rows));
    },
  }),
  verb({
    words: "people add",
    parameters: { email: "their address" },
    options: {
      role: { type: "string", value: roles.join("|"), help: "their role", isNeeded: true },
      first: { type: "string", value: "NAME", help: "first name" },
      last: { type: "string", value: "NAME", help: "last name" },
      language: { ...languageOption, help: "language of their mails; default: en" },
      container: { type: "string", multiple: true, value: "ID", help: "with --invite: a container that they may see" },
      invite: { type: "boolean", help: "send an invitation; they choose their own password" },
      "password-stdin": { type: "boolean", help: "read the password from standard input" },
    },
    summary: "Adds a person",
    more: "Without --invite or --password-stdin a password is generated and printed once; no mail is sent.",
    run: async (given, desk) => {
      const address = readEmail(given.email);
      const role = roles.find((one) => one === given.role);
      if (role === undefined) throw new UsageError(`--role must be one of ${roles.join(", ")}; it is "${given.role}".`);
      const language = readLanguage(given.language);
      const person = { email: address, role, language, firstName: given.first ?? "", lastName: given.last ?? "" };
      if (given.invite) {
        if (given["password-stdin"]) throw new UsageError("--invite and --password-stdin cannot be used together.");
        if (person.firstName === "" || person.lastName === "")
          throw new UsageError("An invitation needs --first and --last.");
        const console = await desk.open();
        await console.call("createNewUser", { ...person, containers: [...given.container] });
        return desk.say(`Added ${address} with the role ${role}. ${await mailWords(console)}`);
      }
      if (given.container.length > 0) throw new UsageError("--container can only be used with --invite.");
      const password = given["password-stdin"] ? desk.read().replace(/\r?\n$/, "") : undefined;
      await addWithPassword(await desk.open(), person, password, desk.say);
    },
  }),
  verb({
    words: "people disable",
    parameters: email,
    options: { yes },
    summary: "Disables an account and ends its sessions at once",
    run: async (given, { open, say, confirm }) => {
      const console = await open();
      const { userId, address } = await mustFind(console, given.email);
      await confirm(`Disable ${address}? Their sessions end at once.`, given.yes);
      await console.call("saveUserAccount", { userId, disabled: true });
      say(`${address} is disabled, and all their sessions have ended.`);
    },
  }),
  verb({
    words: "people enable",
    parameters: email,
    options: {},
    summary: "Enables a disabled account",
    run: async (given, { open, say }) => {
      const console = await open();
      const { userId, address } = await mustFind(console, given.email);
      await console.call("saveUserAccount", { userId, disabled: false });
      say(`${address} is enabled and may sign in.`);
    },
  }),
  verb({
    words: "people reset-password",
    parameters: email,
    options: { "print-link": { type: "boolean", help: "also print the link, in case no mail can be sent" }, yes },
    summary: "Voids a password, ends the person's sessions and mails them a link to choose a new one",
    more: "The link works once, for 30 minutes. Programs with API tokens of the person are refused from then on.",
    run: async (given, desk) => {
      const console = await desk.open();
      const { userId, address } = await mustFind(console, given.email);
      await desk.confirm(`Reset the password of ${address}? Their sessions end at once.`, given.yes);
      const link = await reset(console, userId, ["password"]);
      desk.say(`The password of ${address} is void. ${await mailWords(console)}`);
      if (given["print-link"] && link !== undefined) desk.say(link);
    },
  }),
  verb({
    words: "people remove-second-factor",
    parameters: email,
    options: { yes },
    summary: "Removes two-step sign-in and passkeys, ends the person's sessions and notifies them by mail",
    run: async (given, desk) => {
      const console = await desk.open();
      const { userId, address } = await mustFind(console, given.email);
      const question = `Remove two-step sign-in and all passkeys of ${address}? Their sessions end at once.`;
      await desk.confirm(question, given.yes);
      await reset(console, userId, ["second_factor"]);
      desk.say(`${address} signs in with the password alone. ${await mailWords(console)}`);
    },
  }),
  verb({
    words: "people export",
    parameters: email,
    options: {
      to: { type: "string", value: "FILE", help: "the new zip archive", isNeeded: true },
      language: languageOption,
    },
    summary: "Writes all data of a person into one archive of CSV and JSON files with a description",
    more: "No password, token or key is in it. Only its owner can read the file.",
    run: async (given, { open, say, note }) => {
      const language = readLanguage(given.language);
      await mustBeNew(given.to);
      const console = await open();
      const { userId } = await mustFind(console, given.email);
      await console.act("personArchive", async ({ audit }) => audit({ target: userId }));
      const making = { madeAt: new Date(), portalName: console.config.portalName, language };
      const { stream } = await personArchive(console.db, userId, making);
      say(`Wrote ${inMb(await writeArchive(given.to, stream, note))} into ${given.to}.`);
    },
  }),
  verb({
    words: "people delete",
    parameters: email,
    options: {
      "transfer-to": { type: "string", value: "ADDRESS", help: "who gets their warning rules and tickets" },
      yes,
    },
    summary: "Deletes an account and erases name, addresses and telephone number; this cannot be undone",
    more: 'A stand-in such as "Deleted person 4f2a" is put wherever they were named. The person is told by mail.',
    run: async (given, desk) => {
      const console = await desk.open();
      const { userId, address } = await mustFind(console, given.email);
      const to = given["transfer-to"];
      const successor = to === undefined ? undefined : await mustFind(console, to);
      const question = `Delete ${address} and erase what names them everywhere? This cannot be undone.`;
      await desk.confirm(question, given.yes);
      await console.call("removeUser", { userId, ...(successor && { transferTo: successor.userId }) });
      const { standIn } = await console.db
        .selectFrom("personErasure")
        .select("standIn")
        .where("personId", "=", userId)
        .executeTakeFirstOrThrow();
      desk.say(`The account is deleted. A portal that runs puts "${standIn}" wherever they were named.`);
    },
  }),
];

/** As the call of the same name, which may not answer with the link. */
function reset(console: Console, userId: string, parts: SignInPart[]): Promise<string | undefined> {
  return console.act("resetSignIn", (context) => resetSignIn({ userId, parts }, context));
}

async function addWithPassword(
  console: Console,
  person: { email: string; role: Role; firstName: string; lastName: string; language: "en" | "fr" },
  given: string | undefined,
  say: (text: string) => void,
): Promise<void> {
  if (given !== undefined) mustBeStrong(given, [person.email, person.firstName, person.lastName]);
  const password = given ?? randomBytes(15).toString("base64url");
  const passwordHash = await hashPassword(password);
  const { email: address, role } = person;
  await console.act("createNewUser", async ({ db, actor, audit }) => {
    await mustBeAssignable(db, actor, role);
    const userId = await users.insert(db, { ...person, passwordHash });
    if (userId === undefined) throw new StartError(`There is an account ${address} already; use another address.`);
    audit({ target: userId, after: { email: address, role } });
  });
  say(`Added ${address} with the role ${role}.`);
  if (given === undefined) say(`password  ${password}\nIt is not stored and is shown this once.`);
}

async function listPeople(console: Console, search: string | undefined): Promise<UserRow[]> {
  const found: UserRow[] = [];
  for (let page = 1; ; page++) {
    const asked = { page, pageSize: rowsAtOnce, sort: "email", ...(search !== undefined && { search }) };
    const { data, total } = await console.call("userList", asked);
    found.push(...data);
    if (data.length === 0 || found.length >= total) return found;
  }
}

/** @throws StartError when there is no such account. */
async function mustFind(console: Console, given: string): Promise<{ userId: string; address: string }> {
  const address = readEmail(given);
  const person = await sessions.findByEmail(console.db, address);
  if (!person) throw new StartError(`There is no account ${address}; "people list" shows all.`);
  return { userId: person.id, address };
}

/** @throws UsageError */
function readEmail(given: string): string {
  const parsed = Email.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new UsageError(`"${given}" is not an email address.`);
}

/** Mails go out of the portal's processes, whoever wrote them. */
async function mailWords(console: Console): Promise<string> {
  const [isRunning, isByFile] = [await console.isRunning(), console.config.smtpUrl === undefined];
  if (console.config.mailWay === "none") return "A mail to them waits until the portal has a mail server again.";
  if (!isRunning) return "A mail tells them as soon as the portal runs.";
  return isByFile ? "A mail for them is written to the folder outbox in DATA_DIR." : "A mail to them is on its way.";
}
