import {
  type Acknowledgement,
  type Entry,
  gravest,
  type Incident,
  incidentTimes as times,
  isGraver,
  type Member,
  type News,
  type NewsKind,
} from "./incident-types.ts";

/**
 * How an incident stands by its warnings and the time, what people are to be told of it, and when to look again. Doing it
 * twice at one instant changes nothing, and before `dueMs` time alone changes nothing.
 */

export interface Settled {
  incident: Incident;
  members: Member[];
  news: News[];
  entries: Entry[];
}

export interface Standing {
  incident: Incident;
  /** All that are open, and what cleared of late. */
  members: readonly Member[];
  /** Of all its warnings there ever were. */
  worst: Incident["severity"];
  /** Would the message that this warning began be held back? */
  isHeld(member: Member): boolean;
}

export function settleIncident({ incident, members, worst, isHeld }: Standing, nowMs: number): Settled {
  const settling = new Settling(incident, members, nowMs);
  if (settling.open.length === 0) settling.calmDown(worst);
  else settling.standOpen();
  settling.tell(isHeld);
  return settling.end();
}

/** Is somebody still said to look after it? */
function isLookedAfter({ acknowledged }: Member, nowMs: number): boolean {
  return acknowledged !== null && acknowledged.untilMs > nowMs;
}

class Settling {
  readonly #row: Incident;
  readonly #nowMs: number;
  readonly #entries: Entry[] = [];
  readonly #news: News[] = [];
  #members: Member[];
  #dueMs: number[] = [];

