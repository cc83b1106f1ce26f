import { explainsMore, findCauses, type Found, type Surroundings } from "./find-causes.ts";
import { type CauseOf, concerned, type Entry, type Incident, incidentTimes, type Member } from "./incident-types.ts";

/** Puts each warning into the incident of its cause. Pure: what is known, the time and new names are given. */

export interface World {
  incidents: readonly Incident[];
  /** All that are open, and those that matter beside them. */
  members: readonly Member[];
}

export interface Grouped {
  incidents: Map<string, Incident>;
  members: Member[];
  /** Incidents whose warnings all went to another one, with that one. */
  merged: Map<string, string>;
  entries: Entry[];
}

export function groupWarnings(
  { incidents: known, members }: World,
  surroundings: Surroundings,
  nowMs: number,
  newId: () => string,
): Grouped {
  const grouping = new Grouping(known, members, nowMs, newId);
  const causes = findCauses(members, surroundings);
  const wanted = new Map<string, { found: Found; members: Member[] }>();
  for (const member of members) {
    const found = causes.get(member.id);
    if (!found || !grouping.mayMove(member, found)) continue;
    const group = wanted.get(found.key) ?? { found, members: [] };
    group.members.push(member);
    wanted.set(found.key, group);
  }
  // In an order that does not depend on that of the warnings.
  for (const [, { found, members: own }] of [...wanted].toSorted(([one], [other]) => (one < other ? -1 : 1)))
    grouping.put(found, own);
  return grouping.end();
}

class Grouping {
  readonly #incidents: Map<string, Incident>;
  readonly #members: readonly Member[];
  readonly #nowMs: number;
  readonly #newId: () => string;
  /** By warning. */
  readonly #places = new Map<string, string>();
  readonly #before: Map<string, Member[]>;
  readonly #entries: Entry[] = [];

  constructor(known: readonly Incident[], members: readonly Member[], nowMs: number, newId: () => string) {
    this.#incidents = new Map(known.map((one) => [one.id, one]));
    this.#members = members;
    this.#nowMs = nowMs;
    this.#newId = newId;
    this.#before = byIncident(members);
  }

