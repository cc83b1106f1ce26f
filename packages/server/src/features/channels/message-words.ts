import type { ChannelKind } from "@offgrid/contract/channels/channel-kinds";
import { fillTemplate, type Placeholder } from "@offgrid/contract/channels/message-template";
import { toSms } from "@offgrid/contract/channels/gsm7";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { durationText } from "@offgrid/contract/core/duration-text";
import { eventSay } from "@offgrid/contract/events/event-catalogue";
import { suggestedText } from "@offgrid/contract/warnings/suggested-words";

import type { Listener, Message, MessageItem, NotifiedDark, NotifiedWarning } from "./message.ts";
import en from "./messages.en.json" with { type: "json" };
import fr from "./messages.fr.json" with { type: "json" };
import { measuredText, ruleText, timeText, zoned } from "./warning-words.ts";

const texts: Record<LocaleCode, typeof en> = { en, fr };

/** Of a message, so many containers are named. */
const mostNamed = 3;
const hasNews = new Set(["raised", "changed", "escalation"]);

export interface Wording {
  language: LocaleCode;
  portalName: string;
  /** Address of the web app. */
  url: string;
  /** The person's own words for short messages. */
  template: string | null;
}

/** A message in words: one line that says most, and paragraphs. */
export interface Worded {
  subject: string;
  paragraphs: string[];
  /** Of Telegram and SMS. */
  short: string;
  link: string;
  /** Rules that are told of, by their names, each with where the person may look at it. */
  rules: { text: string; link: string }[];
}

function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

function linkTo(url: string, { language }: Pick<Listener, "language">, page: string): string {
  return `${url}${language === "en" ? "" : `/${language}`}/${page}`;
}

export const pageOfProfile = "users/profile";

/** The incident that is told of; of several, the list of all. */
function linkToIncidents(items: readonly MessageItem[], how: Wording): string {
  const [id, ...others] = new Set(items.map(({ incidentId }) => incidentId));
  const chosen = id && others.length === 0 ? `?${new URLSearchParams({ incident: id }).toString()}` : "";
  return linkTo(how.url, how, `warning/history${chosen}`);
}

export function wordMessage({ items }: Pick<Message, "items">, how: Wording): Worded {
  // What has become critical is not behind what it took along.
  const isAlarm = ({ severity, kind }: MessageItem) => severity === "critical" && kind !== "cleared";
  const inOrder = [...items.filter(isAlarm), ...items.filter((item) => !isAlarm(item))];
  const lines = inOrder.map((item) => wordItem(item, how));
  const [first] = lines;
  const words = texts[how.language];
  const link = linkToIncidents(items, how);
  if (!first || lines.length === 1) return { subject: "", paragraphs: [], short: "", rules: [], ...first, link };
  const rules = new Map(lines.flatMap((line) => line.rules).map((rule) => [rule.link, rule]));
  return {
    rules: [...rules.values()],
    subject: fill(words.subject.many, { count: lines.length, first: first.subject }),
    paragraphs: lines.flatMap(({ subject, paragraphs }) => [subject, ...paragraphs]),
    short: lines.map(({ short }) => short).join(" / "),
    link,
  };
}

/** What a test says: that nothing has happened. */
export function wordTest({ language, portalName, url }: Omit<Wording, "template">): Worded {
  const { subject, test } = texts[language];
  const values = { portal: portalName };
  const text = fill(test, values);
  const link = linkTo(url, { language }, pageOfProfile);
  return { subject: fill(subject.test, values), paragraphs: [text], short: text, link, rules: [] };
}

/** A channel that says nothing any more. */
export interface PausedChannel {
  id: string;
  kind: ChannelKind;
  name: string;
  /** It leads nowhere any more; else it failed too often. */
  isGone: boolean;
  atMs: number;
}

export function wordPause({ kind, name, isGone }: PausedChannel, { language, url }: Omit<Wording, "template">): Worded {
  const { paused } = texts[language];
  const values = { kind: eventSay(language)(`news.channel.${kind}`), name };
  const text = fill(isGone ? paused.gone : paused.failed, values);
  const link = linkTo(url, { language }, pageOfProfile);
  return { subject: fill(paused.subject, values), paragraphs: [text], short: text, link, rules: [] };
}

/** Text of an SMS, which fits into one. */
export function smsOf({ short }: Worded): string {
  return toSms(short);
}

/** Who may change what is sent, below a mail. */
export function footOf({ language, portalName, url }: Omit<Wording, "template">): string {
  const profile = linkTo(url, { language }, pageOfProfile);
  return fill(texts[language].foot, { portal: portalName, profile });
}

export function wordsIn(language: LocaleCode) {
  const { hello, open_portal: action } = texts[language];
  return { action, hello: (name: string) => (name === "" ? undefined : fill(hello, { name })) };
}

type Line = Omit<Worded, "link">;

