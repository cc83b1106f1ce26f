import fc from "fast-check";
import { expect, test } from "vitest";

import type { ChannelHours } from "./channel-hours.ts";
import { channelLimits } from "./channel-kinds.ts";
import { type DeliveryState, deliveryMoves, type NewsKind, retryAt, type Suppression } from "./delivery-moves.ts";
import { type DueDelivery, nextMessage, planDeliveries } from "./plan-deliveries.ts";

/** A small world: two incidents, one person with a channel, a planner and a sender that may die at any instant. */

const minuteMs = 60_000;
const nights: ChannelHours = { from: "07:00", to: "21:00", zoneName: "Africa/Nairobi", exceptCritical: true };

interface Row {
  id: number;
  incidentId: string;
  kind: NewsKind;
  severity: "warning" | "critical";
  state: DeliveryState;
  reason: Suppression | null;
  isMaybeSaid: boolean;
  attempts: number;
  createdMs: number;
  dueMs: number;
}

interface Incident {
  isOpen: boolean;
  isAcknowledged: boolean;
  /** News that was made and not planned yet. */
  waiting: { kind: NewsKind; step: number }[];
  step: number;
}

/** What reached the person. */
interface Received {
  atMs: number;
  items: { id: number; incidentId: string; kind: NewsKind; isAcknowledged: boolean }[];
}

class World {
  nowMs = Date.UTC(2026, 2, 1, 3);
  readonly rows: Row[] = [];
  readonly received: Received[] = [];
  readonly incidents: Record<string, Incident> = { a: fresh(), b: fresh() };
  spokenMs: number | null = null;
  isMuted = false;
  areWorks = false;
  readonly hours: ChannelHours | null;
  readonly timing: "steps" | "at_once";

  constructor(hours: ChannelHours | null, timing: "steps" | "at_once") {
    this.hours = hours;
    this.timing = timing;
  }

  plan(): void {
    for (const [incidentId, incident] of Object.entries(this.incidents))
      for (const { kind, step } of incident.waiting.splice(0)) this.#planOne(incidentId, incident, kind, step);
  }

