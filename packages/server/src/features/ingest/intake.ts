import { liveWindowMs, metricsPerContainer } from "@offgrid/contract/core/constants";
import { findMetric, ownMetrics } from "@offgrid/contract/telemetry/metrics";
import { BirthMessage, EventMessage, StateMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import {
  birthTopic,
  dataTopic,
  eventTopic,
  historyTopic,
  stateTopic,
} from "@offgrid/contract/telemetry/telemetry.topics";

import type { UpMessage } from "../../broker/broker.types.ts";
import type { Db } from "../../core/db.ts";
import type { Answer, Batch } from "./batch.ts";
import { clockOffsetS, clockOfFrames, followLate, receivedAtMs } from "./clock-offset.ts";
import { type ContainerState, link, listKey, noteClock, takeBirth, takeState, takeValue } from "./container-state.ts";
import { addReading, energyMetrics } from "../energy-today/day-energy.ts";
import { lowSocNow, followLoads } from "./follow-loads.ts";
import {
  type CheckedFrames,
  type Row,
  checkColumns,
  checkSimple,
  errorOf,
  excerptOf,
  isImpossible,
  readFrameMessage,
  senderOf,
} from "./frame-message.ts";
import { addSlots, readSlots } from "../../history/tiers/frames.store.ts";
import { fillLastKnown } from "./last-known.ts";
import { readPayload, readSender } from "./payload.ts";
import { readLists } from "./telemetry.store.ts";

const takenTopics = [dataTopic, historyTopic, stateTopic, birthTopic, eventTopic] as const;
type Topic = (typeof takenTopics)[number];

/** A message on its way into a batch. */
interface Delivery {
  state: ContainerState;
  message: UpMessage;
  /** What the message says; undefined: nothing that can be read. */
  value: unknown;
  batch: Batch;
  nowMs: number;
}

/** Parses messages into a batch. What cannot be stored is answered, counted and kept as a rejected part. */
export class Intake {
  readonly #db: Db;
  readonly #keptFromMs: () => number;
  readonly #askRebirth: (state: ContainerState, reason: string) => void;
  readonly #topics = new WeakMap<ContainerState, Map<string, Topic>>();

  /** @param keptFromMs Frames before this are refused. */
  constructor(db: Db, keptFromMs: () => number, askRebirth: (state: ContainerState, reason: string) => void) {
    this.#db = db;
    this.#keptFromMs = keptFromMs;
    this.#askRebirth = askRebirth;
  }

  /** @throws what the database throws; the message may then be taken again. */
  async take(state: ContainerState, message: UpMessage, batch: Batch, nowMs: number): Promise<void> {
    if (state.slots === undefined) {
      const [slots, lists] = await Promise.all([
        readSlots(this.#db, state.containerId),
        readLists(this.#db, state.containerId),
      ]);
      Object.assign(state, { slots, lists });
    }
    const value = await readPayload(message.payload);
    const topic = this.#topicOf(state, message.topic);
    const delivery: Delivery = { state, message, value, batch, nowMs };
    if (message.isOwn) await this.#takeOwn(delivery);
    else if (topic === dataTopic) await this.#takeFrames(delivery, true);
    else if (topic === historyTopic) await this.#takeFrames(delivery, false);
    else if (topic === stateTopic) await this.#takeState(delivery);
    else if (topic === birthTopic) await this.#takeBirth(delivery);
    else if (topic === eventTopic) await this.#takeEvent(delivery);
  }

  #topicOf(state: ContainerState, name: string): Topic | undefined {
    let names = this.#topics.get(state);
    if (!names) {
      const parameters = { containerId: state.containerId };
      names = new Map(takenTopics.map((topic) => [topic.name(parameters), topic]));
      this.#topics.set(state, names);
    }
    return names.get(name);
  }

  async #takeState({ state, message, value, batch, nowMs }: Delivery): Promise<void> {
    const parsed = StateMessage.safeParse(value);
    if (!parsed.success) return refuse(message, value, batch);
    const arrivedMs = receivedAtMs(message, nowMs);
    if (parsed.data.ts !== undefined) noteClock(state, clockOffsetS(parsed.data.ts, arrivedMs));
    if (parsed.data.online && parsed.data.bd !== state.birthNumber) state.isBorn = false;
    if (takeState(state, parsed.data, message.isWill, arrivedMs, nowMs)) batch.changed.add(state);
  }

  async #takeBirth({ state, message, value, batch, nowMs }: Delivery): Promise<void> {
    const parsed = BirthMessage.safeParse(value);
    if (!parsed.success) return refuse(message, value, batch);
    const birth = parsed.data;
    const arrivedMs = receivedAtMs(message, nowMs);
    noteClock(state, clockOffsetS(birth.ts, arrivedMs));
    const names = birth.metrics.map(({ n }) => n);
    const known = state.slots ?? new Map<string, number>();
    if (names.some((name) => !known.has(name))) {
      await this.#addSlots(state, birth.metrics);
      if (names.some((name) => !state.slots?.has(name))) batch.overCap(state.containerId);
    }
    takeBirth(state, birth, arrivedMs);
    const key = listKey(birth.boot, birth.mv);
    if (state.lists.get(key)?.join() !== names.join())
      batch.lists.push({ containerId: state.containerId, boot: birth.boot, mv: birth.mv, names });
    state.lists.set(key, names);
    batch.changed.add(state);
    batch.born.add(state.containerId);
  }

  async #takeEvent({ state, message, value, batch, nowMs }: Delivery): Promise<void> {
    const { containerId } = state;
    const parsed = EventMessage.safeParse(value);
    if (!parsed.success || !(Math.abs(parsed.data.ts) < 8e15)) return refuse(message, value, batch);
    const { boot: ownBoot, seq, ...event } = parsed.data;
    const boot = ownBoot ?? state.boot;
    link(state);
    if (boot !== null) state.sequence.noteOther(boot, seq, nowMs);
    // A sender that names no run is recognised by the time of the event.
    const name = boot ?? `@${event.ts}`;
    // A fact is worth keeping even when its time is not: then the time of arrival counts.
    const ts = isImpossible(event.ts, nowMs) ? nowMs : event.ts;
    batch.events.push({ containerId, boot: name, seq, event: { ...event, ts } });
    const to = boot === null ? { sender: undefined, times: [event.ts] } : { sender: { boot, seq }, times: [] };
    batch.answers.push({ containerId, ...to, error: undefined, bad: [], conflicts: 0 });
    batch.changed.add(state);
  }

  async #takeFrames({ state, message, value, batch, nowMs }: Delivery, mayBeLive: boolean): Promise<void> {
    const { containerId } = state;
    const frames = readFrameMessage(value);
    if (!frames) return refuse(message, value, batch);
    let checked: CheckedFrames;
    let sender: Answer["sender"];
    if (frames.kind === "simple") {
      const isKnown = (name: string) => state.slots?.has(name) === true;
      checked = checkSimple(frames.frames, nowMs, isKnown, this.#keptFromMs());
    } else {
      const { boot, seq, mv, m, t, v } = frames;
      sender = { boot, seq };
      const names = m ?? state.lists.get(listKey(boot, mv ?? -1));
      if (!names) return this.#unknownList(state, sender, message, batch);
      state.sequence.note(boot, seq, nowMs);
      checked = checkColumns(names, t, v, nowMs, this.#keptFromMs());
    }
    dropOwnMetrics(checked);
    link(state);
    batch.changed.add(state);
    const slots = await this.#slotsFor(state, checked);
    if (checked.isOverCap) batch.overCap(containerId);
    noteClock(state, clockOfFrames(checked.newestMs, receivedAtMs(message, nowMs), mayBeLive));
    if (frames.kind === "simple" && mayBeLive && !state.isBorn)
      noteClock(state, clockWithoutBirth(state, checked.newestMs, receivedAtMs(message, nowMs)));
    const answer: Answer = {
      containerId,
      sender,
      times: checked.rows.map((row) => row.atMs),
      error: errorOf(checked),
      bad: [...checked.bad, ...checked.quarantined],
      names: checked.names,
      conflicts: 0,
    };
    batch.answers.push(answer);
    batch.quarantine(containerId, checked.quarantined.length);
    if (answer.error)
      batch.reject({
        containerId,
        topic: message.topic,
        reason: answer.error,
        detail: excerptOf(checked, answer.bad),
      });
    const isInPlace = slots.every((slot, column) => slot === column + 1);
    for (const row of checked.rows) {
      const values = isInPlace ? row.values : bySlot(row, slots);
      batch.addRow({ containerId, atMs: row.atMs, values }, answer);
    }
    this.#follow(state, checked, nowMs);
    const lowSoc = lowSocNow(state);
    if (mayBeLive) this.#show(state, checked, batch, nowMs);
    fillLastKnown(state, checked, nowMs);
    followLoads(state, checked, lowSoc, nowMs);
  }

  /** Updates the day's energy. */
  #follow(state: ContainerState, { names, rows }: CheckedFrames, nowMs: number): void {
    const columns = energyMetrics.map((metric) => names.indexOf(metric));
    for (const row of rows) {
      if (!state.energy) return;
      if (row.atMs > nowMs + liveWindowMs.future) {
        // It must not begin a day that is not there yet.
        state.energy = { ...state.energy, isStale: true };
      } else {
        const values = columns.map((column) => row.values[column]);
        state.energy = addReading(state.energy, state.zone, { atMs: row.atMs, values }, state.everyS * 1000);
      }
    }
  }

  /** The portal's own measurements: only the frame, since it says nothing about the controller. */
  async #takeOwn({ state, value, batch, nowMs }: Delivery): Promise<void> {
    const frames = readFrameMessage(value);
    if (frames?.kind !== "simple") throw new RangeError("the portal's own measurements come in the simple form");
    const { containerId } = state;
    const checked = checkSimple(frames.frames, nowMs);
    const slots = await this.#slotsFor(state, checked);
    // A container whose own metrics fill all slots has no room for these.
    if (slots.every((slot) => slot === undefined)) return;
    for (const { atMs, values } of checked.rows) {
      const unsent: Answer = { containerId, sender: undefined, times: [], error: undefined, bad: [], conflicts: 0 };
      batch.addRow({ containerId, atMs, values: bySlot({ atMs, values }, slots) }, unsent);
    }
  }

  /** Live values: the newest reading of each metric among the live frames. */
  #show(state: ContainerState, { names, rows }: CheckedFrames, batch: Batch, nowMs: number): void {
    const live = rows.filter(({ atMs }) => atMs >= nowMs - liveWindowMs.past && atMs <= nowMs + liveWindowMs.future);
    if (live.length === 0) return;
    live.sort((one, other) => other.atMs - one.atMs);
    const change = batch.liveOf(state);
    state.atMs = Math.max(state.atMs ?? 0, live[0]?.atMs ?? 0);
    change.atMs = Math.max(change.atMs, live[0]?.atMs ?? 0);
    for (const [column, name] of names.entries()) {
      // Usually the newest frame has a reading, and older ones are not looked at.
      const newest = live.find(({ values }) => values[column] !== null && values[column] !== undefined);
      const reading = newest?.values[column];
      if (!newest || reading === null || reading === undefined || !state.slots?.has(name)) continue;
      const before = state.values.get(name)?.[0];
      if (takeValue(state, name, reading, newest.atMs) && before !== reading) change.values.set(name, reading);
    }
  }

  /** Slots by column; a column over the limit or with an invalid name has none, and is refused as a whole. */
  async #slotsFor(state: ContainerState, checked: CheckedFrames): Promise<(number | undefined)[]> {
    const refused = new Set(checked.bad.filter(([row]) => row === -1).map(([, column]) => column));
    const wanted = checked.names.filter((name, column) => !refused.has(column) && !state.slots?.has(name));
    if (wanted.length > 0 && (state.slots?.size ?? 0) < metricsPerContainer) {
      await this.#addSlots(
        state,
        [...new Set(wanted)].map((n) => ({ n })),
      );
    }
    return checked.names.map((name, column) => {
      const slot = refused.has(column) ? undefined : state.slots?.get(name);
      if (slot === undefined && !refused.has(column)) {
        checked.bad.push([-1, column]);
        checked.isOverCap = true;
      }
      return slot;
    });
  }

  /** Gives new metrics their slots as long as there are any; what the sender leaves unsaid comes from the catalogue. */
  async #addSlots(
    state: ContainerState,
    metrics: readonly Pick<BirthMessage["metrics"][number], "n" | "u" | "kind">[],
  ): Promise<void> {
    const added = metrics.map(({ n, u, kind }) => ({
      name: n,
      unit: u ?? findMetric(n)?.unit ?? null,
      kind: kind ?? findMetric(n)?.kind ?? null,
    }));
    state.slots = await addSlots(this.#db, state.containerId, added, metricsPerContainer);
  }

  /** Columns without names: before a birth of this connection one is requested, after it the message is beyond help. */
  #unknownList(state: ContainerState, sender: { boot: string; seq: number }, message: UpMessage, batch: Batch): void {
    if (!state.isBorn) {
      this.#askRebirth(state, "metrics");
      return;
    }
    const { containerId } = state;
    batch.answers.push({ containerId, sender, times: [], error: "metrics", bad: [], conflicts: 0 });
    batch.reject({ containerId, topic: message.topic, reason: "metrics", detail: JSON.stringify(sender) });
  }
}

