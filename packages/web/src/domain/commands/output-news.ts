import { channelKinds } from "@offgrid/contract/channels/channel-kinds";
import type { EventNews } from "@offgrid/contract/live/live.schema";
import { type RunOutcome, runOutcomes } from "@offgrid/contract/automations/run-outcomes";
import type { PassedLimit } from "@offgrid/contract/commands/commands.schema";
import { outputReasons, passedLimits } from "@offgrid/contract/commands/output-reasons";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { suggestedText } from "@offgrid/contract/warnings/suggested-words";
import type { TFunction } from "i18next";

import { durationText } from "@offgrid/contract/core/duration-text";
import { formatNumber } from "../../core/format.ts";
import { formatTime } from "../../core/time.ts";
import { browserZone } from "../../ui/use-locale.ts";
import { passedText, settingText, whoText } from "./command-words.ts";
import { outputName } from "../output-names/output-words.ts";

/** Of a command, people know by whom and why: it is not said again. */
const causes = outputReasons.filter((reason) => reason !== "command");

/** What becomes of works; of a reminder there is more to say elsewhere. */
const worksCodes = {
  "works.began": "began",
  "works.ended": "ended",
  "works.ended_by_another": "endedByAnother",
} as const;

/** How a configuration ends that does not run. */
const configStates = ["reverted", "rejected", "lapsed"] as const;

/** What is said of a warning. */
const warningSteps = ["raised", "critical", "cleared", "flapping"] as const;

export interface OutputNews extends EventNews {
  /** At how many outputs, whose name is a list of them all then; absent: at one. */
  outputs?: number;
  /** How grave it is stands beside it, and is not said. */
  isMarked?: boolean;
}

/** What happened at an output or a container, as a sentence; undefined: it is another event, or one that says too little. */
export function outputNewsText(
  t: TFunction<"command-words">,
  news: OutputNews,
  locale: LocaleCode,
): string | undefined {
  const whole = groupText(t, news);
  if (whole !== undefined) return whole;
  const text = news.code === "warning.while_dark" ? whileDarkText(t, news, locale) : sentence(t, news, locale);
  if (text === undefined || !news.containerName) return text;
  const { containerName: name, incident } = news;
  const others = (incident?.containers ?? 0) - 1;
  return t("news.at", { container: others > 0 ? t("news.andOthers", { name, count: others }) : name, text });
}

/** What a group command does to all its containers, of which the event is one. */
function groupText(t: TFunction<"command-words">, { group, device, by, data }: EventNews): string | undefined {
  const value = data?.["value"];
  if (!group || !device || typeof value !== "boolean") return undefined;
  const what = { who: whoText(t, by), output: outputName(t, device), count: group.count };
  return t(value ? "news.group.on" : "news.group.off", what);
}

/** The outputs that it is about, and how many they are. */
interface Outputs {
  output: string;
  count: number;
}

function positionText(t: TFunction<"command-words">, at: Outputs, value: unknown): string | undefined {
  if (typeof value === "number") return t("news.level", { ...at, level: value });
  if (typeof value === "string") return t("news.climate", { output: at.output, setting: settingText(t, value) });
  return typeof value === "boolean" ? t(value ? "news.on" : "news.off", { ...at }) : undefined;
}

/** Outputs do not do what they were told. */
function stuckText(t: TFunction<"command-words">, at: Outputs, wanted: unknown): string | undefined {
  if (typeof wanted === "string") return t("news.stuckClimate", { ...at, setting: settingText(t, wanted) });
  if (typeof wanted === "number") return t("news.stuckLevel", { ...at, level: wanted });
  return typeof wanted === "boolean" ? t(wanted ? "news.stuckOn" : "news.stuckOff", { ...at }) : undefined;
}

/** What became of what people asked for about a container as a whole. */
function ofContainer(t: TFunction<"command-words">, code: string, by: EventNews["by"], data: EventNews["data"]) {
  const { count, direction, reason } = data ?? {};
  const state = configStates.find((one) => code === `config.${one}`);
  if (state) return t(`news.config.${state}`);
  if (code === "config.synced" && typeof count === "number")
    return t(direction === "controllerToPortal" ? "news.config.takenOver" : "news.config.sentAgain", { count });
  if (code === "config.rule_stopped") return t("news.config.ruleStopped", { who: whoText(t, by) });
  const works = worksCodes[code as keyof typeof worksCodes];
  if (works && typeof reason === "string") return t(`news.works.${works}`, { who: whoText(t, by), reason });
  return undefined;
}

/** The limit that was passed, where the event has one: a controller may write anything. */
function passedIn(data: EventNews["data"]): PassedLimit | undefined {
  const { of, limit, measured } = Object(data?.["passed"]) as Partial<Record<keyof PassedLimit, unknown>>;
  const known = passedLimits.find((one) => one === of);
  return known && typeof limit === "number" && typeof measured === "number"
    ? { of: known, limit, measured }
    : undefined;
}

