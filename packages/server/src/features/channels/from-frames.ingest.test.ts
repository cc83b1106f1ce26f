import { createECDH } from "node:crypto";

import { expect, onTestFinished, test } from "vitest";

import { startStandIn } from "../../testing/stand-in.ts";
import { followIncidents } from "../incidents/follow-incidents.ts";
import { benchOfFile } from "../ingest/telemetry.fixture.ts";
import { JudgeStage } from "../warnings/judge.fixture.ts";
import { judgeFrames } from "../warnings/judge.ts";
import { removeRule } from "../warnings/rules.store.ts";
import { closeOfRule } from "../warnings/warnings.store.ts";
import { openPush } from "./browser.fixture.ts";
import { benchOf } from "./channels.fixture.ts";

const bench = await benchOfFile();
const judging = new JudgeStage(bench);

const minuteMs = 60_000;

/** A browser that takes messages, and what its person opens by one of them. */
function aBrowser() {
  const browser = createECDH("prime256v1");
  browser.generateKeys();
  const auth = Buffer.alloc(16, 5);
  return {
    keys: { p256dh: browser.getPublicKey("base64url"), auth: auth.toString("base64url") },
    opens: (body: Buffer) => (JSON.parse(openPush(body, browser, auth)) as { url: string }).url,
  };
}

test("what a controller measures reaches a person as a warning by a rule of theirs, and as over once it is back", async () => {
  const service = await startStandIn({ body: "ok" });
  onTestFinished(() => service.stop());
  const askedAt = (path: string) => service.asked.filter((one) => one.path === path).map(({ body }) => body);
  const messages = () => askedAt("/hook").map((body) => JSON.parse(body.toString()) as { text: string; link: string });
  const texts = () => messages().map(({ text }) => text);
  const channels = benchOf(bench.database, {}, bench.now());
  /** Lets time pass, and everybody do what is theirs then: judge, follow, plan and send. */
  const pass = async (ms: number) => {
    bench.skip(ms);
    channels.clock.advance(bench.now() - channels.clock.now());
    await judgeFrames(judging.tools);
    await followIncidents(channels.tools);
    await channels.run();
  };
  const stage = await judging.stage({ duration: 20, keepFor: 20 });
  const { containerId } = stage;
  const owner = `owner-${containerId}`;
  const browser = aBrowser();
  await channels.channel(owner, { kind: "webhook", url: `${service.url}/hook`, secret: "secret" });
  await channels.channel(owner, { kind: "push", endpoint: `${service.url}/push`, ...browser.keys });
  await judging.send(stage, [50, 19, 18, 18, 17]);
  await pass(minuteMs);
  expect(texts()).toEqual([]);
  await pass(minuteMs);
  const raised = `Warning: Charge low, The ${containerId}`;
  expect(texts()).toEqual([raised]);
  await judging.send(stage, [30, 40, 41, 42], { fromS: 50 });
  await pass(minuteMs);
  expect(texts()).toEqual([raised]);
  await pass(15 * minuteMs);
  expect(texts()).toEqual([raised, `Over: Charge low, The ${containerId}`]);
  const { rows } = await bench.database.pool.query<{ id: string; state: string; deliveries: string[] }>(
    `select i.id, i.state, array_agg(d.kind || ' ' || d.state order by d.id) as deliveries
    from incident i join delivery d on d.incident_id = i.id where d.channel_kind = 'webhook' group by i.id`,
  );
  expect(rows).toMatchObject([{ state: "resolved", deliveries: ["raised sent", "cleared sent"] }]);
  const page = `/warning/history?incident=${rows[0]?.id}`;
  expect(messages().map(({ link }) => link)).toEqual([page, page].map((path) => `https://portal.example.org${path}`));
  expect(askedAt("/push").map((body) => browser.opens(body))).toEqual([page, page]);
  await pass(60 * minuteMs);
  expect(service.asked).toHaveLength(4);
});

test.each([
  ["deleted", "rule_removed"],
  ["changed", "rule_changed"],
] as const)(
  "what was told to have begun is told to be over once, on the same channels, when its rule is %s",
  async (done, reason) => {
    const service = await startStandIn({ body: "ok" });
    onTestFinished(() => service.stop());
    const channels = benchOf(bench.database, {}, bench.now());
    const { db } = bench.database;
    const pass = async (ms: number) => {
      bench.skip(ms);
      channels.clock.advance(bench.now() - channels.clock.now());
      await judgeFrames(judging.tools);
      await followIncidents(channels.tools);
      await channels.run();
    };
    const stage = await judging.stage({ duration: 20, keepFor: 20 });
    const { containerId, ruleId } = stage;
    await channels.channel(`owner-${containerId}`, { kind: "webhook", url: `${service.url}/hook`, secret: "secret" });
    const said = () => service.asked.map(({ body }) => JSON.parse(body.toString()) as { text: string });
    await judging.send(stage, [50, 19, 18, 18, 17]);
    await pass(minuteMs);
    await pass(minuteMs);
    const raised = `Warning: Charge low, The ${containerId}`;
    expect(said().map(({ text }) => text)).toEqual([raised]);
    await db.transaction().execute(async (tx) => {
      await closeOfRule(tx, ruleId, reason, bench.now());
      if (reason === "rule_removed") await removeRule(tx, ruleId);
    });
    await pass(minuteMs);
    expect(said().map(({ text }) => text)).toEqual([raised]);
    await pass(15 * minuteMs);
    expect(said().map(({ text }) => text)).toEqual([
      raised,
      `Over, since its rule was ${done}: Charge low, The ${containerId}`,
    ]);
    await pass(60 * minuteMs);
    expect(service.asked).toHaveLength(2);
  },
);