  #planOne(incidentId: string, incident: Incident, kind: NewsKind, step: number): void {
    const notified = this.rows.filter((row) => row.incidentId === incidentId);
    const severity = incidentId === "a" ? ("critical" as const) : ("warning" as const);
    const { isAcknowledged } = incident;
    const news = {
      kind,
      severity,
      step,
      isOver: !incident.isOpen,
      isAcknowledged,
      isInhibited: false,
      isNothingNew: false,
    };
    const channel = {
      id: "c",
      kind: "mail" as const,
      timing: this.timing,
      severity: "warning" as const,
      hours: this.hours,
      isPaused: false,
      notified,
    };
    const person = { userId: "p", isOwner: true, isStaff: false, isMuted: this.isMuted, areWorks: this.areWorks };
    const plan = planDeliveries(news, [{ ...person, channels: [channel] }], this.nowMs);
    for (const id of plan.superseded)
      this.#end(
        this.rows.find((row) => row.id === id),
        "superseded",
      );
    for (const { suppressed } of plan.deliveries)
      this.rows.push({
        id: this.rows.length + 1,
        incidentId,
        kind,
        severity,
        state: suppressed === null ? "queued" : "suppressed",
        reason: suppressed,
        isMaybeSaid: false,
        attempts: 0,
        createdMs: this.nowMs,
        dueMs: this.nowMs,
      });
  }

  #end(row: Row | undefined, reason: Suppression): void {
    if (!row) return;
    row.state = deliveryMoves[row.state].suppressed ?? expect.fail(`${row.state} is not suppressed`);
    row.reason = reason;
  }

  /** @param outcome `died`: after it was sent. `meanwhile`: what happens while the service takes its time. */
  send(outcome: Outcome, meanwhile: () => void): void {
    const isDue = ({ state, dueMs }: Row) => /queued|retrying/.test(state) && dueMs <= this.nowMs;
    const due = this.rows.some(isDue) ? this.rows.filter((row) => isDue(row) || row.state === "queued") : [];
    const { says, suppressed, waits } = nextMessage(
      this,
      due.map((row) => this.#facts(row)),
      this.nowMs,
    );
    const rowOf = (id: number) => this.rows.find((row) => row.id === id);
    for (const { id, reason } of suppressed) this.#end(rowOf(id), reason);
    for (const { id, dueMs } of waits) rowOf(id)!.dueMs = dueMs;
    const sending = says.map((id) => rowOf(id)!);
    if (sending.length === 0) return;
    for (const row of sending) row.state = deliveryMoves[row.state].claimed ?? expect.fail(row.state);
    const items = sending.map(({ id, incidentId, kind }) => ({
      id,
      incidentId,
      kind,
      isAcknowledged: this.incidents[incidentId]!.isAcknowledged,
    }));
    const isReceived = outcome === "accepted" || outcome === "died" || outcome === "unanswered";
    if (isReceived) this.received.push({ atMs: this.nowMs, items });
    if (outcome !== "failed") this.spokenMs = this.nowMs;
    meanwhile();
    for (const row of sending) this.#note(row, outcome);
  }

  #note(row: Row, outcome: Outcome): void {
    const event = outcome === "accepted" ? "accepted" : outcome.startsWith("died") ? "died" : "failed";
    row.state = deliveryMoves[row.state][event] ?? expect.fail(row.state);
    if (outcome !== "failed") row.isMaybeSaid = true;
    if (event !== "failed") return;
    row.attempts++;
    const atMs = retryAt(row, this.nowMs);
    if (atMs === undefined) row.state = "failed";
    else row.dueMs = atMs;
  }

  #facts(row: Row): DueDelivery {
    const before = this.rows.filter((one) => one.incidentId === row.incidentId && one.id < row.id);
    const after = this.rows.filter((one) => one.incidentId === row.incidentId && one.id > row.id);
    const lastOver = before.findLastIndex(({ kind }) => kind === "cleared");
    const { isOpen, isAcknowledged } = this.incidents[row.incidentId]!;
    return {
      ...row,
      isVisible: true,
      isInhibited: false,
      isMuted: this.isMuted,
      areWorks: this.areWorks,
      isOver: !isOpen || after.some(({ kind }) => kind === "cleared"),
      isAcknowledged,
      isOwnCare: false,
      isNothingNew: false,
      wasNotified: before.slice(lastOver + 1).some((one) => one.kind !== "cleared" && one.isMaybeSaid),
      isKnown: [...before, row, ...after].some(({ isMaybeSaid }) => isMaybeSaid),
    };
  }
}

const fresh = (): Incident => ({ isOpen: false, isAcknowledged: false, waiting: [], step: 0 });

const which = fc.constantFrom("a", "b");
const act = fc.oneof(
  fc.record({ do: fc.constant("begin" as const), which }),
  fc.record({ do: fc.constant("end" as const), which }),
  fc.record({ do: fc.constant("change" as const), which }),
  fc.record({ do: fc.constant("escalate" as const), which }),
  fc.record({ do: fc.constant("remind" as const), which }),
  fc.record({ do: fc.constant("acknowledge" as const), which }),
  fc.record({ do: fc.constant("mute" as const), which }),
  fc.record({ do: fc.constant("works" as const), which }),
  fc.record({ do: fc.constant("plan" as const), which }),
);
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;
const outcomes = ["accepted", "failed", "unanswered", "died", "died_before"] as const;
type Outcome = (typeof outcomes)[number];
const outcome = fc.oneof(
  { weight: 4, arbitrary: fc.constant("accepted" as const) },
  { weight: 4, arbitrary: fc.constantFrom(...outcomes) },
);

interface Step {
  act: Act;
  meanwhile: Act | undefined;
  plans: boolean;
  sends: Outcome | undefined;
  minutes: number;
}
const step: fc.Arbitrary<Step> = fc.record({
  act,
  meanwhile: fc.option(act, { nil: undefined, freq: 3 }),
  plans: fc.boolean(),
  sends: fc.option(outcome, { nil: undefined, freq: 4 }),
  minutes: fc.constantFrom(0, 1, 3, 5, 20, 240),
});

