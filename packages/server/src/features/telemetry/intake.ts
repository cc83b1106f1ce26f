import { liveWindowMs, metricsPerContainer } from "@offgrid/contract/core/constants";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { BirthMessage, EventMessage, StateMessage } from "@offgrid/contract/telemetry/telemetry.schema";
import {
  birthTopic,
  dataTopic,
  eventTopic,
  historyTopic,
  stateTopic,
} from "@offgrid/contract/telemetry/telemetry.topics";

import type { UpMessage } from "../../core/broker.ts";
import type { Db } from "../../core/db.ts";
import type { Answer, Batch } from "./batch.ts";
import { type ContainerState, link, listKey, takeBirth, takeState, takeValue } from "./container-state.ts";
import { addReading, energyMetrics } from "./day-energy.ts";
import {
  type CheckedFrames,
  type Row,
  checkColumns,
  checkSimple,
  readFrameMessage,
  senderOf,
} from "./frame-message.ts";
import { addSlots, readSlots } from "./frames.store.ts";
import { readPayload, readSender } from "./payload.ts";
import { readLists } from "./telemetry.store.ts";

const takenTopics = [dataTopic, historyTopic, stateTopic, birthTopic, eventTopic] as const;
type Topic = (typeof takenTopics)[number];

/** Takes messages apart into a batch. What cannot be stored is answered, counted and kept as a rejected part. */
export class Intake {
  readonly #db: Db;
  readonly #askRebirth: (state: ContainerState, reason: string) => void;
  readonly #topics = new WeakMap<ContainerState, Map<string, Topic>>();

  constructor(db: Db, askRebirth: (state: ContainerState, reason: string) => void) {
    this.#db = db;
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
    if (topic === dataTopic) await this.#takeFrames(state, message, value, batch, nowMs, true);
    else if (topic === historyTopic) await this.#takeFrames(state, message, value, batch, nowMs, false);
    else if (topic === stateTopic) this.#takeState(state, message, value, batch, nowMs);
    else if (topic === birthTopic) await this.#takeBirth(state, message, value, batch);
    else if (topic === eventTopic) this.#takeEvent(state, message, value, batch, nowMs);
    // Results of commands, reports of configuration and firmware have no taker yet; they are let go.
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

  #takeState(state: ContainerState, message: UpMessage, value: unknown, batch: Batch, nowMs: number): void {
    const parsed = StateMessage.safeParse(value);
    if (!parsed.success) return unreadable(message, batch);
    if (parsed.data.online && parsed.data.bd !== state.birthNumber) state.isBorn = false;
    if (takeState(state, parsed.data, message.isWill, nowMs)) batch.changed.add(state);
  }

  async #takeBirth(state: ContainerState, message: UpMessage, value: unknown, batch: Batch): Promise<void> {
    const parsed = BirthMessage.safeParse(value);
    if (!parsed.success) return unreadable(message, batch);
    const birth = parsed.data;
    const names = birth.metrics.map(({ n }) => n);
    const known = state.slots ?? new Map<string, number>();
    if (names.some((name) => !known.has(name))) {
      const metrics = birth.metrics.map(({ n, u, kind }) => ({
        name: n,
        unit: u ?? findMetric(n)?.unit ?? null,
        kind: kind ?? findMetric(n)?.kind ?? null,
      }));
      state.slots = await addSlots(this.#db, state.containerId, metrics, metricsPerContainer);
    }
    takeBirth(state, birth);
    const key = listKey(birth.boot, birth.mv);
    if (state.lists.get(key)?.join() !== names.join())
      batch.lists.push({ containerId: state.containerId, boot: birth.boot, mv: birth.mv, names });
    state.lists.set(key, names);
    batch.changed.add(state);
    batch.born.add(state.containerId);
  }

