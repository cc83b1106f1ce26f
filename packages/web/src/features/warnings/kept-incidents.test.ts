import { expect, test } from "vitest";

import { fakeIncident } from "../../domain/incidents/incident.fake.ts";
import { keptIncidents, type ListAnswer } from "./kept-incidents.ts";

const atMs = Date.parse("2026-11-24T12:00:00Z");
const open = (id: string, more = {}) => fakeIncident({ id, containerId: id, containerIds: [id], ...more });
const over = (id: string, more = {}) => open(id, { open: 0, state: "resolved", containerIds: [], ...more });
const idsOf = (answers: ListAnswer[], asked: Parameters<typeof keptIncidents>[1]) =>
  keptIncidents(answers, asked)?.incidents.map(({ id }) => id);

const dashboard: ListAnswer = {
  asked: { state: "going_on", pageSize: 200 },
  incidents: [open("mild", { severity: "warning" }), open("grave")],
  atMs,
};

test("what the dashboard showed is the list of what goes on, as old as it is there", () => {
  expect(idsOf([dashboard], { page: 1, pageSize: 50 })).toEqual(["grave", "mild"]);
  expect(keptIncidents([dashboard], {})?.atMs).toBe(atMs);
  expect(idsOf([dashboard], { severity: "warning" })).toEqual(["mild"]);
  expect(idsOf([dashboard], { containerId: "grave" })).toEqual(["grave"]);
  expect(idsOf([dashboard], { state: "over" })).toEqual([]);
});

test("what is graver comes first; of that loads that are cut, then those that will be, the soonest first, then all else", () => {
  const about = (id: string, attribute: string | null, value: number | null, more = {}) =>
    open(id, { worst: { ...open(id).worst, attribute, value }, ...more });
  const incidents = [
    about("soon", "hours_to_reserve", 2, { severity: "warning" }),
    about("hot", "battery.temperature", 51, { beganAt: "2026-11-24T11:00:00.000Z" }),
    about("later", "hours_to_reserve", 9),
    about("ahead", "hours_to_reserve", 3),
    about("cut", "loads_cut", null, { beganAt: "2026-11-24T10:00:00.000Z" }),
    about("longest", "loads_cut", null, { beganAt: "2026-11-22T10:00:00.000Z", state: "acknowledged" }),
  ];
  expect(idsOf([{ ...dashboard, incidents }], {})).toEqual(["longest", "cut", "ahead", "later", "hot", "soon"]);
});

test("what an older list has of what is over is added, and what went on there and does not any more is not said to", () => {
  const older: ListAnswer = {
    asked: { page: 1, pageSize: 50 },
    incidents: [open("ended"), over("past")],
    atMs: atMs - 60_000,
  };
  expect(idsOf([older, dashboard], {})).toEqual(["grave", "mild", "past"]);
  expect(idsOf([older, dashboard], { state: "going_on" })).toEqual(["grave", "mild"]);
});

test("what was never asked for is not known: neither of a cluster, nor when nothing was listed at all", () => {
  expect(keptIncidents([], {})).toBeUndefined();
  expect(keptIncidents([dashboard], { clusterId: "north" })).toBeUndefined();
  const ofOne: ListAnswer = { asked: { containerId: "gao", state: "going_on" }, incidents: [], atMs };
  expect(keptIncidents([ofOne], {})).toBeUndefined();
  const calm: ListAnswer = { ...dashboard, incidents: [] };
  expect(keptIncidents([calm], {})).toEqual({ incidents: [], atMs });
});
