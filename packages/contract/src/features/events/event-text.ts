import { type RunOutcome, runOutcomes } from "../automations/run-outcomes.ts";
import { channelKinds } from "../channels/channel-kinds.ts";
import type { PassedLimit } from "../commands/commands.schema.ts";
import { outputReasons, passedLimits } from "../commands/output-reasons.ts";
import type { LocaleCode } from "../../core/constants.ts";
import { durationText } from "../../core/duration-text.ts";
import type { EventNews } from "../live/live.schema.ts";
import { formatNumber } from "../telemetry/format.ts";
import { formatTime } from "../telemetry/format-time.ts";
import { suggestedText } from "../warnings/suggested-words.ts";
import { type EventCode, eventCodes } from "./event-codes.ts";
import { type EventKey, type EventSay, passedText, settingText, whoText } from "./event-say.ts";

/** What happened, as a sentence for people. Pure: the texts, names and the zone come from whoever shows it. */

export interface EventWords {
  say: EventSay;
  locale: LocaleCode;
  /** IANA name of the zone of days, where the event has none of its own. */
  zone: string;
  /** What an output is called, by the name that people gave it, if any; anything else in a container as it is. */
  output: (target: string, name?: string | null) => string;
}

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

export interface ShownEvent extends EventNews {
  code: string;
  /** At how many outputs, whose name is a list of them all then; absent: at one. */
  outputs?: number;
  /** How grave it is stands beside it, and is not said. */
  isMarked?: boolean;
}

/**
 * What happened, with its container where that is named. What has no sentence, as what a controller sends under a code of its
 * own, is named by its code.
 */
export function eventText(words: EventWords, event: ShownEvent): string {
  const { say } = words;
  const whole = groupText(words, event);
  if (whole !== undefined) return whole;
  const text = sentence(words, event) ?? codeText(words, event);
  const { containerName: name, incident } = event;
  if (!name) return text;
  const others = (incident?.containers ?? 0) - 1;
  return say("news.at", { container: others > 0 ? say("news.andOthers", { name, count: others }) : name, text });
}

type CodeKey<Code> = Code extends `${infer Thing}.${infer What}` ? `news.codes.${Thing}_${What}` : never;
const keyOf = (code: EventCode) => `news.codes.${code.replace(".", "_")}` as CodeKey<EventCode> satisfies EventKey;

/** What events of a code tell, in words; undefined: a controller may send codes that have none. */
export function codeName(say: EventSay, code: string): string | undefined {
  const known = eventCodes.find((one) => one === code);
  return known && say(keyOf(known));
}

/** What is known by the code alone, and what in the container it is about. */
function codeText({ say, output }: EventWords, { code, device, outputName: name }: ShownEvent): string {
  const text = codeName(say, code) ?? say("news.reported", { code });
  // "The cells of its battery are apart" needs no "battery" after it.
  return device && !code.startsWith(`${device}.`) ? say("news.about", { text, device: output(device, name) }) : text;
}

/** What a group command does to all its containers, of which the event is one. */
function groupText({ say, output }: EventWords, { group, device, by, data }: EventNews): string | undefined {
  const value = data?.["value"];
  if (!group || !device || typeof value !== "boolean") return undefined;
  const what = { who: whoText(say, by), output: output(device), count: group.count };
  return say(value ? "news.group.on" : "news.group.off", what);
}

/** The outputs that it is about, and how many they are. */
interface Outputs {
  output: string;
  count: number;
}

function positionText(say: EventSay, at: Outputs, value: unknown): string | undefined {
  if (typeof value === "number") return say("news.level", { ...at, level: value });
  if (typeof value === "string") return say("news.climate", { output: at.output, setting: settingText(say, value) });
  return typeof value === "boolean" ? say(value ? "news.on" : "news.off", { ...at }) : undefined;
}

/** Outputs do not do what they were told. */
function stuckText(say: EventSay, at: Outputs, wanted: unknown): string | undefined {
  if (typeof wanted === "string") return say("news.stuckClimate", { ...at, setting: settingText(say, wanted) });
  if (typeof wanted === "number") return say("news.stuckLevel", { ...at, level: wanted });
  return typeof wanted === "boolean" ? say(wanted ? "news.stuckOn" : "news.stuckOff", { ...at }) : undefined;
}