  #takeEvent(state: ContainerState, message: UpMessage, value: unknown, batch: Batch, nowMs: number): void {
    const parsed = EventMessage.safeParse(value);
    if (!parsed.success || !(Math.abs(parsed.data.ts) < 8e15)) return unreadable(message, batch);
    link(state);
    state.sequence.noteOther(state.boot ?? "", parsed.data.seq, nowMs);
    const { containerId, boot } = state;
    batch.events.push({ containerId, boot, event: parsed.data });
    if (boot !== null) {
      const sender = { boot, seq: parsed.data.seq };
      batch.answers.push({ containerId, sender, times: [], error: undefined, bad: [], conflicts: 0 });
    }
    batch.changed.add(state);
  }

  async #takeFrames(
    state: ContainerState,
    message: UpMessage,
    value: unknown,
    batch: Batch,
    nowMs: number,
    mayBeLive: boolean,
  ): Promise<void> {
    const { containerId } = state;
    const frames = readFrameMessage(value);
    if (!frames) {
      const answered = senderOf(value) ?? (value === undefined ? await readSender(message.payload) : undefined);
      batch.answers.push({ containerId, sender: answered, times: [], error: "schema", bad: [], conflicts: 0 });
      return unreadable(message, batch);
    }
    let checked: CheckedFrames;
    let sender: Answer["sender"];
    if (frames.kind === "simple") {
      checked = checkSimple(frames.frames, nowMs);
    } else {
      const { boot, seq, mv, m, t, v } = frames;
      sender = { boot, seq };
      const names = m ?? state.lists.get(listKey(boot, mv ?? -1));
      if (!names) return this.#unknownList(state, sender, message, batch);
      state.sequence.note(boot, seq, nowMs);
      checked = checkColumns(names, t, v, nowMs);
    }
    link(state);
    batch.changed.add(state);
    const slots = await this.#slotsFor(state, checked);
    const answer: Answer = {
      containerId,
      sender,
      times: checked.rows.map((row) => row.atMs),
      error: undefined,
      bad: checked.bad,
      conflicts: 0,
    };
    batch.answers.push(answer);
    if (checked.bad.length > 0)
      answer.error = slots.includes(undefined) && checked.bad.every(([row]) => row === -1) ? "cap" : "points";
    else if (checked.quarantined.length > 0) answer.error = "time";
    answer.bad = [...checked.bad, ...checked.quarantined];
    batch.counts.quarantined += checked.quarantined.length;
    if (answer.error)
      batch.reject({
        containerId,
        topic: message.topic,
        reason: answer.error,
        detail: JSON.stringify(answer.bad.slice(0, 100)),
      });
    const isInPlace = slots.every((slot, column) => slot === column + 1);
    for (const row of checked.rows) {
      const values = isInPlace ? row.values : bySlot(row, slots);
      batch.addRow({ containerId, atMs: row.atMs, values }, answer);
    }
    this.#follow(state, checked, nowMs);
    if (mayBeLive) this.#show(state, checked, batch, nowMs);
  }

  /** The day's energy, and the controller's clock. */
  #follow(state: ContainerState, { names, rows }: CheckedFrames, nowMs: number): void {
    const columns = energyMetrics.map((metric) => names.indexOf(metric));
    for (const row of rows) {
      const isAhead = row.atMs > nowMs + liveWindowMs.future;
      if (isAhead) state.clockAhead = true;
      if (!state.energy) continue;
      if (isAhead) {
        // It must not begin a day that is not there yet.
        state.energy = { ...state.energy, isStale: true };
      } else {
        const values = columns.map((column) => row.values[column]);
        state.energy = addReading(state.energy, state.zone, { atMs: row.atMs, values }, state.everyS * 1000);
      }
    }
  }

  /** Live values: the newest reading of each metric among the frames that are live. */
  #show(state: ContainerState, { names, rows }: CheckedFrames, batch: Batch, nowMs: number): void {
    const live = rows.filter(({ atMs }) => atMs >= nowMs - liveWindowMs.past && atMs <= nowMs + liveWindowMs.future);
    if (live.length === 0) return;
    // Of frames from the future and the present, the last one tells how the clock stands.
    if (rows.findLast(({ atMs }) => atMs >= nowMs - liveWindowMs.past) === live.at(-1)) state.clockAhead = false;
    live.sort((one, other) => other.atMs - one.atMs);
    const change = batch.liveOf(state);
    state.atMs = Math.max(state.atMs ?? 0, live[0]?.atMs ?? 0);
    change.atMs = Math.max(change.atMs, live[0]?.atMs ?? 0);
    for (const [column, name] of names.entries()) {
      // As a rule the newest frame has a reading, and older ones are not looked at.
      const newest = live.find(({ values }) => values[column] !== null && values[column] !== undefined);
      const reading = newest?.values[column];
      if (!newest || reading === null || reading === undefined || !state.slots?.has(name)) continue;
      const before = state.values.get(name)?.[0];
      if (takeValue(state, name, reading, newest.atMs) && before !== reading) change.values.set(name, reading);
    }
  }

  /** Slots by column; a column over the cap or with an impossible name has none, and is refused as a whole. */
  async #slotsFor(state: ContainerState, checked: CheckedFrames): Promise<(number | undefined)[]> {
    const refused = new Set(checked.bad.filter(([row]) => row === -1).map(([, column]) => column));
    const wanted = checked.names.filter((name, column) => !refused.has(column) && !state.slots?.has(name));
    if (wanted.length > 0 && (state.slots?.size ?? 0) < metricsPerContainer) {
      const metrics = [...new Set(wanted)].map((name) => ({
        name,
        unit: findMetric(name)?.unit ?? null,
        kind: findMetric(name)?.kind ?? null,
      }));
      state.slots = await addSlots(this.#db, state.containerId, metrics, metricsPerContainer);
    }
    return checked.names.map((name, column) => {
      const slot = refused.has(column) ? undefined : state.slots?.get(name);
      if (slot === undefined && !refused.has(column)) checked.bad.push([-1, column]);
      return slot;
    });
  }

  /** Columns without names: before a birth of this connection it is asked for, after it the message is beyond help. */
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

function unreadable({ containerId, topic, payload }: UpMessage, batch: Batch): void {
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
