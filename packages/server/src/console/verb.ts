import { type LocaleCode, locales } from "@offgrid/contract/core/constants";

import type { Console } from "./console.ts";

/** Declares what one can tell the portal on the command line of its server; `run-verb.ts` reads and runs it. */

interface TextOption {
  type: "string";
  /** What stands behind it in the help, such as "FILE". */
  value: string;
  help: string;
  isNeeded?: true;
}
/** May be given several times. */
interface ListOption {
  type: "string";
  multiple: true;
  value: string;
  help: string;
}
interface Switch {
  type: "boolean";
  help: string;
}
export type OptionTable = Readonly<Record<string, TextOption | ListOption | Switch>>;

type ValueOf<One> = One extends Switch
  ? boolean
  : One extends ListOption
    ? readonly string[]
    : One extends { isNeeded: true }
      ? string
      : string | undefined;

/** What was given, by the names of the declaration. */
type Given<Parameters, Options> = { readonly [Name in keyof Parameters]: string } & {
  readonly [Name in keyof Options]: ValueOf<Options[Name]>;
};

/** What a verb works with. Nothing is opened before it asks for it. */
export interface Desk {
  say(text: string): void;
  /** How far it is, beside what it says. */
  note(text: string): void;
  /** The portal's database and calls; the same one each time. @throws StartError */
  open(): Promise<Console>;
  /** Standard input to its end. */
  read(): string;
  /**
   * Asks before what cannot be undone.
   * @param isSaid The answer was given by `--yes`.
   * @throws Declined, or UsageError where there is nobody to ask.
   */
  confirm(question: string, isSaid: boolean): Promise<void>;
  env: Readonly<Record<string, string | undefined>>;
}

export interface Verb {
  /** Such as "people add". */
  words: string;
  /** What follows in this order: name and meaning. */
  parameters: Readonly<Record<string, string>>;
  options: OptionTable;
  summary: string;
  /** More for the help of this verb. */
  more?: string;
  /** @returns the exit code; nothing: 0. */
  run(given: Readonly<Record<string, unknown>>, desk: Desk): Promise<number | void>;
}

/** Gives a verb the types of what it declares. */
export function verb<
  const Parameters extends Readonly<Record<string, string>>,
  const Options extends OptionTable,
>(declared: {
  words: string;
  parameters: Parameters;
  options: Options;
  summary: string;
  more?: string;
  run(given: Given<Parameters, Options>, desk: Desk): Promise<number | void>;
}): Verb {
  return declared as unknown as Verb;
}

/** Wrong usage: the message and the usage are printed, and the exit code is 2. */
export class UsageError extends Error {}

/** Somebody was asked and said no; nothing was done. */
export class Declined extends Error {}

const languages = locales.map(({ code }) => code);
export const languageOption = { type: "string", value: languages.join("|"), help: "default: en" } as const;

/** @throws UsageError */
export function readLanguage(given = "en"): LocaleCode {
  const language = languages.find((code) => code === given);
  if (language === undefined) throw new UsageError(`--language is "${given}", which the portal does not support.`);
  return language;
}

/** @throws UsageError */
export function readDay(given: string | undefined, option: string): string | undefined {
  if (given === undefined || (/^\d{4}-\d\d-\d\d$/.test(given) && !Number.isNaN(Date.parse(given)))) return given;
  throw new UsageError(`${option} must be a day such as 2026-01-01; it is "${given}".`);
}

export const asJson = { type: "boolean", help: "print JSON" } as const;
export const yes = { type: "boolean", help: "do not ask for confirmation" } as const;