function play(world: World, { do: what, which: name }: Act): void {
  const incident = world.incidents[name]!;
  const tell = (kind: NewsKind) => incident.waiting.push({ kind, step: incident.step });
  if (what === "plan") world.plan();
  else if (what === "mute") world.isMuted = !world.isMuted;
  else if (what === "works") world.areWorks = !world.areWorks;
  else if (what === "begin" && !incident.isOpen) {
    Object.assign(incident, { isOpen: true, isAcknowledged: false, step: 0 });
    tell("raised");
  } else if (!incident.isOpen) return;
  else if (what === "end") {
    incident.isOpen = false;
    tell("cleared");
  } else if (what === "acknowledge") incident.isAcknowledged = true;
  else if (incident.isAcknowledged) return;
  else if (what === "escalate" && incident.step < 2) {
    incident.step++;
    tell("escalation");
  } else if (what === "change") tell("changed");
  else if (what === "remind") tell("reminder");
}

const story = fc.record({
  hours: fc.constantFrom(null, nights),
  timing: fc.constantFrom("steps" as const, "at_once" as const),
  steps: fc.array(step, { maxLength: 60 }),
});

/** What a story came to, once everything has ended, all is planned, and every service answers. */
function storyOf({
  hours,
  timing,
  steps,
}: {
  hours: ChannelHours | null;
  timing: "steps" | "at_once";
  steps: readonly Step[];
}): World {
  const world = new World(hours, timing);
  for (const { act: first, meanwhile, plans, sends, minutes } of steps) {
    play(world, first);
    if (plans) world.plan();
    world.nowMs += minutes * minuteMs;
    if (!sends) continue;
    world.send(sends, () => {
      if (!meanwhile) return;
      play(world, meanwhile);
      world.plan();
    });
  }
  for (const name of ["a", "b"] as const) play(world, { do: "end", which: name });
  for (let count = 0; count < 60; count++) {
    world.plan();
    world.nowMs += 60 * minuteMs;
    world.send("accepted", () => undefined);
  }
  return world;
}

const always = (check: (world: World) => void) =>
  fc.assert(
    fc.property(story, (one) => check(storyOf(one))),
    { numRuns: 1_000 },
  );

test("a channel speaks at most once in five minutes, but for the first word of each critical incident", () => {
  always(({ received }) => {
    const notified = new Set<string>();
    for (const [index, { atMs, items }] of received.entries()) {
      const incidents = items.map(({ incidentId }) => incidentId);
      const near = received.slice(0, index).filter((before) => atMs - before.atMs < channelLimits.quietMs);
      // "a" is the critical one.
      if (near.length > 0) expect([incidents.includes("a"), notified.has("a")]).toEqual([true, false]);
      for (const incidentId of incidents) notified.add(incidentId);
    }
  });
});

test("whoever heard that something began hears once that it is over, and nobody hears of an end without a beginning", () => {
  always(({ received, rows }) => {
    for (const incidentId of ["a", "b"]) {
      const own = rows.filter((row) => row.incidentId === incidentId);
      // A process may die with the last word, and one that died with the first may have said it: nobody knows.
      const isLost = own.some(({ kind, state }) => kind === "cleared" && state === "failed");
      const isDoubtful = own.some(({ kind, state }) => kind !== "cleared" && state === "failed");
      let isOpen = false;
      // One that got no answer goes out again under its number, by which it is recognised.
      const items = received.flatMap((message) => message.items.filter((item) => item.incidentId === incidentId));
      for (const { kind } of items.filter(({ id }, place) => items.findIndex((one) => one.id === id) === place)) {
        if (kind === "cleared" && !isDoubtful && !isLost) expect(isOpen).toBe(true);
        isOpen = kind !== "cleared";
      }
      if (!isLost) expect(isOpen).toBe(false);
    }
  });
});

test("nobody is urged while somebody looks after it, and nothing is held back without a reason or left behind", () => {
  always(({ received, rows }) => {
    for (const { kind, isAcknowledged } of received.flatMap(({ items }) => items))
      if (kind === "escalation" || kind === "reminder") expect(isAcknowledged).toBe(false);
    for (const { state, reason } of rows) {
      expect(state === "suppressed").toBe(reason !== null);
      expect(["sent", "failed", "suppressed"]).toContain(state);
    }
  });
});
