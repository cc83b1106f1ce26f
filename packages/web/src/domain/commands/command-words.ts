import type { Command, OutputWhy } from "@offgrid/contract/commands/commands.schema";
import { settingText, whoText } from "@offgrid/contract/events/event-say";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";

import { formatTime } from "../../core/time.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { fullOutputName } from "../output-names/output-words.ts";
import { useOutputWords } from "../output-names/use-output-words.ts";
import { actOf, isOpen, isSlow } from "./command-facts.ts";

type Say = TFunction<"command-words">;

/** What made an output go where it is. @param feeder What is called what feeds it, where that is off. */
function causeText(t: Say, { reason, by }: Pick<OutputWhy, "reason" | "by">, feeder: string | undefined): string {
  if (feeder !== undefined) return t("why.noSupplyOf", { feeder });
  if (reason !== "command") return t(`cause.${reason}`);
  return by ? t("why.command", { who: whoText(t, by) }) : t("why.commandUnknown");
}

type Cause = Pick<OutputWhy, "reason" | "by"> & Partial<Pick<OutputWhy, "feeder">>;

/** What made an output go where it is, with what feeds it by the name that people gave it. */
export function useCause(): (why: Cause) => string {
  const { t } = useTranslation("command-words");
  const { fullNameOf } = useOutputWords();
  return ({ feeder, ...why }) => causeText(t, why, feeder ? fullNameOf(feeder) : undefined);
}

/**
 * Why switching on an output would not help, or setting it: what feeds it is off. Undefined: it has power, or nobody has said.
 * @param value Where it was read to be; what was said of another position is out of date.
 */
export function useNoSupply(): (why: OutputWhy | null, value: OutputWhy["value"] | null) => string | undefined {
  const { t } = useTranslation("command-words");
  const { fullNameOf } = useOutputWords();
  return (why, value) =>
    why?.feeder && why.value === value ? t("blocked.noSupply", { feeder: fullNameOf(why.feeder) }) : undefined;
}

/** What was ordered, of which output: "Fridge (Relay 3): switch off". */
export function orderText(t: Say, command: Pick<Command, "op" | "target" | "outputName" | "wanted">): string {
  return t("order", {
    output: fullOutputName(t, command.target, command.outputName),
    act: t(`act.${actOf(command)}`, valueWords(t, command.wanted)),
  });
}

/** What a command asks of an output that is neither on nor off, for words that name it. */
function valueWords(t: Say, value: Command["wanted"]): { level?: number; setting?: string } {
  if (typeof value === "string") return { setting: settingText(t, value) };
  return typeof value === "number" ? { level: value } : {};
}

/** Words of instants: the time alone where it was on the day that it is now. */
export interface Moments {
  /** "at 7:45:12 pm", "on 20/11/2026, 7:45 pm" */
  at: (iso: string) => string;
  /** "since 7:45:12 pm" */
  since: (iso: string) => string;
  /** "7:45 pm", "20/11/2026, 7:45 pm"; of what is to come "7:45 pm", "Sat 21/11, 7:45 pm". */
  time: (iso: string) => string;
}

export function useMoments(zone: string, now: number): Moments {
  const { t } = useTranslation("command-words");
  const locale = useLocale();
  const shapeOf = (iso: string): { shape: "time" | "date"; time: string } => {
    const ms = Date.parse(iso);
    const isToday = formatTime(ms, "date", zone, locale) === formatTime(now, "date", zone, locale);
    const isAhead = ms > now;
    if (isAhead && !isToday) return { shape: "date", time: formatTime(ms, "weekdayTime", zone, locale) };
    const time = formatTime(ms, isToday ? "time" : "dateTime", zone, locale);
    return { shape: isToday ? "time" : "date", time };
  };
  return {
    at: (iso) => {
      const { shape, time } = shapeOf(iso);
      return t(`at.${shape}`, { time });
    },
    since: (iso) => {
      const { shape, time } = shapeOf(iso);
      return t(`since.${shape}`, { time });
    },
    time: (iso) => shapeOf(iso).time,
  };
}

/** How a command to switch an output stands, in whole sentences. */
export function statusText(
  t: Say,
  { at, since }: Pick<Moments, "at" | "since">,
  command: Command,
  { isOwn, now }: { isOwn: boolean; now: number },
): string {
  if (!isOpen(command)) return outcomeText(t, { at, since }, command);
  const act = actOf(command) as "on" | "off" | "level" | "climate";
  const asked = { at: at(command.at), who: whoText(t, command.by), ...valueWords(t, command.wanted) };
  const sentences = [
    isOwn ? t(`open.own.${act}`, asked) : t(`open.other.${act}`, asked),
    t(`open.${command.state as "queued" | "sent" | "accepted"}`),
    isSlow(command, now) && t("open.slow"),
  ];
  return sentences.filter(Boolean).join(" ");
}

/** What came of a command that is over. */
export function outcomeText(t: Say, { at, since }: Pick<Moments, "at" | "since">, command: Command): string {
  const when = at(command.endedAt ?? command.at);
  const late = command.isLate ? ` ${t("late")}` : "";
  return `${endText(t, command, when, since(command.acceptedAt ?? command.sentAt ?? command.at))}${late}`;
}

/** It begins with the word of its state, which lists, warnings and the audit have as well. */
function endText(t: Say, command: Command, at: string, since: string): string {
  const { state, reason, value } = command;
  const says = { state: t(`state.${state}`), at };
  switch (state) {
    case "done":
      return t(`outcome.done.${actOf(command)}`, { at, ...valueWords(t, command.wanted) });
    case "unknown":
      return t("outcome.unknown", { ...says, since });
    case "expired":
    case "cancelled":
      return t(`outcome.${state}`, says);
    case "refused":
      return t("outcome.refused", { ...says, reason: t(`reason.${reason ?? "no_answer"}`) });
    default:
      if (reason === "mismatch" && typeof value === "boolean")
        return t(`outcome.mismatch.${value ? "on" : "off"}`, says);
      if (reason === "mismatch" && typeof value === "number")
        return t("outcome.mismatch.level", { ...says, level: value });
      if (reason === "mismatch" && typeof value === "string")
        return t("outcome.mismatch.climate", { ...says, setting: settingText(t, value) });
      return t("outcome.failed", { ...says, reason: t(`reason.${reason ?? "no_answer"}`) });
  }
}

/** How a command stands, in a word and its reason, for lists. */
export function resultText(t: Say, { state, reason, isLate }: Pick<Command, "state" | "reason" | "isLate">): string {
  const word = t(`state.${state}`);
  const result = reason === null ? word : t("result", { state: word, reason: t(`reason.${reason}`) });
  return isLate ? `${result}. ${t("late")}` : result;
}
