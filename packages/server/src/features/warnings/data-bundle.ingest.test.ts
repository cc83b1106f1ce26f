import { localDay } from "@offgrid/contract/core/zone-time";
import { expect, test } from "vitest";

import { benchOfFile } from "../ingest/telemetry.fixture.ts";
import { backTest } from "./back-test.ts";
import { JudgeStage, type Stage } from "./judge.fixture.ts";
import { judgeTicks } from "./judge.ts";
import { listRules, readRule } from "./rules.store.ts";
import { listContainers } from "./trials.store.ts";

const bench = await benchOfFile();
const { db, pool } = bench.database;
const judging = new JudgeStage(bench);
const dayMs = 86_400_000;

/** A bundle of 3,000 MB that was renewed fifteen days ago, and so many MB each day since a month. */
async function uses({ containerId }: Stage, mbPerDay: number, bundleMb = 3_000) {
  const renewalDay = Number(localDay("UTC", bench.now() - 15 * dayMs).date.slice(-2));
  await pool.query(
    "insert into sim_card (container_id, operator, bundle_mb, renewal_day) values ($1, 'Orange', $2, $3)",
    [containerId, bundleMb, renewalDay],
  );
  await pool.query(
    `insert into container_traffic_day (container_id, day, down_bytes, up_bytes)
    select $1, to_timestamp($2)::date - n, $3::bigint * 400000, $3::bigint * 600000 from generate_series(1, 30) as n`,
    [containerId, bench.now() / 1_000, mbPerDay],
  );
}

async function judged(stage: Stage) {
  bench.skip(3_600_000);
  await judging.settle();
  await judgeTicks(judging.tools);
  const rows: Record<string, unknown>[] = await judging.rows(stage);
  return rows.map(({ severity, clearedS }) => [severity, clearedS === null ? "open" : "over"]);
}

const projected = { type: "bundle" as const, attributes: ["data_projected"], threshold: 100, clearAt: 95 };

test("a container that will use up its data bundle before it is renewed is warned of, and no more once the bundle is larger", async () => {
  const [over, under, unknown] = [
    await judging.stage(projected),
    await judging.stage(projected),
    await judging.stage(projected),
  ];
  await uses(over, 150);
  await uses(under, 60);
  expect(await judged(over)).toEqual([["warning", "open"]]);
  expect([await judged(under), await judged(unknown)]).toEqual([[], []]);
  await pool.query("update sim_card set bundle_mb = 9000 where container_id = $1", [over.containerId]);
  expect(await judged(over)).toEqual([["warning", "over"]]);
});

test("what is used already warns at its share and is critical once nothing is left; the back-test finds the days on which it came to that", async () => {
  const condition = { type: "bundle" as const, attributes: ["data_used"], threshold: 40, critical: { threshold: 100 } };
  const stage = await judging.stage(condition);
  const renewedMs = Math.floor(bench.now() / dayMs) * dayMs - 15 * dayMs;
  await uses(stage, 100);
  expect(await judged(stage)).toEqual([["warning", "open"]]);
  const viewer = { userId: `owner-${stage.containerId}` };
  const [row] = await listRules(db, { id: stage.ruleId, ownerId: viewer.userId }, bench.now());
  const rule = readRule(row as NonNullable<typeof row>) as NonNullable<ReturnType<typeof readRule>>;
  const containers = await listContainers(db, viewer, { sites: [stage.containerId] });
  const range = { fromMs: bench.now() - 14 * dayMs, toMs: bench.now() };
  const order = { rule, saved: undefined, containers, range };
  const { episodes } = await backTest(db, order, new AbortController().signal);
  // 1,300 MB are beyond 40 % of the bundle: after the thirteenth whole day since it was renewed.
  expect(episodes).toMatchObject([{ raisedAt: new Date(renewedMs + 13 * dayMs).toISOString(), clearedAt: null }]);
  await pool.query("update sim_card set bundle_mb = 1200 where container_id = $1", [stage.containerId]);
  expect(await judged(stage)).toEqual([["critical", "open"]]);
});
