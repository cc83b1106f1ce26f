import type { CutCause, EnergyState } from "@offgrid/contract/energy-state/energy-state.schema";

import { formatList, formatQuantityText } from "../../core/format.ts";
import { outputName, someNames } from "../output-names/output-words.ts";
import type { EnergyWords } from "./use-energy-words.ts";

/** Which part of the loads is cut, by whom and why, in parts of sentences. */
export interface CutWords {
  /** "Fridge and Pump"; where there are several causes, each stands in brackets behind what it is about. */
  outputs: string;
  /** Who keeps it off, such as "load protection". */
  by: string;
  /** Why, where all of it has one cause that is known. */
  cause: string | undefined;
}

type CutOutput = NonNullable<EnergyState["cutOutputs"]>[number];

/**
 * Of what is kept off itself; undefined: nothing is known to be, by name.
 * @param isShort Where there is little room: fewer names, and causes only where all have one.
 */
export function cutWords({ cutOutputs = [] }: EnergyState, words: EnergyWords, isShort = false): CutWords | undefined {
  const kept = cutOutputs.filter(({ cause }) => cause?.reason !== "no_supply");
  if (kept.length === 0) return undefined;
  const { t, locale } = words;
  const byCause = grouped(kept, ({ cause }) => cause && causeText(cause, words));
  const [first] = byCause.keys();
  const isOne = byCause.size === 1;
  const outputs =
    isOne || isShort
      ? someNames(t, namesOf(kept, words), locale, isShort)
      : formatList(
          [...byCause].map(([cause, some]) => {
            const name = someNames(t, namesOf(some, words), locale, true);
            return cause === undefined ? name : t("output.full", { ns: "shared", name, id: cause });
          }),
          locale,
        );
  return { outputs, by: t(`by.${protectorOf(kept)}`), cause: isOne ? first : undefined };
}

/** That what these feed has no supply, in a sentence for each. */
export function unfedSentences({ cutOutputs = [] }: EnergyState, words: EnergyWords): string[] {
  const { t, locale } = words;
  const unfed = cutOutputs.filter(({ cause }) => cause?.reason === "no_supply");
  const byFeeder = grouped(
    unfed,
    ({ cause }) => cause?.feeder && outputName(t, cause.feeder.target, cause.feeder.name),
  );
  return [...byFeeder].flatMap(([feeder, some]) =>
    feeder === undefined
      ? []
      : [t("sentence.unfed", { outputs: someNames(t, namesOf(some, words), locale, true), feeder })],
  );
}

function grouped(
  outputs: readonly CutOutput[],
  keyOf: (output: CutOutput) => string | undefined,
): Map<string | undefined, CutOutput[]> {
  const groups = new Map<string | undefined, CutOutput[]>();
  for (const output of outputs) groups.set(keyOf(output), [...(groups.get(keyOf(output)) ?? []), output]);
  return groups;
}

/** Phases that are tried again, by name, and when the first of them is; undefined: none that is known is still to be tried. */
export function nextTry(
  { cutOutputs = [] }: EnergyState,
  now: number,
  words: EnergyWords,
): { count: number; outputs: string; atMs: number } | undefined {
  const tried = cutOutputs.filter(({ cause }) => Date.parse(cause?.retryAt ?? "") > now);
  if (tried.length === 0) return undefined;
  const atMs = Math.min(...tried.map(({ cause }) => Date.parse(cause?.retryAt ?? "")));
  return { count: tried.length, outputs: someNames(words.t, namesOf(tried, words), words.locale), atMs };
}

function namesOf(outputs: readonly CutOutput[], { t }: EnergyWords): string[] {
  return outputs.map(({ target, name }) => outputName(t, target, name));
}

/** Who keeps all of them off. */
function protectorOf(outputs: readonly CutOutput[]) {
  const [reason, ...others] = new Set(outputs.map(({ cause }) => cause?.reason));
  return reason === undefined || reason === "no_supply" || others.length > 0 ? "any" : reason;
}

/** Why an output is without power, in a few words; undefined: its controller said no more than who keeps it off. */
function causeText({ low, limit, passed, times }: CutCause, { t, locale }: EnergyWords): string | undefined {
  if (low !== undefined && limit === undefined) return t(`cause.low.${low}`);
  if (low !== undefined)
    return t(`cause.below.${low}`, { limit: formatQuantityText(limit, low === "charge" ? "percent" : "V", locale) });
  if (passed === undefined) return undefined;
  if (passed.of === "charge")
    return t("cause.below.charge", { limit: formatQuantityText(passed.limit, "percent", locale) });
  const over = t(`cause.over.${passed.of}`, { limit: formatQuantityText(passed.limit, "W", locale) });
  return times === undefined ? over : t("cause.inRow", { count: times, over });
}
