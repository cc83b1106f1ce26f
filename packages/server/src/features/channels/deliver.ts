import { setTimeout as delay } from "node:timers/promises";

import { type ChannelKind, channelLimits, type SendProblem } from "@offgrid/contract/channels/channel-kinds";
import { retryAt } from "@offgrid/contract/channels/delivery-moves";
import { nextMessage } from "@offgrid/contract/channels/plan-deliveries";

import { announced } from "../../bus/announcement.ts";
import type { FeatureBase } from "../../calls/feature.ts";
import { type Db, reasonOf } from "../../core/db.ts";
import { tracedPart } from "../../core/tracing.ts";
import { insertPersonalEvent } from "../events/events.store.ts";
import { findListener, hasOtherMail } from "./channels.store.ts";
import * as deliveries from "./deliveries.store.ts";
import type { Listener, MessageItem } from "./message.ts";
import { suppress } from "./planning.store.ts";
import { noteWords } from "./said.store.ts";
import { isDoubledUnseen, type Outcome, type Sender } from "./sender.ts";
import { openTarget } from "./target.ts";

/** So many slow services do not hold up the others. */
const atOnce = 20;
/** What has become due while slow ones are waited for is looked for so often. */
const lookMs = 1_000;
/** A service that takes longer, a few bytes at a time, does not answer. */
const longestAttemptMs = 90_000;
/** Longer than any attempt takes: whoever has not noted by then what came of it is dead. */
const longestSendMs = 2 * 60_000;

interface Tools extends Pick<FeatureBase, "bus" | "db" | "clock" | "log" | "box"> {
  sender: Sender;
  /** Address of the web app. */
  url: string;
}

interface Claimed {
  channel: deliveries.SpeakingChannel;
  messageId: number;
  items: MessageItem[];
  /** Undefined: the person is gone. */
  to: Listener | undefined;
}

/** Sends all that is due. */
export async function deliverAll(tools: Tools, signal?: AbortSignal): Promise<void> {
  const { db, clock, log } = tools;
  const lost = await deliveries.failInterrupted(db, clock.now());
  if (lost > 0) log.warn({ deliveries: lost }, "a process died while it sent messages; they are not sent again");
  const underWay = new Set<Promise<void>>();
  for (;;) {
    const claimed = signal?.aborted || underWay.size >= atOnce ? undefined : await claimNext(tools);
    if (claimed === undefined && underWay.size === 0) return;
    if (claimed && claimed !== "nothing to say") {
      const work: Promise<void> = sendOne(tools, claimed)
        .catch((error: unknown) => log.warn({ reason: reasonOf(error) }, "what came of a message could not be noted"))
        .finally(() => underWay.delete(work));
      underWay.add(work);
    } else if (claimed === undefined) await Promise.race([...underWay, delay(lookMs, undefined, { ref: false })]);
  }
}

async function unansweredBy(kind: ChannelKind): Promise<Outcome> {
  await delay(longestAttemptMs, undefined, { ref: false });
  return { problem: "unanswered", isFinal: isDoubledUnseen(kind) };
}

/** Takes what a channel has to say next; from then on it is being sent. */
function claimNext({ db, clock }: Tools): Promise<Claimed | "nothing to say" | undefined> {
  return db.transaction().execute(async (tx) => {
    const nowMs = clock.now();
    const channel = await deliveries.holdChannelWithDue(tx, nowMs);
    if (!channel) return undefined;
    const due = await deliveries.holdDue(tx, channel.id, nowMs);
    const { hours, spokenAt } = channel;
    const { says, suppressed, waits } = nextMessage({ hours, spokenMs: spokenAt?.getTime() ?? null }, due, nowMs);
    await suppress(tx, suppressed, nowMs);
    await deliveries.postpone(tx, waits);
    if (says.length === 0) return "nothing to say" as const;
    const said = due.filter(({ id }) => says.includes(id));
    await deliveries.markSending(tx, said, { nowMs, untilMs: nowMs + longestSendMs });
    const messageId = Math.min(...says);
    // Read here: what fails before anything leaves takes the claim back, and is tried again.
    const items = await deliveries.readItems(tx, messageId);
    await noteWords(tx, items);
    return { channel, messageId, items, to: await findListener(tx, channel.userId) };
  });
}

async function sendOne(tools: Tools, claimed: Claimed): Promise<void> {
  const { clock, box, sender, url, log } = tools;
  const { channel, messageId, items, to } = claimed;
  const { template } = channel;
  let outcome: Outcome = { problem: "gone", isFinal: true };
  if (to) {
    const message = { id: messageId, atMs: clock.now(), items };
    const target = openTarget(box, channel.sealed);
    const start = { name: `send ${channel.kind}`, kind: "client" } as const;
    const sent = tracedPart(start, () => sender.send({ userId: channel.userId, target, to, template, url }, message));
    outcome = await Promise.race([sent, unansweredBy(channel.kind)]).catch((error: unknown): Outcome => {
      log.warn({ err: error, channel: channel.kind }, "a message could not be made or sent");
      return { problem: "refused", isFinal: true };
    });
  }
  await note(tools, claimed, outcome);
}

function note(tools: Tools, claimed: Claimed, outcome: Outcome): Promise<void> {
  const { bus, db, clock } = tools;
  const { channel, messageId } = claimed;
  return announced(
    bus,
    (whole) => db.transaction().execute(whole),
    async (tx, news) => {
      const nowMs = clock.now();
      if (outcome === "ok") {
        if (await deliveries.markSent(tx, messageId, nowMs)) await deliveries.noteSpoken(tx, channel.id, nowMs);
        return;
      }
      const { problem, isFinal, askedMs } = outcome;
      const rows = await deliveries.listSending(tx, messageId);
      if (rows.length === 0) return;
      for (const row of rows) {
        const dueMs = isFinal ? undefined : retryAt(row, nowMs, askedMs);
        await deliveries.markFailed(tx, row.id, { problem, dueMs, nowMs });
      }
      // That there is no room today is no fault of the channel.
      if (problem === "day_limit") return;
      const maybeSaidMs = problem === "unanswered" ? nowMs : undefined;
      const failures = await deliveries.noteFailure(tx, channel.id, { maybeSaidMs });
      if (failures < channelLimits.failures && problem !== "gone") return;
      if (!(await deliveries.pause(tx, channel.id, problem, nowMs))) return;
      news.add("eventRaised", { eventIds: [await noticePause(tx, tools, claimed, problem)] });
    },
  );
}

/**
 * The person learns in the portal that they are not reached any more, and by mail where that still goes out.
 * @returns the id of the event.
 */
async function noticePause(
  tx: Db,
  { clock, sender, url }: Pick<Tools, "clock" | "sender" | "url">,
  { channel: { id, kind, name, userId }, to }: Pick<Claimed, "channel" | "to">,
  problem: SendProblem,
): Promise<string> {
  const nowMs = clock.now();
  if (to?.isVerified && (await hasOtherMail(tx, userId, id)))
    await sender.writePause(tx, to, { id, kind, name, isGone: problem === "gone", atMs: nowMs }, url);
  // There may be several of a kind.
  const data = { channelId: id, channelKind: kind, channelName: name, reason: problem };
  return insertPersonalEvent(tx, userId, { code: "channel.paused", level: "warning", data }, nowMs);
}
