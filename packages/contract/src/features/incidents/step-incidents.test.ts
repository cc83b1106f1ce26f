import { expect, test } from "vitest";

import type { Incident } from "./incident-types.ts";
import type { Given } from "./incident-bench.ts";
import { IncidentBench, minuteMs, startMs } from "./incident-bench.ts";

const at = (minutes: number) => startMs + minutes * minuteMs;
const dark = (container: number, more: Partial<Given> = {}): Given => ({
  id: `dark-${container}`,
  containerId: `c${container}`,
  operator: "Orange",
  clusterId: "north",
  ruleId: "silence",
  isDark: true,
  ...more,
});
const low = (container: number, more: Partial<Given> = {}): Given => ({
  id: `low-${container}`,
  containerId: `c${container}`,
  operator: "Orange",
  clusterId: "north",
  ruleId: "charge",
  ...more,
});
const acknowledged = (atMs: number, hours: number) => ({
  by: "amina",
  atMs,
  untilMs: atMs + hours * 60 * minuteMs,
  note: null,
});
const darkOnes = (count: number, from = 1) => Array.from({ length: count }, (_, index) => dark(from + index));

test("containers of one operator that go dark together are one incident, which people are told of once", () => {
  const bench = new IncidentBench({ sizes: { "operator:Orange": 600, "cluster:north": 600 } });
  for (let from = 1; from < 500; from += 100) {
    bench.take(...darkOnes(100, from));
    bench.nowMs += 5_000;
  }
  bench.pass(10 * minuteMs);
  expect(bench.of("dark-1")).toMatchObject({ cause: "operator", key: "operator:Orange" });
  expect(new Set(Object.values(bench.causes))).toEqual(new Set(["operator:Orange"]));
  expect(bench.messages).toEqual(["raised 0.5"]);
});

test("fewer than three containers, or fewer than a fifth, are not an operator's failure", () => {
  const two = new IncidentBench({ sizes: { "operator:Orange": 2 } }).take(dark(1), dark(2));
  expect(two.causes).toEqual({ "dark-1": "container:c1", "dark-2": "container:c2" });
  const four = darkOnes(4).map((one) => ({ ...one, clusterId: null }));
  const few = new IncidentBench({ sizes: { "operator:Orange": 21 } }).take(...four);
  expect(few.of("dark-1")?.cause).toBe("container");
  const fifth = new IncidentBench({ sizes: { "operator:Orange": 20 } }).take(...four);
  expect(fifth.of("dark-1")?.cause).toBe("operator");
});

test("containers of one cluster count where their operators differ, and one rule where that is too few of a cluster", () => {
  const apart = darkOnes(3).map((one) => ({ ...one, operator: one.id }));
  expect(new IncidentBench({ sizes: { "cluster:north": 9 } }).take(...apart).of("dark-1")?.cause).toBe("cluster");
  expect(new IncidentBench({ sizes: { "cluster:north": 99 } }).take(...apart).of("dark-1")?.key).toBe(
    "rule:silence north",
  );
});

test("more than ten minutes apart is not together, but what follows close on others is", () => {
  const apart = [0, 6, 11].map((minutes, index) => dark(index + 1, { raisedMs: at(minutes) }));
  expect(new IncidentBench({ sizes: { "operator:Orange": 5 } }).take(...apart).of("dark-1")?.cause).toBe("container");
  const close = [0, 5, 10, 19].map((minutes, index) => dark(index + 1, { raisedMs: at(minutes) }));
  const bench = new IncidentBench({ sizes: { "operator:Orange": 5 } }).take(...close);
  expect(new Set(Object.values(bench.causes))).toEqual(new Set(["operator:Orange"]));
});

const loadsCut = (index: number, more: Partial<Given> = {}): Given => ({
  id: `cut-${index}`,
  containerId: `c${index}`,
  ruleId: "cut",
  attribute: "loads_cut",
  severity: "critical",
  ...more,
});

test("loads that are cut and the low charge of before are one incident, and one message more", () => {
  const bench = new IncidentBench().take({ ...low(1), attribute: "battery.soc" }).pass(10 * minuteMs);
  bench.take(loadsCut(1, { raisedMs: at(10) })).pass(5 * minuteMs);
  expect(bench.causes).toEqual({ "cut-1": "cut:c1", "low-1": "cut:c1" });
  expect(bench.of("low-1")).toMatchObject({ cause: "cut", severity: "critical" });
  expect(bench.messages).toEqual(["raised 0.5", "changed 10"]);
  expect([...bench.incidents.values()].filter(({ mergedInto }) => mergedInto === null)).toHaveLength(1);
});

