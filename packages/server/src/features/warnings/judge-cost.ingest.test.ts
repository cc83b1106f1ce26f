import { WarningRuleInput } from "@offgrid/contract/warnings/warnings.schema";
import { expect, test } from "vitest";

import { notifyAll } from "../notifications/fan-out.ts";
import { statementsOf } from "../../testing/statements.ts";
import { benchOfFile } from "../ingest/telemetry.fixture.ts";
import { JudgeStage, type Stage } from "./judge.fixture.ts";
import { judgeFrames, judgeTicks } from "./judge.ts";
import { saveRule } from "./rules.store.ts";
import { closeOfRule } from "./warnings.store.ts";

const bench = await benchOfFile();
const { pool } = bench.database;
const judging = new JudgeStage(bench);
const { tools } = judging;
const statements = statementsOf(pool);

/** Whoever notifies people looks by itself whether there is news, at any time. */
const ofOthers = /^(begin|commit)$|from event_fan_out f where/;

async function statementsIn(work: () => Promise<void>): Promise<string[]> {
  await notifyAll(tools);
  statements.length = 0;
  await work();
  return statements.filter((statement) => !ofOthers.test(statement));
}

async function stages(count: number): Promise<Stage[]> {
  const found: Stage[] = [];
  for (let index = 0; index < count; index++) found.push(await judging.stage({}));
  return found;
}

const ruleOf = async ({ ruleId }: Stage) =>
  (await pool.query("select failures, paused_at is not null as paused from warning_rule where id = $1", [ruleId]))
    .rows[0];

test("where nothing came and nothing is due, no rule is looked at, and there are as many questions as without rules", async () => {
  await judging.settle();
  await judgeTicks(tools);
  const [none, noTick] = [await statementsIn(() => judgeFrames(tools)), await statementsIn(() => judgeTicks(tools))];
  for (const one of await stages(3)) await judging.send(one, [50]);
  await judgeFrames(tools);
  await judgeTicks(tools);
  expect(await statementsIn(() => judgeFrames(tools))).toEqual(none);
  expect(await statementsIn(() => judgeTicks(tools))).toEqual(noTick);
});

test("many warnings are raised and cleared in as many statements as few", async () => {
  const raise = async (some: readonly Stage[]) => {
    for (const one of some) await judging.send(one, [19]);
    const raised = await statementsIn(() => judgeFrames(tools));
    for (const one of some) await judging.send(one, [50], { fromS: 10 });
    const cleared = await statementsIn(() => judgeFrames(tools));
    for (const one of some) expect(await judging.messages(one)).toEqual(["warning.raised 1", "warning.cleared 0"]);
    return [raised.length, cleared.length];
  };
  // The months of events and notifications are made by whoever needs them first.
  await raise(await stages(1));
  const few = await raise(await stages(2));
  expect(await raise(await stages(9))).toEqual(few);
});

test.each<[string, (one: Stage) => [string, unknown[]]]>([
  [
    "whose owner is disabled",
    ({ containerId }) => ["update app_user set disabled = true where id = $1", [`owner-${containerId}`]],
  ],
  [
    "whose owner gets a role without rules",
    ({ containerId }) => ["update app_user set role = 'offgrid_staff' where id = $1", [`owner-${containerId}`]],
  ],
  ["whose owner is gone", ({ containerId }) => ["delete from app_user where id = $1", [`owner-${containerId}`]]],
  [
    "whose container is removed",
    ({ containerId }) => ["update container set removed_at = now() where id = $1", [containerId]],
  ],
  [
    "whose container is retired",
    ({ containerId }) => ["update container set retired_at = now() where id = $1", [containerId]],
  ],
])("a rule %s closes what it has open with the next pass", async (_, change) => {
  const one = await judging.stage({});
  await judging.send(one, [19]);
  await judgeFrames(tools);
  expect(await judging.rows(one)).toMatchObject([{ close_reason: null }]);
  await pool.query("update role set permissions = array_remove(permissions, 'rules') where id = 'offgrid_staff'");
  await pool.query(...change(one));
  await judgeFrames(tools);
  expect(await judging.rows(one)).toMatchObject([{ close_reason: "out_of_scope" }]);
  expect(await judging.messages(one)).toHaveLength(1);
});

test("a rule on a cluster follows containers that come and go", async () => {
  const one = await judging.stage({});
  await pool.query("insert into cluster (id, name) values ('west', 'West')");
  await pool.query("delete from warning_rule_container where rule_id = $1", [one.ruleId]);
  await pool.query("update warning_rule set cluster_id = 'west' where id = $1", [one.ruleId]);
  await pool.query("update container set cluster_id = 'west' where id = $1", [one.containerId]);
  await judging.send(one, [19]);
  await judgeFrames(tools);
  expect(await judging.rows(one)).toMatchObject([{ close_reason: null }]);
  await pool.query("update container set cluster_id = null where id = $1", [one.containerId]);
  await judgeFrames(tools);
  expect(await judging.rows(one)).toMatchObject([{ close_reason: "out_of_scope" }]);
});

