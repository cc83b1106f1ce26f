import { controllerTarget, type LocaleCode } from "../../core/constants.ts";
import { findOutput, type OutputKindName, type OutputTarget } from "../devices/output-kinds.ts";

/** What people call the outputs of a container. No schema library here: screens import it whole. */

/** In characters. */
export const longestOutputName = 40;
export const longestOutputFeeds = 120;

export interface OutputNaming {
  /** "": nobody has named it. */
  name: string;
  /** What hangs on it, in a few words; "": nobody has said. */
  feeds: string;
}

/** By target; an output of which nobody has said anything is left out. */
export type OutputNames = Readonly<Record<string, OutputNaming>>;

/** An output with what is said of it. */
export interface NamedOutput extends OutputNaming {
  target: OutputTarget;
}

/** The names of a container with some of them changed; those that are emptied are left out. */
export function withOutputNames(before: OutputNames, changed: readonly NamedOutput[]): OutputNames {
  const all = { ...before, ...Object.fromEntries(changed.map(({ target, name, feeds }) => [target, { name, feeds }])) };
  return Object.fromEntries(Object.entries(all).filter(([, { name, feeds }]) => name !== "" || feeds !== ""));
}

/** What an output is called on screens where nobody has named it, in each language; # is its number. */
export const defaultOutputNames: Readonly<Record<LocaleCode, Readonly<Record<OutputKindName, string>>>> = {
  en: { relay: "Relay #", street_light: "Street light #", phase: "Phase L#", ac: "Air conditioner" },
  fr: { relay: "Relais #", street_light: "Lampadaire #", phase: "Phase L#", ac: "Climatiseur" },
};
/** What may be restarted like an output is switched. */
export const controllerTitle: Readonly<Record<LocaleCode, string>> = { en: "Controller", fr: "Contrôleur" };

/** What an output is called where nobody has named it; anything else, as it is. */
export function outputTitle(target: string, locale: LocaleCode): string {
  if (target === controllerTarget) return controllerTitle[locale];
  const output = findOutput(target);
  return output ? defaultOutputNames[locale][output.kind].replace("#", String(output.number)) : target;
}

/** What people say for short. */
const shortNames: Partial<Record<OutputKindName, readonly string[]>> = { phase: ["Phase #", "L#"] };

/** `same`: another output has the name. `default`: another one is called so where nobody has named it. */
export type NameFault = "same" | "default";

/** Outputs whose name would be taken for another one of the container. @param targets Every output that there may be. */
export function nameFaults(names: OutputNames, targets: readonly OutputTarget[]): ReadonlyMap<string, NameFault> {
  const faults = new Map<string, NameFault>();
  const owners = new Map(targets.flatMap((target) => defaultsOf(target).map((name) => [likenessOf(name), target])));
  const byName = new Map<string, string[]>();
  for (const [target, { name }] of Object.entries(names)) {
    const key = likenessOf(name);
    if (key === "") continue;
    byName.set(key, [...(byName.get(key) ?? []), target]);
    const owner = owners.get(key);
    if (owner !== undefined && owner !== target) faults.set(target, "default");
  }
  for (const same of byName.values()) if (same.length > 1) for (const target of same) faults.set(target, "same");
  return faults;
}

/** What an output is called where nobody has named it. */
function defaultsOf(target: OutputTarget): string[] {
  const output = findOutput(target);
  if (!output) return [];
  const { kind, number } = output;
  const names = [defaultOutputNames.en[kind], defaultOutputNames.fr[kind], ...(shortNames[kind] ?? [])];
  return names.map((name) => name.replace("#", String(number)));
}

/** What a reader goes by: names that are alike in it look the same, in any case, with whatever spaces, signs and leading zeros. */
function likenessOf(name: string): string {
  return name
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s\p{P}\p{S}]+/gu, (signs) => (/[\p{S}]/u.test(signs) ? signs.trim() : ""))
    .replaceAll(/(?<!\d)0+(?=\d)/g, "");
}

/** Letters of scripts that look alike stand in one word, which nobody does but to deceive; units such as Ω are none. */
export function hasMixedScripts(text: string): boolean {
  const words = text
    .normalize("NFKC")
    .replaceAll(/[μΩ]/g, "")
    .split(/[^\p{L}\p{M}]+/u);
  return words.some((word) => lookAlikes.filter((script) => script.test(word)).length > 1);
}

const lookAlikes = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u];