function wordItem(item: MessageItem, how: Wording): Line {
  if (item.dark) return wordDark(item.dark, how);
  const words = texts[how.language];
  const { kind, severity, warnings } = item;
  const isOver = kind === "cleared";
  const parts = { severity: words.severity[severity], what: whatOf(item, how), where: whereOf(item, how) };
  const shape = isOver ? "over" : hasNews.has(kind) || item.isFirst ? "open" : "reminder";
  const [worst] = warnings;
  const measured = worst && measuredText(worst, how.language);
  const { name = "", value = "", isPlain = false, isReading = false } = measured ?? {};
  const timeAt = (atMs: number, zoneName: string) => zoned(timeText(atMs, zoneName, how.language), zoneName);
  const since = worst && timeAt(worst.raisedMs, worst.zoneName);
  const endMs = Math.max(0, ...warnings.map(({ clearedMs }) => clearedMs ?? 0));
  const advice = isOver || !worst?.note ? "" : fill(words.advice, { note: suggestedText(worst.note, how.language) });
  const paragraphs = [
    !isOver && measured && fill(isReading ? words.value : words.figure, { name, value }),
    !isOver && since && fill(words.since, { time: since }),
    isOver && worst && endMs > 0 && fill(words.over_since, { time: timeAt(endMs, worst.zoneName) }),
    advice,
    !isOver && worst && reasonOf(worst, how),
  ].filter((text) => typeof text === "string" && text !== "") as string[];
  const own: Partial<Record<Placeholder, string>> = {
    ...parts,
    ...(isOver && { severity: words.short.over.split(/ ?:/)[0] ?? "" }),
    value,
    since: since ?? "",
    advice,
    portal: how.portalName,
    link: linkToIncidents([item], how),
  };
  const short = fillTemplate(
    how.template ??
      fill(isOver ? overText(warnings, how) : words.short.open, { ...own, value: isPlain ? ` (${value})` : "" }),
    own,
  );
  return {
    subject: fill(isOver ? overText(warnings, how) : words.subject[shape], parts),
    paragraphs,
    short,
    rules: isOver ? [] : linksToRules(warnings, how),
  };
}

/** What nothing was measured that ended it is over for what was done to its rule: that of the last one says why. */
function overText(warnings: readonly NotifiedWarning[], { language }: Wording): string {
  const { subject } = texts[language];
  const last = warnings.toSorted((one, other) => (other.clearedMs ?? 0) - (one.clearedMs ?? 0))[0];
  if (last?.closeReason === "rule_removed") return subject.over_rule_removed;
  return last?.closeReason === "rule_changed" ? subject.over_rule_changed : subject.over;
}

/** By which rule, and whose that is. Undefined: it is gone. */
function reasonOf(warning: NotifiedWarning, { language }: Wording): string | undefined {
  const rule = ruleText(warning.rule, warning, language);
  const { reason } = texts[language];
  const name = suggestedText(warning.ruleName, language);
  const { ruleShown, ownerName } = warning;
  if (rule === undefined) return undefined;
  if (ruleShown === "own") return fill(reason.own, { name, rule });
  if (ownerName === null) return fill(reason.nobody, { name, rule });
  return fill(reason.other, { name, rule, owner: language === "fr" ? ofInFrench(ownerName) : ownerName });
}

function ofInFrench(name: string): string {
  return /^[aeiou]/i.test(name.normalize("NFD")) ? `d’${name}` : `de ${name}`;
}

/** At most three, of those that the person may look at. */
function linksToRules(warnings: readonly NotifiedWarning[], how: Wording): Worded["rules"] {
  const links = warnings.flatMap(({ ruleId, ruleName, ruleShown }): [string, string][] => {
    const name = suggestedText(ruleName, how.language);
    if (ruleId === null || ruleShown === null) return [];
    const page = ruleShown === "own" ? ruleId : `other-users?${new URLSearchParams({ search: name }).toString()}`;
    return [[linkTo(how.url, how, `warning/${page}`), fill(texts[how.language].open_rule, { name })]];
  });
  return [...new Map(links)].slice(0, mostNamed).map(([link, text]) => ({ link, text }));
}

function whatOf({ warnings }: MessageItem, { language }: Wording): string {
  const contents = [...new Set(warnings.map(({ content }) => suggestedText(content, language)))];
  const [what = ""] = contents;
  if (contents.length < 2) return what;
  const count = contents.length - 1;
  return fill(texts[language][count === 1 ? "and_warning" : "and_warnings"], { what, count });
}

function whereOf({ warnings, containers }: MessageItem, { language }: Wording): string {
  const names = [...new Set(warnings.map(({ containerName }) => containerName))];
  const named = names.slice(0, mostNamed);
  const rest = Math.max(containers, names.length) - named.length;
  return rest > 0 ? fill(texts[language].more, { named: named.join(", "), count: rest }) : named.join(", ");
}

function wordDark(dark: NotifiedDark, { language }: Wording): Line {
  const words = texts[language];
  const say = eventSay(language);
  const { containerName: where, zoneName, fromMs, toMs, items, more } = dark;
  const lines = items.map(({ content, lastedMs }) =>
    say("news.warning.lasted", {
      content: suggestedText(content, language),
      lasted: durationText(lastedMs / 1_000, language),
    }),
  );
  const list = [...lines, ...(more > 0 ? [say("news.warning.more", { count: more })] : [])].join(", ");
  const [from, to] = [fromMs, toMs].map((atMs) => timeText(atMs, zoneName, language));
  const text = fill(words.dark, { where, from: from ?? "", to: zoned(to ?? "", zoneName), list });
  return { subject: fill(words.subject.dark, { where }), paragraphs: [text], short: text, rules: [] };
}
