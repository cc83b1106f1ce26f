import type { Surroundings, SharedChange } from "./find-causes.ts";
import type { Entry, Incident, Member, News } from "./incident-types.ts";
import { stepIncidents } from "./step-incidents.ts";

/** Warnings and incidents in memory, as the portal follows them. For tests only. */

export const startMs = Date.UTC(2026, 10, 27, 2);
export const minuteMs = 60_000;

/** A warning as it comes: what is left out is as in `plain`. */
export type Given = Partial<Member> & { id: string };

const plain: Omit<Member, "id"> = {
  containerId: "c1",
  clusterId: null,
  operator: null,
  ruleId: "rule",
  isDark: false,
  attribute: null,
  severity: "warning",
  raisedMs: startMs,
  clearedMs: null,
  acknowledged: null,
  isUnderWorks: false,
  incidentId: null,
  joinedMs: 0,
  isQuiet: false,
  isPlaced: false,
};

export class IncidentBench {
  readonly incidents = new Map<string, Incident>();
  readonly members = new Map<string, Member>();
  readonly news: News[] = [];
  readonly entries: Entry[] = [];
  readonly sizes: Record<string, number>;
  readonly changes: SharedChange[];
  nowMs = startMs;
  #made = 0;

  constructor({ sizes = {}, changes = [] }: { sizes?: Record<string, number>; changes?: SharedChange[] } = {}) {
    this.sizes = sizes;
    this.changes = changes;
  }

  get surroundings(): Surroundings {
    return { countOf: (kind, name) => this.sizes[`${kind}:${name}`] ?? 1, changes: this.changes };
  }

  /** Warnings come, or come again with something changed. */
  take(...given: readonly Given[]): this {
    for (const one of given) this.members.set(one.id, { ...plain, ...this.members.get(one.id), ...one });
    return this.step();
  }

  /** @returns how many incidents and warnings changed. */
  look(): number {
    const { incidents, members, news, entries } = stepIncidents(
      { incidents: [...this.incidents.values()], members: [...this.members.values()], worst: this.worst },
      this.surroundings,
      this.nowMs,
      () => `i${++this.#made}`,
    );
    for (const one of incidents) this.incidents.set(one.id, one);
    for (const one of members) this.members.set(one.id, one);
    this.news.push(...news);
    this.entries.push(...entries);
    return incidents.length + members.length + news.length;
  }

  step(): this {
    this.look();
    return this;
  }

  /** Time passes, and what is due is looked at. */
  pass(ms: number, everyMs = Infinity): this {
    const toMs = this.nowMs + ms;
    for (;;) {
      const due = [...this.incidents.values()].flatMap(({ dueMs }) => dueMs ?? []);
      const nextMs = Math.min(...due, this.nowMs + everyMs);
      if (nextMs > toMs) break;
      this.nowMs = Math.max(this.nowMs, nextMs);
      this.step();
    }
    this.nowMs = toMs;
    return this;
  }

  /** The key of the cause of each warning. */
  get causes(): Record<string, string | undefined> {
    const ids = [...this.members.keys()].toSorted();
    return Object.fromEntries(ids.map((id) => [id, this.of(id)?.key]));
  }

  /** What people were told, minutes after the start. */
  get messages(): string[] {
    return this.news.map(({ kind, atMs }) => `${kind} ${Math.round(((atMs - startMs) / minuteMs) * 10) / 10}`);
  }

  of(id: string): Incident | undefined {
    return this.incidents.get(this.members.get(id)?.incidentId ?? "");
  }

  get worst(): Map<string, Incident["severity"]> {
    return new Map([...this.incidents.values()].map(({ id, severity }) => [id, severity]));
  }
}