  constructor(row: Incident, members: readonly Member[], nowMs: number) {
    this.#row = { ...row };
    this.#nowMs = nowMs;
    // What began before people were told, and during works, is no news.
    this.#members = members.map((one) =>
      one.isUnderWorks && !one.isQuiet && (row.notifiedMs === null || one.joinedMs === nowMs)
        ? { ...one, isQuiet: true }
        : one,
    );
  }

  get open(): Member[] {
    return this.#members.filter(({ clearedMs }) => clearedMs === null);
  }

  calmDown(worst: Incident["severity"]): void {
    const row = this.#row;
    if (row.state === "open" || row.state === "acknowledged") {
      const cleared = this.#members.map(({ clearedMs }) => clearedMs ?? this.#nowMs);
      row.state = "calm";
      row.calmMs = Math.max(row.beganMs, ...(cleared.length === 0 ? [this.#nowMs] : cleared));
      row.unattendedMs = null;
      row.severity = gravest([worst, ...this.#members.map(({ severity }) => severity)]);
      this.#note("calm", row.calmMs);
    }
    if (row.state !== "calm" || row.calmMs === null) return;
    const resolvedMs = row.calmMs + times.calmMs;
    if (row.mergedInto === null && this.#nowMs < resolvedMs) return void this.#dueMs.push(resolvedMs);
    row.state = "resolved";
    row.resolvedMs = row.mergedInto === null ? resolvedMs : this.#nowMs;
    this.#note("resolved", row.resolvedMs);
  }

  standOpen(): void {
    const row = this.#row;
    if (row.state === "calm") this.#note("back");
    if (row.state === "resolved") {
      row.reopened++;
      row.gatherUntilMs = this.#nowMs + times.gatherMs;
      this.#note("reopened");
    }
    if (row.state === "calm" || row.state === "resolved") {
      row.state = "open";
      row.unattendedMs = this.#nowMs;
      row.step = 0;
      row.calmMs = row.resolvedMs = null;
    }
    if (row.state === "acknowledged") this.#inherit();
    const before = row.severity;
    row.severity = gravest(this.open.map(({ severity }) => severity));
    row.beganMs = Math.min(row.beganMs, ...this.#members.map(({ raisedMs }) => raisedMs));
    if (row.notifiedMs !== null && isGraver(row.severity, before)) row.hasGrown = true;
    this.#attend();
    for (const { acknowledged } of this.open)
      if (acknowledged && acknowledged.untilMs > this.#nowMs) this.#dueMs.push(acknowledged.untilMs);
  }

  /** What joins an incident that somebody looks after is looked after too, unless it is graver. */
  #inherit(): void {
    const latest = latestOf(this.open);
    if (!latest || latest.untilMs <= this.#nowMs) return;
    this.#members = this.#members.map((one) =>
      one.clearedMs === null && one.acknowledged === null && !isGraver(one.severity, this.#row.severity)
        ? { ...one, acknowledged: latest }
        : one,
    );
  }

  #attend(): void {
    const row = this.#row;
    const open = this.open;
    const isAttended = open.every((one) => isLookedAfter(one, this.#nowMs));
    if (isAttended && row.state === "open") {
      const latest = latestOf(open);
      row.state = "acknowledged";
      row.unattendedMs = null;
      const data = latest?.note ? { note: latest.note } : {};
      this.#note("acknowledged", latest?.atMs, { userId: latest?.by ?? null, data });
    }
    if (isAttended || row.state !== "acknowledged") return;
    const hasLapsed = open.some(({ acknowledged }) => acknowledged !== null && acknowledged.untilMs <= this.#nowMs);
    row.state = "open";
    row.unattendedMs = this.#nowMs;
    row.step = 0;
    this.#note(hasLapsed ? "lapsed" : "graver", this.#nowMs, { data: { severity: row.severity } });
  }

  tell(isHeld: Standing["isHeld"]): void {
    const row = this.#row;
    const freeMs = row.lastNewsMs === null ? -Infinity : row.lastNewsMs + times.newsMs;
    if (row.state === "resolved") {
      if (row.notifiedMs === null) return;
      if (this.#isDue(freeMs)) this.#say("cleared", row.mergedInto === null ? {} : { mergedInto: row.mergedInto });
      return;
    }
    const loud = this.open.filter((one) => !one.isQuiet && !one.isUnderWorks && !isHeld(one));
    const lastNewsMs = row.lastNewsMs ?? -Infinity;
    if (row.notifiedMs !== null && loud.some(({ joinedMs }) => joinedMs > lastNewsMs)) row.hasGrown = true;
    if (row.state !== "open") return;
    if (loud.length === 0) {
      // Works end, and what holds back ends, without anything that says so here.
      if (this.open.some(({ isQuiet }) => !isQuiet)) this.#dueMs.push(this.#nowMs + times.heldMs);
      return;
    }
    if (row.notifiedMs === null) {
      const isAgain = row.reopened > 0;
      if (this.#isDue(Math.max(row.gatherUntilMs, freeMs)))
        this.#say("raised", isAgain ? { reopened: row.reopened } : {});
    }
    if (row.notifiedMs !== null) this.#tellMore();
  }

  /** Of what people know already. */
  #tellMore(): void {
    const row = this.#row;
    const lastMs = row.lastNewsMs ?? this.#nowMs;
    // It may gather still, where people know of what became part of it.
    const freeMs = Math.max(lastMs + times.newsMs, row.gatherUntilMs);
    const afterMs = times.stepsMs[row.step];
    // Since people know of it, and nobody looks after it.
    const sinceMs = Math.max(row.unattendedMs ?? lastMs, row.notifiedMs ?? lastMs);
    const stepMs = afterMs === undefined ? Infinity : Math.max(freeMs, sinceMs + afterMs);
    if (this.#isDue(stepMs)) {
      row.step++;
      this.#say("escalation", { step: row.step });
    } else if (row.hasGrown && (this.#isAlarm() || this.#isDue(freeMs))) this.#say("changed", {});
    else if (this.#isDue(lastMs + times.reminderMs)) this.#say("reminder", {});
    else return;
    this.#tellMore();
  }

  /** That it has become critical does not wait, once. */
  #isAlarm(): boolean {
    const { severity, notifiedSeverity, gatherUntilMs } = this.#row;
    const isNew = severity === "critical" && notifiedSeverity !== null && notifiedSeverity !== "critical";
    return isNew && this.#isDue(gatherUntilMs);
  }

  end(): Settled {
    const dueMs = this.#dueMs.length === 0 ? null : Math.min(...this.#dueMs);
    const incident = { ...this.#row, dueMs };
    return { incident, members: this.#members, news: this.#news, entries: this.#entries };
  }

  /** @returns false: it is to be looked at again then. */
  #isDue(atMs: number): boolean {
    if (this.#nowMs >= atMs) return true;
    if (atMs < Infinity) this.#dueMs.push(atMs);
    return false;
  }

  #say(kind: NewsKind, data: News["data"]): void {
    const row = this.#row;
    const atMs = kind === "cleared" ? (row.calmMs ?? this.#nowMs) : this.#nowMs;
    this.#news.push({ incidentId: row.id, kind, severity: row.severity, atMs, data });
    const step = data.step === undefined ? {} : { step: data.step };
    this.#note(kind, this.#nowMs, { data: { severity: row.severity, ...step } });
    row.notifiedMs = kind === "cleared" ? null : (row.notifiedMs ?? this.#nowMs);
    const severities = row.notifiedSeverity === null ? [row.severity] : [row.severity, row.notifiedSeverity];
    row.notifiedSeverity = kind === "cleared" ? null : gravest(severities);
    row.lastNewsMs = this.#nowMs;
    row.hasGrown = false;
  }

  #note(
    kind: Entry["kind"],
    atMs = this.#nowMs,
    more: Pick<Entry, "data"> & { userId?: string | null } = { data: {} },
  ): void {
    this.#entries.push({ incidentId: this.#row.id, kind, atMs, userId: more.userId ?? null, data: more.data });
  }
}

function latestOf(members: readonly Member[]): Acknowledgement | null {
  return members.reduce<Acknowledgement | null>(
    (latest, { acknowledged: one }) => (one && (!latest || one.atMs > latest.atMs) ? one : latest),
    null,
  );
}
