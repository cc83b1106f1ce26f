import { type LocaleCode, controllerTarget } from "@offgrid/contract/core/constants";
import { findOutput } from "@offgrid/contract/devices/output-kinds";
import type { OutputNames } from "@offgrid/contract/output-names/output-names";

import { formatList } from "../../core/format.ts";

export interface OutputWords {
  /** "Fridge", or "Relay 3" where nobody has named it. */
  nameOf: (target: string) => string;
  /** "Fridge (Relay 3)", where somebody has to find the terminal. */
  fullNameOf: (target: string) => string;
  /** "Relay 3" beside a name; undefined: nobody has named it. */
  idOf: (target: string) => string | undefined;
  /** What hangs on it; undefined: nobody has said. */
  feedsOf: (target: string) => string | undefined;
}

type Key =
  | "output.relay"
  | "output.street_light"
  | "output.phase"
  | "output.ac"
  | "output.controller"
  | "output.full"
  | "output.more";

/** `t` of any texts: these words are with those that every screen has. */
export type OutputSay = (
  key: Key,
  values: { ns: "shared"; number?: number; count?: number; name?: string; id?: string },
) => string;

const ns = "shared";

/** "Relay 3", or "Controller". */
function outputId(t: OutputSay, target: string): string {
  if (target === controllerTarget) return t("output.controller", { ns });
  const output = findOutput(target);
  return output ? t(`output.${output.kind}`, { ns, number: output.number }) : target;
}

export function outputWords(t: OutputSay, names: OutputNames): OutputWords {
  const givenTo = (target: string) => names[target]?.name || undefined;
  return {
    nameOf: (target) => outputName(t, target, givenTo(target)),
    idOf: (target) => (givenTo(target) === undefined ? undefined : outputId(t, target)),
    fullNameOf: (target) => fullOutputName(t, target, givenTo(target)),
    feedsOf: (target) => names[target]?.feeds || undefined,
  };
}

/** What people have called it; null or absent: nobody has. */
type GivenName = string | null | undefined;

/** "Fridge", or "Relay 3" where nobody has named it. */
export function outputName(t: OutputSay, target: string, name?: GivenName): string {
  return name || outputId(t, target);
}

/** "Fridge (Relay 3)". */
export function fullOutputName(t: OutputSay, target: string, name?: GivenName): string {
  const id = outputId(t, target);
  return name ? t("output.full", { ns, name, id }) : id;
}

/** More are not read in a sentence, or not where there is little room. */
const mostNamed = { wide: 3, narrow: 2 } as const;

/** "Fridge, Pump and 2 more". */
export function someNames(t: OutputSay, names: readonly string[], locale: LocaleCode, isShort = false): string {
  const most = mostNamed[isShort ? "narrow" : "wide"];
  const left = names.length - most;
  const shown = left > 0 ? [...names.slice(0, most), t("output.more", { ns, count: left })] : names;
  return formatList(shown, locale);
}