/** The clock of a sender that announces nothing, where its late frames show it. */
function clockWithoutBirth(state: ContainerState, newestMs: number | undefined, nowMs: number): number | undefined {
  const offsetS = newestMs === undefined ? undefined : clockOffsetS(newestMs, nowMs);
  if (newestMs === undefined || offsetS === undefined || offsetS > 0) {
    state.lateFrame = undefined;
    return undefined;
  }
  const followed = followLate(state.lateFrame, { atMs: newestMs, offsetS });
  state.lateFrame = followed.first;
  return followed.offsetS;
}

/** Metrics that the portal counts itself stay its own, whoever else reports them. */
function dropOwnMetrics({ names, rows }: CheckedFrames): void {
  for (const name of ownMetrics) {
    const column = names.indexOf(name);
    if (column >= 0) for (const row of rows) row.values[column] = null;
  }
}

/** Refuses a message that reads well but that the database will never store. */
export async function refuseUnstorable(message: UpMessage, batch: Batch): Promise<void> {
  await refuse(message, await readPayload(message.payload), batch);
}

/** Answers a message that cannot be accepted, as far as its sender is known, and keeps its beginning. */
async function refuse({ containerId, topic, payload }: UpMessage, value: unknown, batch: Batch): Promise<void> {
  const sender = senderOf(value) ?? (value === undefined ? await readSender(payload) : undefined);
  batch.answers.push({ containerId, sender, times: [], error: "schema", bad: [], conflicts: 0 });
  batch.reject({
    containerId,
    topic,
    reason: "schema",
    detail: payload
      .subarray(0, 200)
      .toString("latin1")
      .replaceAll(/[^ -~]/g, "."),
  });
}

function bySlot(row: Row, slots: readonly (number | undefined)[]): (number | null)[] {
  const values: (number | null)[] = [];
  for (const [column, slot] of slots.entries()) {
    if (slot === undefined) continue;
    while (values.length < slot) values.push(null);
    values[slot - 1] = row.values[column] ?? null;
  }
  return values;
}