test("what is warned of the power of a container whose loads are cut is no news, and what is hot there is its own", () => {
  const bench = new IncidentBench().take(loadsCut(1)).pass(10 * minuteMs);
  bench.take({ ...low(1), attribute: "hours_to_reserve", raisedMs: at(10) });
  bench.take({ id: "hot-1", containerId: "c1", ruleId: "hot", attribute: "battery.temperature", raisedMs: at(10) });
  expect(bench.pass(minuteMs).messages).toEqual(["raised 0.5", "raised 10.5"]);
  expect(bench.causes).toEqual({ "cut-1": "cut:c1", "hot-1": "single:hot c1", "low-1": "cut:c1" });
  // The charge stays low for a while once the loads have power again: that is the end of the same outage.
  bench.take({ id: "cut-1", clearedMs: at(20) }).pass(3 * 60 * minuteMs);
  expect(bench.of("low-1")?.key).toBe("cut:c1");
});

test("a container that is dark takes its other warnings, those of before too", () => {
  const bench = new IncidentBench().take(low(1)).pass(10 * minuteMs);
  expect(bench.of("low-1")?.cause).toBe("single");
  bench.take(dark(1, { raisedMs: at(10) }));
  expect(bench.causes).toEqual({ "dark-1": "container:c1", "low-1": "container:c1" });
  // People were told of the first, and that it is part of something else.
  bench.pass(5 * minuteMs);
  expect(bench.messages).toEqual(["raised 0.5", "changed 10"]);
  expect([...bench.incidents.values()].filter(({ mergedInto }) => mergedInto === null)).toHaveLength(1);
});

test("an incident of one container becomes that of its operator when others go dark, and goes on under its name", () => {
  const bench = new IncidentBench({ sizes: { "operator:Orange": 5 } }).take(dark(1)).pass(2 * minuteMs);
  const { id } = bench.of("dark-1") ?? {};
  bench.take(dark(2, { raisedMs: at(2) })).pass(minuteMs);
  expect(bench.messages).toEqual(["raised 0.5", "raised 2.5"]);
  const other = bench.of("dark-2")?.id;
  bench.take(dark(3, { raisedMs: at(3) }));
  expect(bench.of("dark-3")).toMatchObject({ id, cause: "operator", state: "open" });
  expect(bench.incidents.get(other ?? "")).toMatchObject({ state: "resolved", mergedInto: id });
  bench.pass(6 * minuteMs);
  // Whoever knew of the other one is told of the end of this one: what goes on is not over.
  expect(bench.news.slice(2)).toMatchObject([{ incidentId: id, kind: "changed" }]);
  const ids = ["dark-1", "dark-2", "dark-3"];
  bench.take(...ids.map((one) => ({ id: one, clearedMs: bench.nowMs }))).pass(20 * minuteMs);
  expect(bench.news.slice(3)).toMatchObject([{ incidentId: id, kind: "cleared" }]);
});

test("that an incident has become critical is told at once, and once; what comes and goes after it waits", () => {
  const bench = new IncidentBench().take(low(1)).pass(minuteMs);
  bench.take({ id: "low-1", severity: "critical" });
  expect(bench.messages).toEqual(["raised 0.5", "changed 1"]);
  expect(bench.news.at(-1)).toMatchObject({ severity: "critical" });
  bench.take({ id: "low-1", severity: "warning" }).pass(minuteMs);
  bench.take({ id: "low-1", severity: "critical" });
  expect(bench.messages).toHaveLength(2);
  bench.pass(10 * minuteMs);
  expect(bench.messages).toEqual(["raised 0.5", "changed 1", "changed 6"]);
});

test("the same rule in one cluster, and the same change before, are causes of their own", () => {
  const together = [1, 2, 3].map((container) => low(container));
  expect(new IncidentBench().take(...together).of("low-1")?.key).toBe("rule:charge north");
  const changed = [1, 2, 3].map((container) => ({
    key: container < 3 ? "software 1.2" : "software 1.3",
    containerId: `c${container}`,
    atMs: at(-50),
  }));
  const apart = together.map((one) => ({ ...one, ruleId: one.id }));
  expect(new IncidentBench({ changes: changed }).take(...apart).causes).toEqual({
    "low-1": "change:software 1.2",
    "low-2": "change:software 1.2",
    "low-3": "single:low-3 c3",
  });
  const early = changed.map((one) => ({ ...one, atMs: at(-61) }));
  expect(new IncidentBench({ changes: early }).take(...apart).of("low-1")?.cause).toBe("single");
});

test("an incident is calm when all is cleared, over a quarter of an hour later, and the same again within the hour", () => {
  const bench = new IncidentBench().take(low(1)).pass(20 * minuteMs);
  bench.take(low(1, { clearedMs: at(18) }));
  expect(bench.of("low-1")).toMatchObject({ state: "calm", calmMs: at(18) });
  bench.pass(20 * minuteMs);
  expect(bench.of("low-1")).toMatchObject({ state: "resolved", resolvedMs: at(33), reopened: 0 });
  bench.pass(50 * minuteMs).take(low(1, { id: "again", raisedMs: at(90) }));
  expect(bench.of("again")).toMatchObject({ id: bench.of("low-1")?.id, state: "open", reopened: 1 });
  bench.take(low(1, { id: "again", clearedMs: at(91) })).pass(90 * minuteMs);
  bench.take(low(1, { id: "later", raisedMs: at(180) }));
  expect(bench.of("later")?.id).not.toBe(bench.of("low-1")?.id);
  expect(bench.messages.slice(0, 3)).toEqual(["raised 0.5", "escalation 15.5", "cleared 18"]);
});

