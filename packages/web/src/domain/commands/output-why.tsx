import { passedText, whoText } from "@offgrid/contract/events/event-say";
import type { Command, ContainerOutput, OutputWhy } from "@offgrid/contract/commands/commands.schema";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import { formatQuantityText } from "../../core/format.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { endedRun, runUnderWay } from "./command-facts.ts";
import { type Moments, useCause, useMoments } from "./command-words.ts";

export interface OutputWhyNoteProps {
  id: string;
  output: Pick<ContainerOutput, "why" | "last">;
  /** Where the output was read to be last; what is said of another position is out of date. */
  isOn: boolean | undefined;
  /** One that is shown with its outcome need not be said again. */
  command: Command | undefined;
  /** All loads of the container are cut, which is reason enough for each of them. */
  isCut: boolean;
  now: number;
  zone: string;
}

/** What was too low when load protection cut it. */
function lowText(t: TFunction<"command-words">, { low, limit }: OutputWhy, locale: LocaleCode): string | undefined {
  if (low === null || limit === null) return low === null ? undefined : t(`why.low.${low}`);
  return t(`why.below.${low}`, { limit: formatQuantityText(limit, low === "charge" ? "percent" : "V", locale) });
}

/** When a phase that drew too much is tried again, and how often that has gone wrong. */
function triesText(t: TFunction<"command-words">, why: OutputWhy, now: number, { time }: Moments): string[] {
  const { passed, retryAt, times } = why;
  if (passed === null || passed.of === "charge") return [];
  const inRow = times === null ? [] : [t("why.inRow", { count: times })];
  if (retryAt === null) return passed.of === "power" ? [...inRow, t("why.pause")] : inRow;
  return [...inRow, t(Date.parse(retryAt) > now ? "why.retry" : "why.retryDue", { time: time(retryAt) })];
}

/** Why an output is on or off, since when, and until when nothing else changes it; or that it is off and nobody knows why. */
export function OutputWhyNote({ id, output, isOn, command, isCut, now, zone }: OutputWhyNoteProps) {
  const { why } = output;
  const { t } = useTranslation("command-words");
  const locale = useLocale();
  const moments = useMoments(zone, now);
  const { at, since, time } = moments;
  const causeOf = useCause();
  if (!why || why.value !== isOn) {
    // What has no power needs a reason; the outcome of a command that switched it off is one.
    if (isOn !== false || command?.wanted === false) return null;
    return (
      <p className="og-note" id={id}>
        {isCut ? t("why.cut") : why ? t("why.unknownAfter", { at: at(why.at) }) : t("why.unknown")}
      </p>
    );
  }
  const isSaid = why.reason === "command" && command !== undefined;
  const charge = why.restoreSoc === null ? undefined : formatQuantityText(why.restoreSoc, "percent", locale);
  const ended = endedRun(output, now);
  const run = runUnderWay(output);
  const endedAt = ended === "kept" ? (why.until ?? why.at) : why.at;
  const sentences = [
    ended && t(`why.ended.${ended}`, { at: at(endedAt) }),
    !isSaid && ended !== "kept" && (run ? t("why.emergencyOf", { who: whoText(t, run.by) }) : causeOf(why)),
    run?.givenReason && t("lock.for", { reason: run.givenReason }),
    why.passed !== null && passedText(t, why.passed, locale),
    lowText(t, why, locale),
    ...triesText(t, why, now, moments),
    charge !== undefined && t("why.restores", { charge }),
    // Where all loads are cut, that is said with its own beginning: this is only when it was found.
    !isSaid && !isCut && !ended && t("why.so", { since: since(why.at) }),
    why.until !== null &&
      Date.parse(why.until) > now &&
      t(why.reason === "emergency" ? "why.runsUntil" : "why.held", { time: time(why.until) }),
  ].filter(Boolean);
  if (sentences.length === 0) return null;
  return (
    <p className="og-note" id={id}>
      {sentences.join(" ")}
    </p>
  );
}
