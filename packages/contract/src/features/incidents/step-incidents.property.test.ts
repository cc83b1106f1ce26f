import fc from "fast-check";
import { expect, test } from "vitest";

import { type Given, IncidentBench, minuteMs, startMs } from "./incident-bench.ts";
import { type Entry, gravest, type Incident, incidentTimes, lapseHours, newsKinds } from "./incident-types.ts";

const severity = fc.constantFrom("info" as const, "warning" as const, "critical" as const);
const sizes = { "operator:Orange": 5, "operator:Moov": 20, "cluster:north": 6, "cluster:south": 30 };
const changes = Array.from({ length: 8 }, (_, index) => ({
  key: index % 3 === 0 ? "group 1" : "software 2",
  containerId: `c${index}`,
  atMs: startMs - index * 8 * minuteMs,
}));
const containers = Array.from({ length: 8 }, (_, index) => ({
  containerId: `c${index}`,
  operator: ["Orange", "Moov", null][index % 3] ?? null,
  clusterId: index < 5 ? "north" : "south",
}));

/** Warnings of a few containers: one open at a time for each rule at each of them. */
const warnings = fc
  .uniqueArray(
    fc.record({
      container: fc.nat(containers.length - 1),
      rule: fc.nat(3),
      severity,
      raisedMs: fc.nat(25).map((minutes) => startMs + minutes * minuteMs),
    }),
    { minLength: 1, maxLength: 14, selector: ({ container, rule }) => `${container} ${rule}` },
  )
  .map((all) =>
    all.map(({ container, rule, ...more }, index): Given => ({
      id: `w${index}`,
      ...containers[container],
      ruleId: `r${rule}`,
      isDark: rule < 2,
      ...more,
    })),
  );

/** What happens to them, in time. */
const story = fc.record({
  warnings,
  steps: fc.array(
    fc.record({
      afterMs: fc.oneof(
        fc.nat(120).map((s) => s * 1_000),
        fc.nat(400).map((minutes) => minutes * minuteMs),
      ),
      which: fc.array(fc.nat(13), { minLength: 1, maxLength: 4 }),
      what: fc.constantFrom("come", "come", "clear", "acknowledge", "worsen", "works", "noWorks"),
      again: fc.boolean(),
    }),
    { maxLength: 30 },
  ),
});
type Story = typeof story extends fc.Arbitrary<infer Found> ? Found : never;

function happen(bench: IncidentBench, which: readonly Given[], what: Story["steps"][number]["what"]): Given[] {
  return which.flatMap((one): Given[] => {
    const known = bench.members.get(one.id);
    if (!known) return what === "come" ? [{ ...one, raisedMs: bench.nowMs }] : [];
    if (known.clearedMs !== null) return [];
    if (what === "clear") return [{ id: one.id, clearedMs: bench.nowMs }];
    if (what === "worsen") return [{ id: one.id, severity: "critical", acknowledged: null }];
    if (what === "works" || what === "noWorks") return [{ id: one.id, isUnderWorks: what === "works" }];
    if (what === "come") return [];
    const untilMs = bench.nowMs + lapseHours(known.severity) * 60 * minuteMs;
    return [{ id: one.id, acknowledged: { by: "amina", atMs: bench.nowMs, untilMs, note: null } }];
  });
}

function run(
  { warnings: all, steps }: Story,
  everyMs?: number,
  look: (bench: IncidentBench) => void = () => undefined,
) {
  const bench = new IncidentBench({ sizes, changes });
  for (const { afterMs, which, what, again } of steps) {
    bench.pass(afterMs, everyMs);
    const given = happen(
      bench,
      which.flatMap((place) => all[place] ?? []),
      what,
    );
    bench.take(...given);
    if (again) bench.take(...given);
    look(bench);
  }
  return bench;
}

function expectSound({ incidents, members, nowMs }: IncidentBench): void {
  for (const member of members.values()) expect(incidents.has(member.incidentId ?? "")).toBe(true);
  for (const incident of incidents.values()) {
    const own = [...members.values()].filter(({ incidentId }) => incidentId === incident.id);
    const open = own.filter(({ clearedMs }) => clearedMs === null);
    expect(["open", "acknowledged"].includes(incident.state)).toBe(open.length > 0);
    if (open.length > 0) {
      expect(incident.mergedInto).toBeNull();
      expect(incident.severity).toBe(gravest(open.map((one) => one.severity)));
      const isAttended = open.every(({ acknowledged }) => (acknowledged?.untilMs ?? 0) > nowMs);
      expect(incident.state === "acknowledged").toBe(isAttended);
    }
    if (incident.state === "resolved") expect(open).toEqual([]);
  }
}

test("every open warning is in exactly one incident, which is as grave, as open and as looked after as its warnings", () => {
  fc.assert(
    fc.property(story, (whole) => {
      run(whole, undefined, expectSound);
    }),
  );
});