test("what is known of rules is what is stored: another process judges them, and a rule is saved for other containers", async () => {
  const one = await judging.stage({ duration: 3_600 });
  const other = await judging.stage({});
  await judging.send(one, [19]);
  await judgeFrames(tools);
  expect(await judging.rows(one)).toEqual([]);
  // Another process judged frames of an hour ago.
  await pool.query(
    `update warning_state set state = jsonb_set(state, '{conditions,0,sinceMs}', to_jsonb((state -> 'conditions' -> 0 ->> 'sinceMs')::float8 - 3600000))
      where rule_id = $1`,
    [one.ruleId],
  );
  await judging.send(one, [19], { fromS: 10 });
  await judgeFrames(tools);
  expect(await judging.rows(one)).toMatchObject([{ close_reason: null }]);

  // Both look at it from now on; then only the second one does.
  const rule = WarningRuleInput.parse({
    ruleName: "Battery",
    sites: [other.containerId],
    conditions: [{ name: "Low", type: "below", attributes: ["battery.soc"], threshold: 40, duration: 0, keepFor: 0 }],
  });
  const save = (sites: string[]) =>
    tools.db.transaction().execute(async (tx) => {
      const { [0]: owner } = (await pool.query("select owner_id from warning_rule where id = $1", [other.ruleId])).rows;
      await closeOfRule(tx, other.ruleId, "rule_changed", bench.now());
      await saveRule(tx, { id: other.ruleId, ownerId: owner.owner_id, rule: { ...rule, sites } }, bench.now());
    });
  await pool.query("insert into container_user (container_id, user_id) values ($1, $2)", [
    one.containerId,
    `owner-${other.containerId}`,
  ]);
  const raisedByOther = async () =>
    (
      await pool.query("select container_id as id from warning where rule_id = $1 and cleared_at is null order by 1", [
        other.ruleId,
      ])
    ).rows.map(({ id }) => id);
  await save([one.containerId, other.containerId]);
  await judging.send(one, [30], { fromS: 20 });
  await judging.send(other, [30]);
  await judgeFrames(tools);
  expect(await raisedByOther()).toEqual([one.containerId, other.containerId].toSorted());
  await save([other.containerId]);
  await judging.send(one, [30], { fromS: 30 });
  await judging.send(other, [30], { fromS: 10 });
  await judgeFrames(tools);
  expect(await raisedByOther()).toEqual([other.containerId]);
});

const keysOf = async ({ containerId }: Stage) =>
  (
    await pool.query<{ ofContainer: string; ofState: string | null }>(
      `select w.states_key as "ofContainer", s.states_key as "ofState" from warning_watch w
        join warning_state s on s.container_id = w.container_id where w.container_id = $1`,
      [containerId],
    )
  ).rows[0];

test("a container's row is written once in a round, and has another key whoever writes a state", async () => {
  const one = await judging.stage({ duration: 3_600 });
  await judging.send(one, [50]);
  await judgeFrames(tools);
  const before = await keysOf(one);
  await judging.send(one, [50], { fromS: 10 });
  await judgeFrames(tools);
  expect(await keysOf(one)).toEqual(before);

  await judging.send(one, [19], { fromS: 20 });
  await judgeFrames(tools);
  const judged = await keysOf(one);
  expect(judged?.ofContainer).not.toBe(before?.ofContainer);
  // Written a second time, by the trigger, it would have a key that no state has.
  expect(judged?.ofState).toBe(judged?.ofContainer);

  await pool.query("update warning_state set due_at = now() where rule_id = $1", [one.ruleId]);
  expect(await keysOf(one)).toEqual(judged);
  // As an older version of the portal writes them.
  await pool.query("update warning_state set state = state || '{\"flaps\": [1]}' where rule_id = $1", [one.ruleId]);
  expect((await keysOf(one))?.ofContainer).not.toBe(judged?.ofContainer);
});

test("a metric that a container sends for the first time is judged, although where its others stand is known", async () => {
  const one = await judging.stage({ attributes: ["inside.temperature"], type: "above", threshold: 45 });
  await judging.send(one, [50, 50]);
  await judgeFrames(tools);
  await judging.sendHot(one, 20, 47);
  await judgeFrames(tools);
  expect(await judging.rows(one)).toMatchObject([{ value: 47, raisedS: 20 }]);
});

test("a rule that this program cannot read is paused, and its owner is notified of what is wrong with it", async () => {
  const one = await judging.stage({});
  await pool.query(
    "update warning_rule set rule = jsonb_set(rule, '{conditions,0,type}', '\"tilted\"') where id = $1",
    [one.ruleId],
  );
  await judging.send(one, [19, 19]);
  await judgeFrames(tools);
  await judgeFrames(tools);
  expect(await judging.rows(one)).toEqual([]);
  expect(await ruleOf(one)).toMatchObject({ paused: true });
  expect(await judging.messages(one)).toEqual(["warning.rule_paused 1"]);
  const { rows } = await pool.query("select data from event where container_id = $1 and code = 'warning.rule_paused'", [
    one.containerId,
  ]);
  expect(rows).toMatchObject([{ data: { ruleName: "Battery", reason: expect.stringContaining("conditions.0.type") } }]);
});

test("failures are forgotten where the rule is judged well again", async () => {
  const one = await judging.stage({});
  await judging.send(one, [50]);
  await judgeFrames(tools);
  const kept = await pool.query("select state from warning_state where rule_id = $1", [one.ruleId]);
  await pool.query(`update warning_state set state = state || '{"conditions": []}' where rule_id = $1`, [one.ruleId]);
  await judging.send(one, [50], { fromS: 10 });
  await judgeFrames(tools);
  expect(await ruleOf(one)).toEqual({ failures: 1, paused: false });
  await pool.query("update warning_state set state = $2 where rule_id = $1", [one.ruleId, kept.rows[0].state]);
  await judging.send(one, [50], { fromS: 20 });
  await judgeFrames(tools);
  expect(await ruleOf(one)).toEqual({ failures: 0, paused: false });
});
