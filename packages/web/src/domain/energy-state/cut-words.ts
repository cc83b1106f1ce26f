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
 * Undefined: nothing is known to be cut by name.
 * @param isShort Where there is little room: fewer names, and causes only where all have one.
 */
export function cutWords({ cutOutputs = [] }: EnergyState, words: EnergyWords, isShort = false): CutWords | undefined {
  if (cutOutputs.length === 0) return undefined;
  const { t, locale } = words;
  const byCause = new Map<string | undefined, CutOutput[]>();
  for (const output of cutOutputs) {
    const cause = output.cause && causeText(output.cause, words);
    byCause.set(cause, [...(byCause.get(cause) ?? []), output]);
  }
  const [first] = byCause.keys();
  const isOne = byCause.size === 1;
  const outputs =
    isOne || isShort
      ? someNames(t, namesOf(cutOutputs, words), locale, isShort)
      : formatList(
          [...byCause].map(([cause, some]) => {
            const names = someNames(t, namesOf(some, words), locale, true);
            return cause === undefined ? names : t("output.full", { ns: "shared", name: names, id: cause });
          }),
          locale,
        );
  return { outputs, by: t(`by.${protectorOf(cutOutputs)}`), cause: isOne ? first : undefined };
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

/** Who keeps all of them off; what has no supply is kept off by whoever keeps off what feeds it. */
function protectorOf(outputs: readonly CutOutput[]) {
  const reasons = new Set(outputs.map(({ cause }) => cause?.reason).filter((reason) => reason !== "no_supply"));
  const [reason] = reasons;
  return reasons.size === 1 ? (reason ?? "any") : "any";
}

/** Why an output is without power, in a few words; undefined: its controller said no more than who keeps it off. */
function causeText(cause: CutCause, { t, locale }: EnergyWords): string | undefined {
  const { reason, low, limit, passed, times, feeder } = cause;
  if (reason === "no_supply") return feeder && t("cause.unfed", { feeder: outputName(t, feeder.target, feeder.name) });
  if (low !== undefined && limit === undefined) return t(`cause.low.${low}`);
  if (low !== undefined)
    return t(`cause.below.${low}`, { limit: formatQuantityText(limit, low === "charge" ? "percent" : "V", locale) });
  if (passed === undefined) return undefined;
  if (passed.of === "charge")
    return t("cause.below.charge", { limit: formatQuantityText(passed.limit, "percent", locale) });
  const over = t(`cause.over.${passed.of}`, { limit: formatQuantityText(passed.limit, "W", locale) });
  return times === undefined ? over : t("cause.inRow", { count: times, over });
}
