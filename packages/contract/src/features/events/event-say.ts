import { controllerUserId, type LocaleCode, portalUserId } from "../../core/constants.ts";
import type { PassedLimit } from "../commands/commands.schema.ts";
import { readAcWord } from "../devices/ac-setting.ts";
import { formatQuantityText, shownUnit } from "../telemetry/format.ts";
import { toTyped } from "../telemetry/shown-units.ts";
import type catalogue from "./command-words.en.json";

/**
 * What is said of outputs and events, on screens and in files and messages. The words are in `command-words.<locale>.json`
 * beside this file. Screens load those of one language, so that nothing here imports them; `event-catalogue.ts` has both.
 */

/** A key with plurals is named without their endings. */
type Bare<Key extends string> = Key extends `${infer Singular}_${"one" | "other"}` ? Singular : Key;
type Leaves<Part, Before extends string = ""> = {
  [Key in keyof Part & string]: Part[Key] extends string
    ? `${Before}${Bare<Key>}`
    : Leaves<Part[Key], `${Before}${Key}.`>;
}[keyof Part & string];
export type EventKey = Leaves<typeof catalogue>;

type Hole =
  | "chart"
  | "code"
  | "container"
  | "content"
  | "date"
  | "device"
  | "from"
  | "hint"
  | "kind"
  | "lasted"
  | "limit"
  | "list"
  | "measured"
  | "name"
  | "output"
  | "reason"
  | "setting"
  | "subject"
  | "symbol"
  | "text"
  | "ticket"
  | "to"
  | "uses"
  | "who";
export type EventValues = { [Name in Hole]?: string } & {
  [Name in "count" | "fan" | "level" | "temperature"]?: number;
};

/** The text of a key in one language, with what belongs into its holes. */
export type EventSay = (key: EventKey, values?: EventValues) => string;

/** Who did it, as the ledger knows them; without a name where the account is gone. */
export function whoText(say: EventSay, by: { userId?: string; name: string | null } | null | undefined): string {
  if (by?.userId === portalUserId) return say("portal");
  if (by?.userId === controllerUserId) return say("controller");
  return by?.name ?? say("removed");
}

/** What an air conditioner is set to, in words: "cooling to 24.5 °C, fan at 60 %". */
export function settingText(say: EventSay, word: string): string {
  const setting = readAcWord(word);
  if (!setting) return word;
  if (setting.mode === "off") return say("climate.off");
  const { mode, setpointDegC, fan } = setting;
  const values = { temperature: toTyped(setpointDegC, "degC"), symbol: shownUnit("degC", "en"), fan };
  return say(`climate.${mode}`, values);
}

/** Which limit of phase control was passed, and what was measured. */
export function passedText(say: EventSay, { of, limit, measured }: PassedLimit, locale: LocaleCode): string {
  const unit = of === "charge" ? "percent" : "W";
  const write = (value: number) => formatQuantityText(value, unit, locale);
  return say(`passed.${of}`, { measured: write(measured), limit: write(limit) });
}
