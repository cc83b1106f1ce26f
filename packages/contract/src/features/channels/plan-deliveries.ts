import type { WarningSeverity } from "../warnings/warning-types.ts";
import { type ChannelHours, maySpeak, nextHours } from "./channel-hours.ts";
import { channelLimits, type ChannelKind, type ChannelTiming, stepOf } from "./channel-kinds.ts";
import type { DeliveryState, NewsKind, Suppression } from "./delivery-moves.ts";

/** Who is told of what, by which channel and when. Pure: what is known, and the time, are given. */

const gravity: Record<WarningSeverity, number> = { info: 0, warning: 1, critical: 2 };

/** One piece of news of an incident, with how that stands now. */
export interface PlannedNews {
  kind: NewsKind;
  severity: WarningSeverity;
  /** How many steps of escalation there were by then. */
  step: number;
  isOver: boolean;
  isAcknowledged: boolean;
  /** Another incident explains it. */
  isInhibited: boolean;
  /** It was only put together from, or taken out of, what the person knows. */
  isNothingNew: boolean;
}

/** What a channel was told of the incident before. */
export interface NotifiedBefore {
  id: number;
  kind: NewsKind;
  state: DeliveryState;
  /** It was sent, or nobody knows whether it was. */
  isMaybeSaid: boolean;
}

export interface PlannedChannel {
  id: string;
  kind: ChannelKind;
  timing: ChannelTiming;
  /** The least of which it tells. */
  severity: WarningSeverity;
  hours: ChannelHours | null;
  isPaused: boolean;
  /** In order. */
  notified: readonly NotifiedBefore[];
}

export interface PlannedPerson {
  userId: string;
  /** One of its rules is theirs. */
  isOwner: boolean;
  isStaff: boolean;
  /** They muted all of it that they see. */
  isMuted: boolean;
  /** All that they see of it began during works. */
  areWorks: boolean;
  channels: readonly PlannedChannel[];
}

export interface PlannedDelivery {
  userId: string;
  channelId: string;
  /** Null: it waits to be sent. */
  suppressed: Suppression | null;
}

export interface DeliveryPlan {
  deliveries: PlannedDelivery[];
  /** Earlier deliveries that are not sent any more. */
  superseded: number[];
}

/** What of one piece of news goes to whom. */
export function planDeliveries(news: PlannedNews, people: readonly PlannedPerson[], nowMs: number): DeliveryPlan {
  const plan: DeliveryPlan = { deliveries: [], superseded: [] };
  for (const person of people)
    for (const channel of person.channels) {
      const { userId } = person;
      if (news.kind === "cleared") {
        const waiting = channel.notified.filter(isWaiting);
        plan.superseded.push(...waiting.map(({ id }) => id));
        const suppressed = channel.isPaused ? "paused" : null;
        if (isMaybeNotified(channel.notified)) plan.deliveries.push({ userId, channelId: channel.id, suppressed });
        continue;
      }
      const found = concerns(news, person, channel) ? whyNot(news, person, channel, nowMs) : undefined;
      if (found !== undefined) plan.deliveries.push({ userId, channelId: channel.id, suppressed: found });
    }
  return plan;
}

/**
 * What nobody is told, since it began during works or somebody looked after it before: why, for each channel that would have
 * told it. Works hold it back for good; what somebody looks after is left out where it would have come later.
 */
export function planHeld(
  { severity, isAcknowledged }: Pick<PlannedNews, "severity" | "isAcknowledged">,
  { areWorks, ...person }: PlannedPerson,
): PlannedDelivery[] {
  const why = areWorks ? ("works" as const) : isAcknowledged ? ("acknowledged" as const) : undefined;
  if (why === undefined) return [];
  const { userId, isMuted, channels } = person;
  const wanted = channels.filter((channel) => {
    const step = stepOf(channel, person);
    return gravity[severity] >= gravity[channel.severity] && step !== undefined && (areWorks || step === 0);
  });
  return wanted.map(({ id }) => ({ userId, channelId: id, suppressed: isMuted && !areWorks ? "muted" : why }));
}

/** Is there anything in the news for this channel? What it never wanted is not held back: it is nothing. */
function concerns(news: PlannedNews, person: PlannedPerson, channel: PlannedChannel): boolean {
  const { kind, severity, step, isNothingNew } = news;
  if (gravity[severity] < gravity[channel.severity]) return false;
  if (isNothingNew && (kind === "raised" || kind === "changed")) return false;
  if (kind === "while_dark") return channel.timing === "at_once" || stepOf(channel, person) !== undefined;
  const isNotified = knowsOfIt(channel.notified);
  // A step of escalation is for those who do not know yet; the others are reminded.
  if (isNotified) return kind !== "escalation";
  const own = stepOf(channel, person);
  return own !== undefined && own <= step;
}

/** @returns null: it is to be told. */
function whyNot(
  { kind, severity, isOver, isAcknowledged, isInhibited }: PlannedNews,
  { isMuted, areWorks }: PlannedPerson,
  { notified, hours, isPaused }: PlannedChannel,
  nowMs: number,
): Suppression | null {
  if (kind === "raised" && knowsOfIt(notified)) return "duplicate";
  if (isOver) return "superseded";
  if (isInhibited) return "inhibited";
  if (areWorks) return "works";
  if (isMuted) return "muted";
  if (isAcknowledged && (kind === "escalation" || kind === "reminder")) return "acknowledged";
  if (!maySpeak(hours, severity, nowMs)) return "off_hours";
  return isPaused ? "paused" : null;
}

