import type { RequestOf } from "@offgrid/contract/core/call";
import type { Calls } from "@offgrid/contract/registry";
import { expect, test } from "vitest";

import { cast, thePortal } from "../../testing/cast.ts";
import { store } from "../charts/charts.fixture.ts";

const quarterMs = 900_000;

/** Charges of the last two days each quarter hour; in the first hours of the second day it is low. @returns the instants. */
async function twoDays(containerId: string): Promise<number[]> {
  const endMs = Math.floor(Date.now() / quarterMs) * quarterMs;
  const instants = Array.from({ length: 192 }, (_, index) => endMs - (192 - index) * quarterMs);
  const charges = instants.map((_, index) => (index >= 96 && index < 104 ? 12 : 60));
  await store(
    containerId,
    ["battery.soc"],
    instants.map((atMs, index) => [atMs, [charges[index] ?? null]]),
  );
  return instants;
}

type Rule = RequestOf<Calls["registerWarning"]>;
const chargeRule = (sites: string[], threshold = 20): Rule => ({
  ruleName: "Charge low",
  sites,
  conditions: [{ name: "Low", type: "below", attributes: ["battery.soc"], threshold, duration: 1_800, keepFor: 0 }],
});
const iso = (ms: number | undefined) => new Date(ms ?? Number.NaN).toISOString();

test("a rule is tried out on its containers before it is saved, and a change of it beside what is saved", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["tessalit", "aguelhok"] } });
  const instants = await twoDays("tessalit");
  await twoDays("aguelhok");
  const rule = chargeRule(["tessalit", "aguelhok"]);
  const { data } = await amina.call("warningBacktest", { rule, days: 7 });
  expect(data).toMatchObject({
    concerned: 2,
    isCutShort: false,
    totals: { raised: 2, containers: 2, seconds: 2 * 5_400, longestSeconds: 5_400 },
    saved: null,
    forecastsFrom: null,
  });
  expect(data.tried.map(({ containerName, raised }) => [containerName, raised])).toEqual([
    ["Aguelhok", 1],
    ["Tessalit", 1],
  ]);
  // Of the seven days it measured two.
  expect(data.tried[0]?.unjudged).toBeCloseTo(5 / 7, 1);
  expect(data.episodes[0]).toMatchObject({
    raisedAt: iso(instants[98]),
    clearedAt: iso(instants[104]),
    attribute: "battery.soc",
    value: 12,
  });
  const { id } = (await amina.call("registerWarning", rule)).data;
  const changed = { ...chargeRule(["tessalit"], 10), id };
  const { data: compared } = await amina.call("warningBacktest", { rule: changed, days: 7 });
  expect(compared).toMatchObject({ concerned: 1, totals: { raised: 0 }, saved: { raised: 1, valued: 0, kept: 0 } });
});

test("what was stored each quarter of an hour has no holes, however often the container sends now", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["ansongo"] } });
  await twoDays("ansongo");
  const { database } = await thePortal();
  await database.pool.query("update container_latest set every_s = 10 where container_id = 'ansongo'");
  const { data } = await amina.call("warningBacktest", { rule: chargeRule(["ansongo"]), days: 2 });
  expect(data.totals).toMatchObject({ raised: 1, seconds: 5_400 });
  expect(data.tried[0]?.unjudged).toBeLessThan(0.05);
});

test("a rule is not called quiet where there are too few neighbours, or from where nothing ever came", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["niono", "kati"] } });
  await twoDays("niono");
  const judged = async (condition: Rule["conditions"][number]) => {
    const rule = { ...chargeRule(["niono", "kati"]), conditions: [condition] };
    const { data } = await amina.call("warningBacktest", { rule, days: 7 });
    return data.tried.map(({ containerName, unjudged, lacked }) => [containerName, unjudged, lacked]);
  };
  expect(await judged({ ...silence, type: "neighbours", threshold: 70, duration: 2 * 86_400 })).toEqual([
    ["Kati", 1, "neighbours"],
    ["Niono", 1, "neighbours"],
  ]);
  expect((await judged(silence))[0]).toEqual(["Kati", 1, "contact"]);
});

test("what nobody may see is not tried out, nor beside somebody else's rule", async () => {
  const { amina, kofi } = await cast({
    amina: { role: "user", containers: ["anefis"] },
    kofi: { role: "user", containers: ["bourem"] },
  });
  const { id } = (await amina.call("registerWarning", { ...chargeRule(["anefis"]), conditions: [silence] })).data;
  await expect(kofi.call("warningBacktest", { rule: chargeRule(["anefis"]) })).refusesWith("not_found");
  await expect(kofi.call("warningBacktest", { rule: { ...chargeRule(["bourem"]), id } })).refusesWith("not_found");
  const at = new Date().toISOString();
  const rule = chargeRule(["bourem"]);
  await expect(kofi.call("warningWhy", { rule, containerId: "anefis", at })).refusesWith("not_found");
});

const silence: Rule["conditions"][number] = { name: "Dark", type: "silent", attributes: [], duration: 900 };