  /** Has this warning to go where its cause is? */
  mayMove(member: Member, found: Found): boolean {
    if (member.isPlaced) return false;
    const now = member.incidentId === null ? undefined : this.#incidents.get(member.incidentId);
    if (!now) return member.incidentId === null;
    if (now.key === found.key) return false;
    // What is over stays where it was.
    if (member.clearedMs !== null && now.state === "resolved") return false;
    if (this.#isGathering(now)) return true;
    if (member.isDark) return explainsMore(found, now) && !this.#isOfPerson(now);
    if (found.isOfDark) return true;
    return now.cause !== "container" && !isShared(now.cause) && explainsMore(found, now);
  }

  /** Puts these into the incident of the cause: one that there is, else the oldest that becomes it, else a new one. */
  put(found: CauseOf, members: readonly Member[]): void {
    const movers = members.filter((one) => !this.#staysWithOthers(one, found));
    if (movers.length === 0) return;
    const into = this.#joinable(found.key) ?? this.#becoming(found, movers) ?? this.#create(found, movers);
    for (const { id } of movers) this.#places.set(id, into);
  }

  end(): Grouped {
    const after = this.#members.map((member): Member => {
      const incidentId = this.#places.get(member.id) ?? member.incidentId;
      return incidentId === member.incidentId ? member : { ...member, incidentId, joinedMs: this.#nowMs };
    });
    const merged = this.#mergedNow(after);
    this.#noteJoined(after, merged);
    return { incidents: this.#incidents, members: after, merged, entries: this.#entries };
  }

  #isGathering({ gatherUntilMs, notifiedMs, state }: Incident): boolean {
    return notifiedMs === null && state !== "resolved" && this.#nowMs < gatherUntilMs;
  }

  #isOfPerson({ id }: Incident): boolean {
    return (this.#before.get(id) ?? []).some(({ isPlaced }) => isPlaced);
  }

  /**
   * A container that comes and goes belongs to what it went dark with, as long as that lasts: alone it would be its own
   * cause.
   */
  #staysWithOthers(member: Member, { cause }: CauseOf): boolean {
    const now = member.incidentId === null ? undefined : this.#incidents.get(member.incidentId);
    if (!member.isDark || isShared(cause) || (now && !this.#isGathering(now))) return false;
    const same = this.#members.filter(
      ({ containerId, isDark, incidentId }) => isDark && incidentId !== null && containerId === member.containerId,
    );
    for (const { incidentId } of same) {
      const incident = this.#incidents.get(incidentId ?? "");
      if (!incident || !isShared(incident.cause) || incident.state === "resolved") continue;
      // What still gathers is what its warnings are together, and nothing that others follow.
      if (this.#isGathering(incident)) continue;
      this.#places.set(member.id, incident.id);
      return true;
    }
    return false;
  }

  #joinable(key: string): string | undefined {
    const isThere = ({ key: own, mergedInto, resolvedMs }: Incident) =>
      own === key && mergedInto === null && (resolvedMs === null || this.#nowMs - resolvedMs <= incidentTimes.reopenMs);
    const found = [...this.#incidents.values()].filter(isThere);
    return found.toSorted(
      (one, other) => Number(one.resolvedMs !== null) - Number(other.resolvedMs !== null) || byAge(other, one),
    )[0]?.id;
  }

  /** An incident all of whose warnings are among these is what this cause is from now on. */
  #becoming({ cause, key }: CauseOf, movers: readonly Member[]): string | undefined {
    const moving = new Set(movers.map(({ id }) => id));
    const whole = [...byIncident(movers).keys()].flatMap((id) => {
      const incident = this.#incidents.get(id);
      const isWhole = (this.#before.get(id) ?? []).every((one) => moving.has(one.id));
      return incident && isWhole && incident.state !== "resolved" ? [incident] : [];
    });
    const [oldest] = whole.toSorted(
      (one, other) => Number(one.notifiedMs === null) - Number(other.notifiedMs === null) || byAge(one, other),
    );
    if (!oldest) return undefined;
    this.#incidents.set(oldest.id, { ...oldest, cause, key });
    // While it gathers, what it will be is nobody's news.
    if (!this.#isGathering(oldest)) this.#note(oldest.id, "cause", { cause });
    return oldest.id;
  }

  #create({ cause, key }: CauseOf, movers: readonly Member[]): string {
    const id = this.#newId();
    const beganMs = Math.min(...movers.map(({ raisedMs }) => raisedMs));
    this.#incidents.set(id, newIncident({ id, cause, key, beganMs }, this.#nowMs));
    this.#note(id, "opened", {});
    return id;
  }

  /** Those that have nothing left belong to where their oldest warning went. */
  #mergedNow(after: readonly Member[]): Map<string, string> {
    const left = byIncident(after);
    const merged = new Map<string, string>();
    for (const [id, own] of this.#before) {
      const into = this.#places.get(own.toSorted((one, other) => one.raisedMs - other.raisedMs)[0]?.id ?? "");
      if (left.has(id) || into === undefined) continue;
      merged.set(id, into);
      this.#note(into, "taken", { incidentId: id, count: own.length, ...concerned(own) });
    }
    return merged;
  }

  #noteJoined(after: readonly Member[], merged: ReadonlyMap<string, string>): void {
    const before = new Map(this.#members.map((one) => [one.id, one]));
    const joined = after.filter(({ id, incidentId }) => {
      const from = before.get(id)?.incidentId ?? null;
      return from !== incidentId && (from === null || !merged.has(from));
    });
    for (const [id, own] of byIncident(joined.flatMap((one) => before.get(one.id) ?? [])))
      this.#note(id, "left", { count: own.length, ...concerned(own) });
    for (const [id, own] of byIncident(joined)) this.#note(id, "joined", { count: own.length, ...concerned(own) });
  }

  #note(incidentId: string, kind: Entry["kind"], data: Entry["data"]): void {
    this.#entries.push({ incidentId, kind, atMs: this.#nowMs, userId: null, data });
  }
}

export function newIncident(
  { id, cause, key, beganMs }: CauseOf & Pick<Incident, "id" | "beganMs">,
  nowMs: number,
): Incident {
  return {
    id,
    cause,
    key,
    beganMs,
    state: "open",
    severity: "info",
    gatherUntilMs: nowMs + incidentTimes.gatherMs,
    unattendedMs: nowMs,
    calmMs: null,
    resolvedMs: null,
    notifiedMs: null,
    lastNewsMs: null,
    notifiedSeverity: null,
    hasGrown: false,
    step: 0,
    reopened: 0,
    mergedInto: null,
    dueMs: null,
  };
}

/** Is it what containers went dark by together? */
function isShared(cause: CauseOf["cause"]): boolean {
  return cause === "operator" || cause === "cluster";
}

export function byIncident(members: readonly Member[]): Map<string, Member[]> {
  const groups = new Map<string, Member[]>();
  for (const member of members) {
    if (member.incidentId === null) continue;
    const group = groups.get(member.incidentId);
    if (group) group.push(member);
    else groups.set(member.incidentId, [member]);
  }
  return groups;
}

function byAge(one: Incident, other: Incident): number {
  return one.beganMs - other.beganMs || (one.id < other.id ? -1 : 1);
}
