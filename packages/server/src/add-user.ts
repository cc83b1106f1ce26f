import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { roles } from "@offgrid/contract/core/access";
import { Email } from "@offgrid/contract/users/users.schema";
import { z } from "zod";

import { runCommand } from "./command.ts";
import { StartError } from "./core/start-error.ts";
import { hashPassword } from "./core/password-hash.ts";
import * as users from "./features/users/users.store.ts";

const usage = `Use: npm run add-user -- --email <address> --role <${roles.join(" | ")}> [--first <name>] [--last <name>] [--password-stdin]`;
const shortestPassword = 12;

const Options = z.object({
  email: Email,
  role: z.enum(roles),
  firstName: z.string().max(64).default(""),
  lastName: z.string().max(64).default(""),
  /** Undefined: one is made and printed. */
  password: z.string().min(shortestPassword).max(128).optional(),
});

/** `npm run add-user`: adds a person, with a password from standard input or a random one that is printed this once. */
await runCommand(readOptions, async ({ password, ...person }, db) => {
  const chosen = password ?? randomBytes(15).toString("base64url");
  const id = await users.insert(db, { ...person, passwordHash: await hashPassword(chosen) });
  if (id === undefined) throw new StartError(`There is an account ${person.email} already; use another address.`);
  const made = `Added ${person.email} with the role ${person.role}.`;
  return password === undefined ? `${made}\npassword  ${chosen}\nIt is not stored and is shown this once.` : made;
});

function readOptions(argv: string[]): z.output<typeof Options> {
  const text = { type: "string" } as const;
  let given;
  try {
    const options = {
      email: text,
      role: text,
      first: text,
      last: text,
      "password-stdin": { type: "boolean" },
    } as const;
    given = parseArgs({ args: argv, options }).values;
  } catch (error) {
    throw new StartError(`${(error as Error).message} ${usage}`, { cause: error });
  }
  const password = given["password-stdin"] ? readFileSync(0, "utf8").replace(/\r?\n$/, "") : undefined;
  const parsed = Options.safeParse({ ...given, firstName: given.first, lastName: given.last, password });
  if (parsed.success) return parsed.data;
  const flags: Record<string, string> = { firstName: "first", lastName: "last", password: "password-stdin" };
  const issue = parsed.error.issues[0];
  const field = String(issue?.path[0]);
  throw new StartError(`--${flags[field] ?? field} is not right: ${issue?.message}. ${usage}`);
}