test("why a rule did not fire at an instant is answered with what was known then", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["kidal"] } });
  const instants = await twoDays("kidal");
  const why = async (place: number, rule = chargeRule(["kidal"])) =>
    (await amina.call("warningWhy", { rule, containerId: "kidal", at: iso(instants[place]) })).data;
  expect(await why(90)).toMatchObject({
    isConcerned: true,
    isRaised: false,
    readingAt: iso(instants[90]),
    first: 0,
    conditions: [
      { why: "level", attribute: "battery.soc", value: 60, threshold: 20, duration: 1_800, isOwnLevel: false },
    ],
  });
  expect(await why(97)).toMatchObject({
    conditions: [{ why: "duration", value: 12, since: iso(instants[96]), due: iso(instants[98]) }],
  });
  expect(await why(99)).toMatchObject({ isRaised: true, raisedAt: iso(instants[98]), first: null });
  const [condition] = chargeRule([]).conditions as [Rule["conditions"][number]];
  const off = { ...condition, overrides: [{ containerId: "kidal", off: true }] };
  // What holds for this container, and which condition of the rule it is where an override leaves out another.
  const levels = { overrides: [{ containerId: "kidal", threshold: 15, duration: 600 }] };
  const both = { ...chargeRule(["kidal"]), match: "any" as const, conditions: [off, { ...condition, ...levels }] };
  expect(await why(90, both)).toMatchObject({
    first: 1,
    conditions: [{ condition: 1, why: "level", threshold: 15, duration: 600, isOwnLevel: true, value: 60 }],
  });
  expect(await why(99, { ...chargeRule(["kidal"]), conditions: [off] })).toMatchObject({ isConcerned: false });
});

test("that a rule would have raised a warning is told from that it did", async () => {
  const { amina, kofi } = await cast({
    amina: { role: "user", containers: ["taoudeni"] },
    kofi: { role: "user", containers: ["taoudeni"] },
  });
  const instants = await twoDays("taoudeni");
  const rule = chargeRule(["taoudeni"]);
  const { id } = (await amina.call("registerWarning", rule)).data;
  const ask = { containerId: "taoudeni", at: iso(instants[100]) };
  const why = async (asked: Rule) => (await amina.call("warningWhy", { rule: asked, ...ask })).data;
  // It is younger than what it would have warned of.
  const [saved] = (await amina.call("getWarningConfiguration", { id })).data;
  expect(await why({ ...rule, id })).toMatchObject({
    ...{ isRaised: true, raisedAt: iso(instants[98]), openSince: null, watchesSince: saved?.updatedAt },
  });
  const { pool } = (await thePortal()).database;
  await pool.query(
    `insert into warning (id, rule_id, container_id, rule_name, content, note, is_shadow, severity, raised_at, cleared_at, close_reason)
    values ('taoudeni', $1, 'taoudeni', 'Charge low', 'Low', '', false, 'warning', $2, $3, 'data')`,
    [id, iso(instants[99]), iso(instants[104])],
  );
  expect(await why({ ...rule, id })).toMatchObject({ isRaised: true, openSince: iso(instants[99]) });
  expect(await why({ ...chargeRule(["taoudeni"], 10), id })).toMatchObject({
    isRaised: false,
    openSince: iso(instants[99]),
  });
  expect(await why(rule)).toMatchObject({ isRaised: true, openSince: null, watchesSince: null });
  await expect(kofi.call("warningWhy", { rule: { ...rule, id }, ...ask })).refusesWith("not_found");
});

test("a noisy rule is told with the smallest change that keeps what was useful, and what people said of it is counted", async () => {
  const { amina } = await cast({ amina: { role: "user", containers: ["menaka"] } });
  const endMs = Math.floor(Date.now() / quarterMs) * quarterMs;
  const instants = Array.from({ length: 192 }, (_, index) => endMs - (192 - index) * quarterMs);
  // Ten times a little low, and once very low.
  const charges = instants.map((_, index) => (index % 16 < 2 ? (index === 64 || index === 65 ? 8 : 18.5) : 60));
  await store(
    "menaka",
    ["battery.soc"],
    instants.map((atMs, index) => [atMs, [charges[index] ?? null]]),
  );
  const [condition] = chargeRule([]).conditions as [Rule["conditions"][number]];
  const rule = { ...chargeRule(["menaka"]), conditions: [{ ...condition, duration: 0 }] };
  const { id } = (await amina.call("registerWarning", rule)).data;
  const { pool } = (await thePortal()).database;
  await pool.query(
    `insert into warning (id, rule_id, container_id, rule_name, content, note, is_shadow, severity, raised_at, cleared_at, close_reason)
    select 'menaka ' || n, $1, 'menaka', 'Charge low', 'Low', '', false, 'warning', to_timestamp(at / 1000),
      to_timestamp(at / 1000) + interval '30 minutes', 'data'
    from unnest($2::float8[]) with ordinality as raised (at, n)`,
    [id, instants.filter((_, index) => index % 16 === 0)],
  );
  await amina.call("warningAcknowledge", { id: "menaka 5", feedback: "useful" });
  await amina.call("warningAcknowledge", { id: "menaka 2", feedback: "noise" });
  const saved = (await amina.call("getWarningConfiguration", { id })).data[0];
  expect(saved).toMatchObject({
    raisedIn7Days: 12,
    isNoisy: true,
    feedback: { useful: 1, expected: 0, noise: 1 },
    score: null,
  });
  const { data } = await amina.call("warningTuning", { id });
  expect(data).toMatchObject({
    raised: 12,
    valued: 1,
    noise: 1,
    best: { condition: 0, threshold: 18, duration: null, raised: 1, kept: 1, noiseKept: 0 },
  });
  // Its figures are those of a back-test with that change.
  const changed = { ...rule, id, conditions: [{ ...condition, duration: 0, threshold: 18 }] };
  const { data: tested } = await amina.call("warningBacktest", { rule: changed });
  expect(tested).toMatchObject({ totals: { raised: 1 }, saved: { raised: 12, valued: 1, kept: 1, noiseKept: 0 } });
});
