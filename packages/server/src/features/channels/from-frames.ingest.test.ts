import { expect, onTestFinished, test } from "vitest";

import { startStandIn } from "../../testing/stand-in.ts";
import { followIncidents } from "../incidents/follow-incidents.ts";
import { benchOfFile } from "../ingest/telemetry.fixture.ts";
import { JudgeStage } from "../warnings/judge.fixture.ts";
import { judgeFrames } from "../warnings/judge.ts";
import { benchOf } from "./channels.fixture.ts";

const bench = await benchOfFile();
const judging = new JudgeStage(bench);

const minuteMs = 60_000;

test("what a controller measures reaches a person as a warning by a rule of theirs, and as over once it is back", async () => {
  const service = await startStandIn({ body: "ok" });
  onTestFinished(() => service.stop());
  const texts = () => service.asked.map(({ body }) => (JSON.parse(body.toString()) as { text: string }).text);
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
  await channels.channel(`owner-${containerId}`, { kind: "webhook", url: `${service.url}/hook`, secret: "secret" });
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
  const { rows } = await bench.database.pool.query<{ kind: string; state: string; incident: string }>(
    `select d.kind, d.state, i.state as incident from delivery d join incident i on i.id = d.incident_id order by d.id`,
  );
  expect(rows).toEqual([
    { kind: "raised", state: "sent", incident: "resolved" },
    { kind: "cleared", state: "sent", incident: "resolved" },
  ]);
  await pass(60 * minuteMs);
  expect(texts()).toHaveLength(2);
});