test("what is back within the quarter of an hour costs no message", () => {
  const bench = new IncidentBench().take(low(1)).pass(2 * minuteMs);
  bench.take(low(1, { clearedMs: at(2) })).pass(10 * minuteMs);
  bench.take(low(1, { id: "again", raisedMs: at(12) })).take({ id: "again", clearedMs: at(13) });
  bench.pass(60 * minuteMs);
  expect(bench.messages).toEqual(["raised 0.5", "changed 12", "cleared 13"]);
});

test("what is over before anybody was told is nobody's news", () => {
  const bench = new IncidentBench().take(low(1)).pass(10_000);
  bench.take({ id: "low-1", clearedMs: startMs + 5_000 }).pass(60 * minuteMs);
  expect(bench.of("low-1")?.state).toBe("resolved");
  expect(bench.messages).toEqual([]);
});

test("who looks after it stops escalation and reminders, until that lapses after 24 hours, of a critical one after four", () => {
  const alone = new IncidentBench().take(low(1)).pass(10 * 60 * minuteMs);
  expect(alone.messages).toEqual([
    "raised 0.5",
    "escalation 15.5",
    "escalation 45.5",
    "reminder 285.5",
    "reminder 525.5",
  ]);
  const bench = new IncidentBench().take(low(1, { severity: "critical" })).pass(10 * minuteMs);
  bench.take({ id: "low-1", acknowledged: acknowledged(at(10), 4) }).pass(239 * minuteMs);
  expect(bench.of("low-1")?.state).toBe("acknowledged");
  expect(bench.messages).toEqual(["raised 0.5"]);
  bench.pass(2 * minuteMs);
  expect(bench.of("low-1")).toMatchObject({ state: "open", unattendedMs: at(250) });
  expect(bench.messages).toEqual(["raised 0.5", "reminder 250"]);
  expect(bench.entries.map(({ kind }) => kind)).toEqual([
    "opened",
    "joined",
    "raised",
    "acknowledged",
    "lapsed",
    "reminder",
  ]);
});

test("what joins is looked after with the others, unless it is graver: then nobody looks after the incident any more", () => {
  const bench = new IncidentBench({ sizes: { "operator:Orange": 5 } }).take(...darkOnes(3)).pass(minuteMs);
  bench.take(...darkOnes(3).map((one) => ({ ...one, acknowledged: acknowledged(at(1), 24) })));
  bench.take(dark(4, { raisedMs: at(2) }));
  expect(bench.of("dark-4")?.state).toBe("acknowledged");
  expect(bench.members.get("dark-4")?.acknowledged?.by).toBe("amina");
  bench.take(dark(5, { raisedMs: at(3), severity: "critical" }));
  expect(bench.of("dark-5")).toMatchObject({ state: "open", severity: "critical" });
  expect(bench.members.get("dark-5")?.acknowledged).toBeNull();
  // People are told at once.
  expect(bench.entries.slice(-2)).toMatchObject([{ kind: "graver" }, { kind: "changed" }]);
});

test("what is raised during works is nobody's news, not even after them", () => {
  const bench = new IncidentBench().take(low(1, { isUnderWorks: true })).pass(60 * minuteMs);
  bench.take({ id: "low-1", isUnderWorks: false }).pass(600 * minuteMs);
  expect(bench.messages).toEqual([]);
  bench.take(low(1, { id: "new", ruleId: "other", raisedMs: at(660) })).pass(minuteMs);
  expect(bench.messages).toHaveLength(1);
});

test("works keep quiet what people know already, and its end is told all the same", () => {
  const bench = new IncidentBench().take(low(1)).pass(5 * minuteMs);
  bench.take({ id: "low-1", isUnderWorks: true }).pass(600 * minuteMs);
  bench.take({ id: "low-1", clearedMs: at(600) }).pass(60 * minuteMs);
  expect(bench.messages).toEqual(["raised 0.5", "cleared 600"]);
});

test("a warning that a person took out stays out, and is held back while what it was part of lasts", () => {
  const bench = new IncidentBench({ sizes: { "operator:Orange": 5 } }).take(...darkOnes(4)).pass(minuteMs);
  const whole = bench.of("dark-1");
  bench.incidents.set("own", {
    ...(whole as Incident),
    id: "own",
    cause: "container",
    key: "split:dark-4",
    notifiedMs: null,
  });
  bench.take({ id: "dark-4", incidentId: "own", isPlaced: true, joinedMs: bench.nowMs }).pass(30 * minuteMs);
  expect(bench.of("dark-4")?.id).toBe("own");
  expect(bench.news.filter(({ incidentId }) => incidentId === "own")).toEqual([]);
  const over = darkOnes(3).map(({ id }) => ({ id, clearedMs: at(30) }));
  bench.take(...over).pass(5 * minuteMs);
  expect(bench.news.filter(({ incidentId }) => incidentId === "own")).toMatchObject([{ kind: "raised" }]);
});