/** What became of what people asked for about a container as a whole. */
function ofContainer(say: EventSay, code: string, by: EventNews["by"], data: EventNews["data"]) {
  const { count, direction, reason } = data ?? {};
  const state = configStates.find((one) => code === `config.${one}`);
  if (state) return say(`news.config.${state}`);
  if (code === "config.synced" && typeof count === "number")
    return say(direction === "controllerToPortal" ? "news.config.takenOver" : "news.config.sentAgain", { count });
  if (code === "config.rule_stopped") return say("news.config.ruleStopped", { who: whoText(say, by) });
  const works = worksCodes[code as keyof typeof worksCodes];
  if (works && typeof reason === "string") return say(`news.works.${works}`, { who: whoText(say, by), reason });
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

function sentence(words: EventWords, event: ShownEvent): string | undefined {
  const { code, level, by, data, isMarked = false } = event;
  const { say, locale } = words;
  if (code === "protection.stopped") return say("news.stopped");
  if (code === "channel.paused") return pausedText(say, data ?? {});
  if (code === "chart_link.ending" || code === "chart_link.busy") return linkText(words, data ?? {});
  if (code === "ticket.mentioned") return mentionText(say, by, data ?? {});
  if (code === "ticket.near" || code === "ticket.over") return timeText(say, code, data ?? {});
  if (code === "automation.notice" || code === "automation.run") return automationText(say, data ?? {});
  if (code === "warning.while_dark") return whileDarkText(say, event, locale);
  const step = warningSteps.find((one) => code === `warning.${one}`);
  if (step)
    return warningText(say, step === "raised" && level === "critical" ? "grave" : step, { isMarked, ...data }, locale);
  return /^(?:config|works)\./.test(code) ? ofContainer(say, code, by, data) : ofOutput(words, event);
}

function ofOutput(
  { say, locale, output: nameOf }: EventWords,
  { code, device, outputName: name, outputs: count = 1, by, data, givenReason }: ShownEvent,
): string | undefined {
  if (!device) return undefined;
  const output = nameOf(device, name);
  const at = { output, count };
  const { value, wanted, reason, hours } = data ?? {};
  if (code === "output.changed" || code === "output.hand") {
    if (reason === "emergency" && givenReason !== undefined && by?.name)
      return say("news.emergency", { output, who: by.name, reason: givenReason });
    const cause = causes.find((one) => one === reason);
    const is = positionText(say, at, value);
    const passed = passedIn(data);
    const why = [cause && say(`cause.${cause}`, { count }), passed && passedText(say, passed, locale)];
    return is && [is, ...why].filter(Boolean).join(" ");
  }
  if (code === "output.stuck") return stuckText(say, at, value);
  if (code === "command.mismatch") return stuckText(say, at, wanted);
  if (code === "output.worn") return say("news.worn", at);
  if (code === "lock.released_by_another" && typeof reason === "string")
    return say("news.released", { output, who: whoText(say, by), reason });
  if (code === "lock.reminder" && typeof reason === "string" && typeof hours === "number")
    return say("news.reminder", { output, who: whoText(say, by), count: hours, reason });
  return undefined;
}

function mentionText(
  say: EventSay,
  by: EventNews["by"],
  { ticket, subject }: NonNullable<EventNews["data"]>,
): string | undefined {
  if (typeof ticket !== "string" || typeof subject !== "string") return undefined;
  return say("news.mentioned", { who: whoText(say, by), ticket, subject });
}

/** Of a time of a ticket that runs out, or has run out. */
function timeText(
  say: EventSay,
  code: "ticket.near" | "ticket.over",
  { ticket, subject, timer }: NonNullable<EventNews["data"]>,
): string | undefined {
  if (typeof ticket !== "string" || typeof subject !== "string") return undefined;
  const mark = code === "ticket.near" ? "near" : "over";
  return say(`news.ticket.${mark}.${timer === "answer" ? "answer" : "solution"}`, { ticket, subject });
}

/** What becomes of a link to a chart that somebody gave away. */
function linkText(
  { say, locale, zone }: EventWords,
  { chart, hint, until, uses }: NonNullable<EventNews["data"]>,
): string | undefined {
  if (typeof chart !== "string" || typeof hint !== "string") return undefined;
  if (typeof uses === "number") return say("news.linkBusy", { chart, hint, uses: formatNumber(uses, locale, {}) });
  if (typeof until !== "string") return undefined;
  return say("news.linkEnding", { chart, hint, date: formatTime(Date.parse(until), "date", zone, locale) });
}

/** A channel by which the person was reached says nothing any more. */
function pausedText(
  say: EventSay,
  { channelKind, channelName, reason }: NonNullable<EventNews["data"]>,
): string | undefined {
  const kind = channelKinds.find((one) => one === channelKind);
  // A channel that is no more is paused at once.
  if (kind === undefined) return undefined;
  const word = say(`news.channel.${kind}`);
  const named = typeof channelName === "string" ? say("news.channelNamed", { kind: word, name: channelName }) : word;
  return say(reason === "gone" ? "news.gone" : "news.paused", { kind: named });
}

/** What a rule warns of; what to do stands with the warning, since a sentence that passes has no room for it. */
function warningText(
  say: EventSay,
  step: (typeof warningSteps)[number] | "grave",
  { content, isMarked }: NonNullable<EventNews["data"]>,
  locale: LocaleCode,
): string | undefined {
  if (typeof content !== "string") return undefined;
  const said = suggestedText(content, locale);
  const isSaid = isMarked === true && (step === "raised" || step === "grave");
  return isSaid ? said : say(`news.warning.${step}`, { content: said });
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
function whileDarkText(say: EventSay, { data }: EventNews, locale: LocaleCode): string | undefined {
  const { fromMs, toMs, zoneName = "UTC", items = [], more = 0 } = (data ?? {}) as Partial<WhileDark>;
  if (fromMs === undefined || toMs === undefined || items.length === 0) return undefined;
  const dayOf = (ms: number) => formatTime(ms, "date", zoneName, locale);
  const shape = dayOf(fromMs) === dayOf(toMs) ? "time" : "weekdayTime";
  const [from, to] = [fromMs, toMs].map((ms) => formatTime(ms, shape, zoneName, locale));
  const lines = items.map(({ content, lastedMs }) =>
    say("news.warning.lasted", {
      content: suggestedText(content, locale),
      lasted: durationText(lastedMs / 1_000, locale),
    }),
  );
  const list = [...lines, ...(more > 0 ? [say("news.warning.more", { count: more })] : [])].join(", ");
  return say("news.warning.whileDark", { from, to, list });
}

/** What an automation says, or what became of it. */
function automationText(say: EventSay, { name, text, outcome }: NonNullable<EventNews["data"]>): string | undefined {
  if (typeof name !== "string") return undefined;
  if (typeof text === "string") return say("news.automation.says", { name, text });
  const known: RunOutcome | undefined = runOutcomes.find((one) => one === outcome);
  return known && say(`news.automation.${known}`, { name });
}
