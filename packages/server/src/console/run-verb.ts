import { createInterface } from "node:readline/promises";
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";

import { Refusal } from "@offgrid/contract/core/refusal";

import { refusalText } from "../calls/refusal-text.ts";
import { StartError } from "../core/start-error.ts";
import { reasonOf } from "../core/db.ts";
import { commandLineIn } from "../core/program.ts";
import type { Console } from "./console.ts";
import { auditVerbs } from "./audit.verbs.ts";
import { backupVerbs } from "./backup.verbs.ts";
import { containerVerbs } from "./containers.verbs.ts";
import { doctorVerb } from "./doctor.verb.ts";
import { mailVerbs } from "./mail.verbs.ts";
import { peopleVerbs } from "./people.verbs.ts";
import { readingVerbs } from "./readings.verbs.ts";
import { Declined, type Desk, UsageError, type Verb } from "./verb.ts";

export const verbs: readonly Verb[] = [
  ...peopleVerbs,
  ...containerVerbs,
  ...readingVerbs,
  ...mailVerbs,
  ...auditVerbs,
  ...backupVerbs,
  doctorVerb,
];

/** Where a command line speaks to, and what it is about. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Standard input to its end. */
  read(): string;
  /** One line from a person; undefined: nobody is there. */
  ask: ((question: string) => Promise<string>) | undefined;
  env: Desk["env"];
  /** @throws StartError */
  open(): Promise<Console & { close(): Promise<void> }>;
}

/**
 * Runs what was said on the command line.
 * @returns 0: it is done; 1: it was refused or failed, and is not done; 2: wrong usage.
 */
export async function runVerb(argv: readonly string[], terminal: Terminal): Promise<number> {
  const { out, err } = terminal;
  const words = wordsOf(argv);
  const verb = verbs.find((one) => one.words === words.slice(0, one.words.split(" ").length).join(" "));
  if (!verb) return helpOrError(argv, words, terminal);
  if (argv.includes("--help") || argv.includes("-h")) {
    out(helpOf(verb, terminal.env));
    return 0;
  }
  let opened: ReturnType<Terminal["open"]> | undefined;
  const desk: Desk = {
    say: out,
    note: err,
    open: () => (opened ??= terminal.open()),
    read: terminal.read,
    env: terminal.env,
    confirm: async (question, isSaid) => {
      if (isSaid) return;
      if (!terminal.ask) throw new UsageError(`${question} Nobody is there to answer; say so with --yes.`);
      if (!/^y(es)?$/i.test((await terminal.ask(`${question} [y/N] `)).trim())) throw new Declined();
    },
  };
  try {
    return (await verb.run(readGiven(verb, argv), desk)) ?? 0;
  } catch (error) {
    return tell(error, verb, terminal);
  } finally {
    await opened?.then(
      (console) => console.close(),
      () => undefined,
    );
  }
}

/** The terminal of this process. */
export function ownTerminal(open: Terminal["open"]): Terminal {
  // Whoever reads may have had enough, such as `head`: the rest is said to nobody, and what was begun is done.
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  const isPerson = process.stdin.isTTY === true && process.stderr.isTTY === true;
  const ask = async (question: string) => {
    const lines = createInterface({ input: process.stdin, output: process.stderr });
    try {
      return await lines.question(question);
    } finally {
      lines.close();
    }
  };
  return {
    out: (text) => void process.stdout.write(`${text}\n`),
    err: (text) => void process.stderr.write(`${text}\n`),
    read: () => readFileSync(0, "utf8"),
    ask: isPerson ? ask : undefined,
    env: process.env,
    open,
  };
}

/** What comes before the first option. */
function wordsOf(argv: readonly string[]): string[] {
  const end = argv.findIndex((one) => one.startsWith("-"));
  return argv.slice(0, end === -1 ? undefined : end);
}

function helpOrError(argv: readonly string[], words: readonly string[], { out, err, env }: Terminal): number {
  const group = verbs.filter((one) => one.words.startsWith(`${words[0]} `));
  const isHelp = argv.includes("--help") || argv.includes("-h") || words[0] === "help";
  if (isHelp && (words.length === 0 || words[0] === "help" || group.length > 0)) {
    out(overview(group.length > 0 ? group : verbs, env));
    return 0;
  }
  if (words.length > 0) err(`Unknown verb "${words.slice(0, group.length > 0 ? 2 : 1).join(" ")}".\n`);
  err(overview(group.length > 0 ? group : verbs, env));
  return 2;
}