function sentence(
  t: TFunction<"command-words">,
  { code, level, device, outputName: name, outputs: count = 1, by, data, givenReason, isMarked = false }: OutputNews,
  locale: LocaleCode,
): string | undefined {
  if (code === "protection.stopped") return t("news.stopped");
  if (code === "channel.paused") return pausedText(t, data ?? {});
  if (code === "chart_link.ending" || code === "chart_link.busy") return linkText(t, data ?? {}, locale);
  if (code === "ticket.mentioned") return mentionText(t, by, data ?? {});
  if (code === "ticket.near" || code === "ticket.over") return timeText(t, code, data ?? {});
  if (code === "automation.notice" || code === "automation.run") return automationText(t, data ?? {});
  const step = warningSteps.find((one) => code === `warning.${one}`);
  if (step)
    return warningText(t, step === "raised" && level === "critical" ? "grave" : step, { isMarked, ...data }, locale);
  if (code && /^(?:config|works)\./.test(code)) return ofContainer(t, code, by, data);
  if (!device) return undefined;
  const output = outputName(t, device, name);
  const at = { output, count };
  const { value, wanted, reason, hours } = data ?? {};
  if (code === "output.changed" || code === "output.hand") {
    if (reason === "emergency" && givenReason !== undefined && by?.name)
      return t("news.emergency", { output, who: by.name, reason: givenReason });
    const cause = causes.find((one) => one === reason);
    const is = positionText(t, at, value);
    const passed = passedIn(data);
    const why = [cause && t(`why.${cause}`, { count }), passed && passedText(t, passed, locale)];
    return is && [is, ...why].filter(Boolean).join(" ");
  }
  if (code === "output.stuck") return stuckText(t, at, value);
  if (code === "command.mismatch") return stuckText(t, at, wanted);
  if (code === "output.worn") return t("news.worn", at);
  if (code === "lock.released_by_another" && typeof reason === "string")
    return t("news.released", { output, who: whoText(t, by), reason });
  if (code === "lock.reminder" && typeof reason === "string" && typeof hours === "number")
    return t("news.reminder", { output, who: whoText(t, by), count: hours, reason });
  return undefined;
}

/** What becomes of a link to a chart that somebody gave away. */
function mentionText(
  t: TFunction<"command-words">,
  by: EventNews["by"],
  { ticket, subject }: NonNullable<EventNews["data"]>,
): string | undefined {
  if (typeof ticket !== "string" || typeof subject !== "string") return undefined;
  return t("news.mentioned", { who: whoText(t, by), ticket, subject });
}

/** Of a time of a ticket that runs out, or has run out. */
function timeText(
  t: TFunction<"command-words">,
  code: "ticket.near" | "ticket.over",
  { ticket, subject, timer }: NonNullable<EventNews["data"]>,
): string | undefined {
  if (typeof ticket !== "string" || typeof subject !== "string") return undefined;
  const mark = code === "ticket.near" ? "near" : "over";
  return t(`news.ticket.${mark}.${timer === "answer" ? "answer" : "solution"}`, { ticket, subject });
}

function linkText(
  t: TFunction<"command-words">,
  { chart, hint, until, uses }: NonNullable<EventNews["data"]>,
  locale: LocaleCode,
): string | undefined {
  if (typeof chart !== "string" || typeof hint !== "string") return undefined;
  if (typeof uses === "number") return t("news.linkBusy", { chart, hint, uses: formatNumber(uses, locale, {}) });
  if (typeof until !== "string") return undefined;
  return t("news.linkEnding", { chart, hint, date: formatTime(Date.parse(until), "date", browserZone, locale) });
}

/** A channel by which the person was reached says nothing any more. */
function pausedText(
  t: TFunction<"command-words">,
  { channelKind, channelName, reason }: NonNullable<EventNews["data"]>,
): string | undefined {
  const kind = channelKinds.find((one) => one === channelKind);
  // A channel that is no more is paused at once.
  if (kind === undefined) return undefined;
  const word = t(`news.channel.${kind}`);
  const named = typeof channelName === "string" ? t("news.channelNamed", { kind: word, name: channelName }) : word;
  return t(reason === "gone" ? "news.gone" : "news.paused", { kind: named });
}

/** What a rule warns of; what to do stands with the warning, since a sentence that passes has no room for it. */
function warningText(
  t: TFunction<"command-words">,
  step: (typeof warningSteps)[number] | "grave",
  { content, isMarked }: NonNullable<EventNews["data"]>,
  locale: LocaleCode,
): string | undefined {
  if (typeof content !== "string") return undefined;
  const said = suggestedText(content, locale);
  const isSaid = isMarked === true && (step === "raised" || step === "grave");
  return isSaid ? said : t(`news.warning.${step}`, { content: said });
}

interface WhileDark {
  fromMs: number;
  toMs: number;
  zoneName: string;
  items: { content: string; lastedMs: number }[];
  /** So many more rules had something to say. */
  more: number;
}

/** What would have warned while the container was dark. */
function whileDarkText(t: TFunction<"command-words">, { data }: EventNews, locale: LocaleCode): string | undefined {
  const { fromMs, toMs, zoneName = "UTC", items = [], more = 0 } = (data ?? {}) as Partial<WhileDark>;
  if (fromMs === undefined || toMs === undefined || items.length === 0) return undefined;
  const dayOf = (ms: number) => formatTime(ms, "date", zoneName, locale);
  const shape = dayOf(fromMs) === dayOf(toMs) ? "time" : "weekdayTime";
  const [from, to] = [fromMs, toMs].map((ms) => formatTime(ms, shape, zoneName, locale));
  const lines = items.map(({ content, lastedMs }) =>
    t("news.warning.lasted", {
      content: suggestedText(content, locale),
      lasted: durationText(lastedMs / 1_000, locale),
    }),
  );
  const list = [...lines, ...(more > 0 ? [t("news.warning.more", { count: more })] : [])].join(", ");
  return t("news.warning.whileDark", { from, to, list });
}

/** What an automation says, or what became of it. */
function automationText(
  t: TFunction<"command-words">,
  { name, text, outcome }: NonNullable<EventNews["data"]>,
): string | undefined {
  if (typeof name !== "string") return undefined;
  if (typeof text === "string") return t("news.automation.says", { name, text });
  const known: RunOutcome | undefined = runOutcomes.find((one) => one === outcome);
  return known && t(`news.automation.${known}`, { name });
}