const isWaiting = ({ kind, state }: NotifiedBefore) =>
  kind !== "cleared" && kind !== "while_dark" && (state === "queued" || state === "retrying");

/** Since it was last told that it is over. */
function sinceOver(notified: readonly NotifiedBefore[]): readonly NotifiedBefore[] {
  return notified.slice(notified.findLastIndex(({ kind }) => kind === "cleared") + 1);
}

/** Does the channel know, or is it about to be told? */
function knowsOfIt(notified: readonly NotifiedBefore[]): boolean {
  return sinceOver(notified).some((one) => isWaiting(one) || one.isMaybeSaid || one.state === "sending");
}

function isMaybeNotified(notified: readonly NotifiedBefore[]): boolean {
  return sinceOver(notified).some((one) => one.kind !== "cleared" && (one.isMaybeSaid || one.state === "sending"));
}

/** A delivery that is due, with how its incident stands now. */
export interface DueDelivery {
  id: number;
  incidentId: string;
  kind: NewsKind;
  severity: WarningSeverity;
  /** The person still sees something of it. */
  isVisible: boolean;
  /** It is over, or the channel has yet to be told that it was. */
  isOver: boolean;
  isAcknowledged: boolean;
  /** It is the person who looks after all that is open of what they see: they have read it. */
  isOwnCare: boolean;
  /** Another incident explains it. */
  isInhibited: boolean;
  isMuted: boolean;
  /** People are at work at all that the person sees of it, or were when it began. */
  areWorks: boolean;
  /** The channel was told of it since it was last over: that can be over, and does not begin again. */
  wasNotified: boolean;
  /** Of what has changed: it was only put together from, or taken out of, what the person knows by now. */
  isNothingNew: boolean;
  /** The channel has said at some time that its incident was as grave, or nobody knows whether it has. */
  isKnown: boolean;
}

export interface NextMessage {
  /** Go together in one message, in this order; empty: there is nothing to say now. */
  says: number[];
  suppressed: { id: number; reason: Suppression }[];
  /** What has to wait, and until when. */
  waits: { id: number; dueMs: number }[];
}

/**
 * What a channel says now, of all that is due for it. It is asked again at the last moment, since a message may have
 * waited for hours. The first word of what is critical does not wait for the quiet after another message, and takes along
 * what waits for its end: else each such word, after which it is quiet again, would push that back.
 * @param spokenMs When it said something last.
 * @param due In the order in which it became news; what waits for the end of the quiet is given too.
 */
export function nextMessage(
  { hours, spokenMs }: { hours: ChannelHours | null; spokenMs: number | null },
  due: readonly DueDelivery[],
  nowMs: number,
): NextMessage {
  const next: NextMessage = { says: [], suppressed: [], waits: [] };
  const quietMs = spokenMs === null ? nowMs : spokenMs + channelLimits.quietMs;
  const said: DueDelivery[] = [];
  const mayWait = quietMs > nowMs && !due.some(isUrgent);
  for (const one of due) {
    const reason = whyNotNow(one);
    if (reason !== undefined) next.suppressed.push({ id: one.id, reason });
    else if (mayWait) next.waits.push({ id: one.id, dueMs: quietMs });
    else if (hours && !maySpeak(hours, one.severity, nowMs))
      next.waits.push({ id: one.id, dueMs: nextHours(hours, nowMs) });
    else said.push(one);
  }
  for (const one of said)
    if (isSaidAgain(one, said)) next.suppressed.push({ id: one.id, reason: "digest" });
    else next.says.push(one.id);
  return next;
}

/** Once for each incident, since that it is critical is known from then on: whatever comes of it later waits for its turn. */
function isUrgent(one: DueDelivery): boolean {
  const { severity, kind, isKnown } = one;
  return severity === "critical" && !isKnown && kind !== "while_dark" && whyNotNow(one) === undefined;
}

function whyNotNow({
  kind,
  isVisible,
  isOver,
  isAcknowledged,
  wasNotified,
  ...held
}: DueDelivery): Suppression | undefined {
  if (!isVisible) return "out_of_scope";
  if (kind === "cleared") return wasNotified ? undefined : "superseded";
  if (isOver) return "superseded";
  // It waited, and its incident became part of one that the channel knows: what is new in that is told as its change.
  if ((kind === "raised" && wasNotified) || held.isNothingNew) return "duplicate";
  if (held.isInhibited) return "inhibited";
  if (held.areWorks) return "works";
  if (held.isMuted) return "muted";
  if (held.isOwnCare) return "acknowledged";
  return isAcknowledged && (kind === "escalation" || kind === "reminder") ? "acknowledged" : undefined;
}

/** Of an incident that goes on, the last word is enough. */
function isSaidAgain({ id, kind, incidentId }: DueDelivery, said: readonly DueDelivery[]): boolean {
  return kind !== "cleared" && said.some((other) => other.incidentId === incidentId && other.id > id);
}