function overview(shown: readonly Verb[], env: Terminal["env"]): string {
  const lines = shown.map((one) => [lineOf(one), one.summary] as const);
  const width = Math.max(...lines.map(([line]) => line.length));
  return [
    `Usage: ${commandLineIn(env)} <verb> [options]; "<verb> --help" describes one verb.`,
    "",
    ...lines.map(([line, summary]) => `  ${line.padEnd(width)}  ${summary}`),
    "",
    "Works whether or not the portal is running. Set the same environment variables as for the portal (DATA_DIR,",
    "DATABASE_URL and others). Every change is recorded in the audit.",
    "Exit code 0: done; 1: refused or failed, nothing was changed; 2: wrong usage.",
  ].join("\n");
}

const lineOf = ({ words, parameters }: Verb) => [words, ...Object.keys(parameters).map(shownName)].join(" ");
const shownName = (parameter: string) => `<${parameter}>`;

function helpOf(verb: Verb, env: Terminal["env"]): string {
  const parameters = Object.entries(verb.parameters).map(([name, meaning]) => [shownName(name), meaning] as const);
  const options = Object.entries(verb.options).map(([name, option]) => {
    const value = option.type === "string" ? ` ${option.value}` : "";
    const needed = "isNeeded" in option ? " (required)" : "multiple" in option ? " (may be repeated)" : "";
    return [`--${name}${value}`, `${option.help}${needed}`] as const;
  });
  const lines = [...parameters, ...options];
  const width = Math.max(0, ...lines.map(([left]) => left.length));
  return [
    `Usage: ${commandLineIn(env)} ${lineOf(verb)}${options.length > 0 ? " [options]" : ""}`,
    `${verb.summary}.`,
    ...(verb.more === undefined ? [] : [verb.more]),
    ...lines.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
  ].join("\n");
}

/** @throws UsageError */
function readGiven(verb: Verb, argv: readonly string[]): Record<string, unknown> {
  const options = Object.fromEntries(
    Object.entries(verb.options).map(([name, option]) => [
      name,
      { type: option.type, ...("multiple" in option && { multiple: true }) },
    ]),
  );
  const rest = [...argv].slice(verb.words.split(" ").length);
  let parsed;
  try {
    parsed = parseArgs({ args: rest, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
  const { values, positionals } = parsed;
  const names = Object.keys(verb.parameters);
  const missing = names[positionals.length];
  if (missing !== undefined) throw new UsageError(`${shownName(missing)} is missing: ${verb.parameters[missing]}.`);
  if (positionals.length > names.length) throw new UsageError(`Unexpected argument "${positionals[names.length]}".`);
  const given: Record<string, unknown> = Object.fromEntries(names.map((name, place) => [name, positionals[place]]));
  for (const [name, option] of Object.entries(verb.options)) {
    if ("isNeeded" in option && values[name] === undefined)
      throw new UsageError(`--${name} is missing: ${option.help}.`);
    given[name] = values[name] ?? (option.type === "boolean" ? false : "multiple" in option ? [] : undefined);
  }
  return given;
}

function tell(error: unknown, verb: Verb, { err, env }: Terminal): number {
  if (error instanceof UsageError) {
    err(`${error.message}\n${helpOf(verb, env)}`);
    return 2;
  }
  if (error instanceof Declined) err("Nothing was done.");
  else if (error instanceof StartError) err(error.message);
  else if (error instanceof Refusal) err(`Nothing was done: ${sentencesOf(error)}`);
  else err(error instanceof Error ? (error.stack ?? error.message) : reasonOf(error));
  return 1;
}

function sentencesOf({ code, fields, retryAfterS }: Refusal): string {
  const wrong = Object.entries(fields ?? {}).map(([field, message]) => `${field}: ${message}`);
  const again = retryAfterS === undefined ? [] : [`Try again in ${retryAfterS} s.`];
  return [refusalText(code, "en"), ...wrong, ...again].join(" ");
}
