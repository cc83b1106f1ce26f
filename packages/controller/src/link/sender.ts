import { framesPerMessage, liveWindowMs, unackedMessages } from "@offgrid/contract/core/constants";
import { dataTopic, historyTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import type { AckMessage } from "@offgrid/contract/telemetry/telemetry.schema";

import type { Frame } from "../drivers/driver.ts";
import type { Spool } from "../spool/spool.ts";
import { EventSender } from "./event-sender.ts";
import { packFrames } from "./messages.ts";
import { settleRefusal } from "./refusal.ts";
import { resendDelayMs } from "./resend.ts";
import type { SenderOptions, SentMessage } from "./sender.types.ts";

/** Messages of history, spooled and imported together, that may be unanswered at a time (protocol.md, rule 5). */
const historyWindow = 5;
/** Instants of conflicts that are kept to be named. */
const conflictsKept = 20;
/** A live frame that is nearly too old is sent as history, since it might be too old on arrival. */
const liveMarginMs = 60_000;

/**
 * Decides what goes out next, in this order: messages that the portal has not answered in time, events, live frames,
 * spooled history, imported history. Forgets a frame only when the portal has answered for it.
 */
export class Sender {
  acked = 0;
  refused = 0;
  /** Readings that differ from what the portal has, and the first instants at which they do. */
  conflicts = 0;
  readonly conflictsAt = new Set<number>();
  readonly #options: SenderOptions;
  readonly #events: EventSender;
  readonly #sent = new Map<number, SentMessage>();
  #resent = 0;
  #seq = 0;
  #watchUntilMs = 0;
  #flushAtMs = 0;
  #backfillAtMs = Infinity;
  #timer: NodeJS.Timeout | undefined;
  #waiters: (() => void)[] = [];
  #isStopped = false;
  #stop: () => void = () => {};
  /** Resolves when the controller stops. */
  readonly stopped = new Promise<void>((resolve) => (this.#stop = resolve));

  constructor(options: SenderOptions) {
    this.#options = options;
    const { events: queue, link, resendAfterMs, random } = options;
    this.#events = new EventSender({
      queue,
      link,
      resendAfterMs,
      random,
      onRefused: (events, error) =>
        options.onRefused(events.map((event) => ({ error, atMs: event.ts, values: {}, event }))),
    });
  }

  get inFlight(): number {
    return this.#sent.size + this.#events.inFlight;
  }

  get resent(): number {
    return this.#resent + this.#events.resent;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /**
   * The portal knows the controller: live frames go at once, imports are sent again, the spool's history after a random
   * wait.
   */
  ready(): void {
    const nowMs = performance.now();
    const [shortest, longest] = this.#options.backfillDelayMs;
    this.#backfillAtMs = nowMs + shortest + (longest - shortest) * this.#options.random();
    this.#flushAtMs = nowMs;
    for (const message of this.#sent.values()) message.dueMs = nowMs;
    this.pump();
  }

  /** The connection is gone: spooled frames wait again, since what was live may be history by the time it is back. */
  lost(): void {
    for (const message of this.#sent.values()) {
      if (message.from === "import") continue;
      this.#options.spool.release(message.ids);
      this.#sent.delete(message.seq);
    }
    this.#events.lost();
    this.#watchUntilMs = 0;
    clearTimeout(this.#timer);
  }

  watch(untilMs: number): void {
    this.#watchUntilMs = untilMs;
    this.pump();
  }

  /** Sends live frames now rather than with the next batch. */
  flush(): void {
    this.#flushAtMs = performance.now();
    this.pump();
  }

  sendEvent(event: Parameters<EventSender["add"]>[0]): void {
    this.#events.add(event);
    this.pump();
  }

  /** Sends what may be sent now, and sets a timer for the rest. */
  pump(): void {
    if (!this.#options.link().isReady || this.#isStopped) return;
    const nowMs = performance.now();
    for (const message of this.#sent.values()) if (message.dueMs <= nowMs) this.#resend(message, nowMs);
    this.#events.pump(nowMs, unackedMessages - this.inFlight);
    const isWatched = this.#options.portalNow() < this.#watchUntilMs;
    if (isWatched || nowMs >= this.#flushAtMs) {
      this.#sendLive(nowMs);
    }
    if (nowMs >= this.#backfillAtMs) this.#sendBackfill();
    if (this.#hasHistoryRoom()) this.#wake();
    this.#schedule(nowMs);
  }

  #schedule(nowMs: number): void {
    clearTimeout(this.#timer);
    const dues = [...this.#sent.values()].map((message) => message.dueMs).concat(this.#events.dues());
    // With nothing to flush there is nothing to wake up for: a new frame calls this by itself.
    if (this.#options.spool.pending > 0) dues.push(this.#flushAtMs, this.#backfillAtMs);
    const nextMs = Math.min(...dues.filter((dueMs) => dueMs > nowMs));
    if (nextMs === Infinity) return;
    this.#timer = setTimeout(() => this.pump(), Math.max(1, nextMs - nowMs));
  }

  get #liveFromMs(): number {
    return this.#options.portalNow() - liveWindowMs.past + liveMarginMs;
  }

  /** When there is nothing to send, no new batch starts, so that the first frame after a connection goes at once. */
  #sendLive(nowMs: number): void {
    // Part of the window is always left for live frames, since history takes five messages at most.
    while (this.inFlight < unackedMessages) {
      const filter = { fromMs: this.#liveFromMs, order: "oldest", limit: framesPerMessage } as const;
      if (!this.#sendClaim("live", filter)) return;
      this.#flushAtMs = nowMs + this.#options.batchMs;
    }
    // The window is full: the rest follows with the next answer, not with the next batch.
    this.#flushAtMs = nowMs;
  }

  #sendBackfill(): void {
    while (this.#hasHistoryRoom()) {
      const filter = { beforeMs: this.#liveFromMs, order: "newest", limit: framesPerMessage } as const;
      if (!this.#sendClaim("backfill", filter)) break;
    }
  }

  #sendClaim(from: "live" | "backfill", filter: Parameters<Spool["claim"]>[0]): boolean {
    const { spool } = this.#options;
    const claim = spool.claim(filter);
    if (!claim) return false;
    const packed = this.#pack(claim.metrics, claim.frames);
    spool.release(claim.ids.slice(packed.count));
    // Frames are chosen newest first, but a message reads better in the order of time.
    const kept = claim.frames.slice(0, packed.count).map((frame, place) => ({ frame, id: claim.ids[place] as number }));
    kept.sort((left, right) => left.frame.atMs - right.frame.atMs);
    const frames = kept.map(({ frame }) => frame);
    this.#send(
      from,
      claim.metrics,
      frames,
      kept.map(({ id }) => id),
      () => {},
    );
    return true;
  }

  #hasHistoryRoom(): boolean {
    const history = [...this.#sent.values()].filter((message) => message.from !== "live").length;
    return this.#options.link().isReady && history < historyWindow && this.inFlight < unackedMessages;
  }

  /** Resolves when one more message of history may be sent; rejects when the controller stops. */
  async #historyRoom(): Promise<void> {
    while (!this.#isStopped && !this.#hasHistoryRoom())
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
    if (this.#isStopped) throw new Error("The controller was stopped before the import was done.");
  }

  #wake(): void {
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const resume of waiters) resume();
  }

  /**
   * Sends as many of the frames as one message can carry, as soon as there is room.
   * @returns How many were sent, and a promise of how many of these were refused.
   */
  async sendHistory(
    metrics: readonly string[],
    frames: readonly Frame[],
  ): Promise<{ count: number; settled: Promise<number> }> {
    await this.#historyRoom();
    const { count } = this.#pack(metrics, frames);
    const settled = new Promise<number>((resolve) =>
      this.#send("import", metrics, frames.slice(0, count), [], resolve),
    );
    this.#schedule(performance.now());
    return { count, settled };
  }

  #pack(metrics: readonly string[], frames: readonly Frame[], isNamed = false, seq = this.#seq) {
    const { boot, mv } = this.#options;
    const isBirthList = metrics.join(" ") === this.#options.metrics.join(" ");
    return packFrames(boot, seq, isBirthList && !isNamed ? { mv: mv() } : { m: metrics }, frames);
  }

  #send(
    from: SentMessage["from"],
    metrics: readonly string[],
    frames: readonly Frame[],
    ids: readonly number[],
    onSettled: (refusedFrames: number) => void,
    isNamed = false,
  ): void {
    const seq = this.#seq;
    const { text } = this.#pack(metrics, frames, isNamed);
    this.#seq++;
    const message = { seq, from, metrics, frames, ids, text, attempts: 0, dueMs: 0, isNamed, onSettled };
    this.#sent.set(seq, message);
    this.#publish(message, performance.now());
  }

  #resend(message: SentMessage, nowMs: number): void {
    this.#resent++;
    this.#publish(message, nowMs);
  }

  #publish(message: SentMessage, nowMs: number): void {
    const { link, random, resendAfterMs } = this.#options;
    message.dueMs = nowMs + resendDelayMs(message.attempts++, resendAfterMs, random);
    link().publish(message.from === "live" ? dataTopic : historyTopic, message.text);
  }

  /** The portal's answer: what it has committed, or what it refuses. */
  receive(ack: AckMessage): void {
    if (!("boot" in ack)) return;
    // An event may come from an earlier run.
    if (ack.boot === this.#options.boot) this.#noteConflicts(ack);
    if (ack.boot !== this.#options.boot) this.#events.receive(ack);
    else if ("seqs" in ack) for (const seq of ack.seqs) this.#settle(seq, []);
    else if (ack.error === "metrics" && this.#rename(ack.seq)) this.#options.link().sendBirth();
    else this.#settleRefused(ack.seq, ack.error, ack.bad);
    this.pump();
  }

  #noteConflicts({ conflicts = 0, conflictsAt = [] }: { conflicts?: number; conflictsAt?: number[] }): void {
    this.conflicts += conflicts;
    for (const atMs of conflictsAt) if (this.conflictsAt.size < conflictsKept) this.conflictsAt.add(atMs);
  }

  /** The portal has lost our list of metrics: the same frames are sent once more, with the names in the message. */
  #rename(seq: number): boolean {
    const message = this.#sent.get(seq);
    if (!message || message.isNamed) return false;
    this.#sent.delete(seq);
    // Names take room, so a message at the limit may become two.
    const parts = this.#pack(message.metrics, message.frames, true).count < message.frames.length ? 2 : 1;
    const size = Math.ceil(message.frames.length / parts);
    let open = parts;
    let refused = 0;
    for (let start = 0; start < message.frames.length; start += size) {
      const [frames, ids] = [message.frames.slice(start, start + size), message.ids.slice(start, start + size)];
      const onSettled = (refusedFrames: number) => {
        refused += refusedFrames;
        if (--open === 0) message.onSettled(refused);
      };
      this.#send(message.from, message.metrics, frames, ids, onSettled, true);
    }
    return true;
  }

  #settleRefused(seq: number, error: string, bad: readonly [number, number][] | undefined): void {
    const message = this.#sent.get(seq);
    if (!message) return;
    const { kept, letters, refusedFrames } = settleRefusal(message.metrics, message.frames, error, bad);
    this.#options.onRefused(letters);
    this.#settle(seq, kept, refusedFrames);
  }

  #settle(seq: number, kept: readonly Frame[], refusedFrames?: number): void {
    const message = this.#sent.get(seq);
    if (!message) return;
    this.#sent.delete(seq);
    this.#options.spool.ack(message.ids);
    const frames = refusedFrames === undefined ? message.frames : kept;
    this.acked += frames.length;
    this.refused += refusedFrames ?? 0;
    if (frames.length > 0) this.#options.onAcked({ from: message.from, metrics: message.metrics, frames });
    message.onSettled(refusedFrames ?? 0);
  }

  stop(): void {
    this.#isStopped = true;
    this.#stop();
    clearTimeout(this.#timer);
    this.#wake();
  }
}