test("while incidents gather, the order in which warnings come does not change their causes, nor who shares one", () => {
  const orders = fc.tuple(warnings, fc.infiniteStream(fc.nat(1_000)), fc.infiniteStream(fc.nat(1_000)));
  fc.assert(
    fc.property(orders, ([all, ...streams]) => {
      const found = streams.map((stream) => {
        const bench = new IncidentBench({ sizes, changes });
        const keyed = all.map((one) => ({ one, place: stream.next().value ?? 0 }));
        const ordered = keyed.toSorted((a, b) => a.place - b.place).map(({ one }) => one);
        for (const one of ordered) {
          bench.take(one);
          bench.nowMs += 2_000;
        }
        return bench.pass(minuteMs).causes;
      });
      expect(found[1]).toEqual(found[0]);
      // And as many as causes.
      expect(Object.keys(found[0] ?? {})).toHaveLength(all.length);
    }),
  );
});

test("what comes twice, or is looked at again, changes nothing", () => {
  fc.assert(
    fc.property(story, (whole) => {
      run(whole, undefined, (bench) => {
        expect(bench.take(...[...bench.members.values()]).look()).toBe(0);
      });
    }),
  );
});

test("before it is due time alone changes nothing: looking each minute tells people the same", () => {
  fc.assert(
    fc.property(story, (whole) => {
      const [due, often] = [run(whole), run(whole, minuteMs)];
      expect(often.news).toEqual(due.news);
      expect(often.entries).toEqual(due.entries);
    }),
    { numRuns: 40 },
  );
});

/** What an incident is part of by now, else itself. */
function wholeOf(incidents: ReadonlyMap<string, Incident>, id: string): string {
  const into = incidents.get(id)?.mergedInto;
  return into ? wholeOf(incidents, into) : id;
}

test("news of one incident are five minutes apart, but for that it has become critical, each that it began is followed by one that it is over, after half a minute", () => {
  fc.assert(
    fc.property(story, (whole) => {
      const bench = run(whole);
      bench.take(
        ...[...bench.members.values()].flatMap(({ id, clearedMs }) =>
          clearedMs === null ? [{ id, clearedMs: bench.nowMs }] : [],
        ),
      );
      bench.pass(60 * minuteMs);
      expectSound(bench);
      for (const incident of bench.incidents.values()) {
        expect(incident).toMatchObject({ state: "resolved", notifiedMs: null, dueMs: null });
        const said = bench.entries.filter(
          ({ incidentId, kind }) =>
            incidentId === incident.id && ["raised", "changed", "escalation", "reminder", "cleared"].includes(kind),
        );
        for (const [index, { atMs, kind, data }] of said.entries()) {
          const before = said[index - 1];
          // That it has become critical does not wait, once since it began.
          const began = said.slice(0, index).findLastIndex(({ kind }) => kind === "raised");
          const known = said.slice(began, index).map(({ data }) => data.severity);
          const isAlarm = kind === "changed" && data.severity === "critical" && !known.includes("critical");
          if (before && !isAlarm) expect(atMs - before.atMs).toBeGreaterThanOrEqual(incidentTimes.newsMs);
        }
        // What people were told of a part of it they know of the whole, of whose end they are told: that comes last.
        const isPart = ({ incidentId }: Entry) => wholeOf(bench.incidents, incidentId) === incident.id;
        const whole = bench.entries.filter((one) => isPart(one) && newsKinds.some((kind) => kind === one.kind));
        if (incident.mergedInto === null && whole.length > 0)
          expect(whole.at(-1)).toMatchObject({ kind: "cleared", incidentId: incident.id });
        // Raised, whatever is in between, cleared; and again.
        const isOnItsOwn = [...bench.incidents.values()].every(({ mergedInto }) => mergedInto !== incident.id);
        if (incident.mergedInto === null && isOnItsOwn)
          expect(said.map(({ kind }) => kind).join(" ")).toMatch(
            /^(raised( (changed|escalation|reminder))* cleared ?)*$/,
          );
        const opened = bench.entries.find(({ incidentId, kind }) => incidentId === incident.id && kind === "opened");
        if (said[0] && opened) expect(said[0].atMs - opened.atMs).toBeGreaterThanOrEqual(incidentTimes.gatherMs);
      }
    }),
  );
});

test("no warning that began during works is why people are told", () => {
  fc.assert(
    fc.property(warnings, fc.nat(600), (all, minutes) => {
      const bench = new IncidentBench({ sizes, changes });
      bench.take(...all.map((one) => ({ ...one, isUnderWorks: true }))).pass(minutes * minuteMs);
      bench.take(...all.map(({ id }) => ({ id, isUnderWorks: false }))).pass(600 * minuteMs);
      bench.take(...all.map(({ id }) => ({ id, clearedMs: bench.nowMs }))).pass(60 * minuteMs);
      expect(bench.news).toEqual([]);
    }),
  );
});
