import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

import { expect, test, vi } from "vitest";

import { atFileEnd } from "../../testing/file-end.ts";
import { followIncidents } from "./follow-incidents.ts";
import { IncidentStage } from "./follow-incidents.fixture.ts";

const stage = await IncidentStage.open();
atFileEnd(() => stage.database.drop());
const minuteMs = 60_000;

const orange = await stage.addContainers("Orange", 500);
const moov = await stage.addContainers("Moov", 20);
const rules = await stage.addRules([...orange, ...moov]);

test("500 containers of one operator that go dark within a minute are one incident, of which people are told once", async () => {
  await stage.reset();
  for (let from = 0; from < 500; from += 100) {
    await stage.raise(rules.dark, orange.slice(from, from + 100), { apartMs: 100 });
    await stage.follow(5_000);
  }
  await stage.follow(minuteMs);
  expect(await stage.incidents()).toMatchObject([{ cause_key: "operator:Orange", state: "open", members: 500 }]);
  expect(await stage.news()).toEqual(["raised warning"]);
  // What these containers have besides is held back, and the same incident.
  await stage.raise(rules.low, orange.slice(0, 50), { content: "Charge low" });
  await stage.follow(10 * minuteMs);
  expect(await stage.incidents()).toMatchObject([{ cause_key: "operator:Orange", members: 550 }]);
  expect(await stage.news()).toEqual(["raised warning"]);
});

test("with four workers at once each warning is in one incident, and people are told once", async () => {
  await stage.reset();
  const raising = [0, 5, 10, 15].map((from) => stage.raise(rules.dark, moov.slice(from, from + 5)));
  const work = () => Array.from({ length: 4 }, () => followIncidents(stage.tools));
  await Promise.all([...raising, ...work()]);
  await Promise.all(work());
  stage.clock.advance(minuteMs);
  await Promise.all(work());
  expect(await stage.incidents()).toMatchObject([{ cause_key: "operator:Moov", members: 20 }]);
  expect(await stage.news()).toEqual(["raised warning"]);
});

test("a worker that is killed before its end leaves nothing, and the next one does all of it", async () => {
  await stage.reset();
  const ids = await stage.raise(rules.dark, moov.slice(0, 6));
  const child = spawn(
    process.execPath,
    [
      "--import",
      "tsx",
      join(import.meta.dirname, "killed-follower.fixture.ts"),
      JSON.stringify(stage.database.address),
      String(stage.clock.now()),
    ],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  await once(child.stdout, "data");
  // Meanwhile nobody else does its work.
  await stage.follow();
  expect(await stage.incidents()).toEqual([]);
  child.kill("SIGKILL");
  await once(child, "exit");
  await vi.waitUntil(async () => {
    await stage.follow();
    return (await stage.incidents()).length > 0;
  });
  await stage.follow(minuteMs);
  await stage.clear(ids);
  await stage.follow(minuteMs);
  await stage.follow(20 * minuteMs);
  expect(await stage.incidents()).toMatchObject([{ cause_key: "operator:Moov", state: "resolved", members: 6 }]);
  expect(await stage.news()).toEqual(["raised warning", "cleared warning"]);
});

test("what is tried only, or became known late, is no incident; what is removed leaves none open", async () => {
  await stage.reset();
  const [first = ""] = await stage.raise(rules.low, moov.slice(0, 1), { content: "Charge low" });
  await stage.database.pool.query("update warning set is_shadow = true where id = $1", [first]);
  await stage.database.pool.query("delete from incident_stale");
  await stage.follow();
  expect(await stage.incidents()).toEqual([]);
  const [second] = await stage.raise(rules.low, moov.slice(1, 2), { content: "Charge low" });
  await stage.follow(minuteMs);
  await stage.follow(minuteMs);
  await stage.database.pool.query("delete from warning where id = $1", [second]);
  await stage.follow(6 * minuteMs);
  await stage.follow(20 * minuteMs);
  expect(await stage.incidents()).toMatchObject([{ state: "resolved", members: 0 }]);
  expect(await stage.news()).toEqual(["raised warning", "cleared warning"]);
});

test("works at its container silence what is raised there", async () => {
  await stage.reset();
  const [container = ""] = moov;
  await stage.database.pool.query("update container set works = '{}' where id = $1", [container]);
  await stage.raise(rules.dark, [container], { severity: "critical" });
  await stage.follow();
  await stage.follow(60 * minuteMs);
  await stage.database.pool.query("update container set works = null where id = $1", [container]);
  await stage.follow(60 * minuteMs);
  expect(await stage.incidents()).toMatchObject([{ cause_key: `container:${container}`, state: "open" }]);
  expect(await stage.news()).toEqual([]);
});

test("containers to which the same was done before are one incident", async () => {
  await stage.reset();
  const [one = "", other = "", third = ""] = moov;
  const doneAt = new Date(stage.clock.now() - 20 * minuteMs).toISOString();
  const changes = JSON.stringify({ reboots: { at: doneAt, by: "amina" } });
  await stage.database.pool.query(
    "insert into container_config (container_id, wanted_changes) select unnest($1::text[]), $2",
    [[one, other], changes],
  );
  await stage.raise(rules.low, [one, other, third], { content: "Charge low" });
  await stage.follow(minuteMs);
  expect(await stage.incidents()).toMatchObject([
    { cause_key: "change:config:reboots:amina", members: 2 },
    { cause_key: `single:${rules.low} ${third}`, members: 1 },
  ]);
});
