import { randomUUID } from "node:crypto";

import { dataTopic } from "@offgrid/contract/telemetry/telemetry.topics";
import { WarningRuleInput } from "@offgrid/contract/warnings/warnings.schema";
import { pino } from "pino";
import type { z } from "zod";

import type { TestClient } from "../../testing/test-client.ts";
import { followIncidents } from "../incidents/follow-incidents.ts";
import { ackOf, type Bench, bornController } from "../ingest/telemetry.fixture.ts";
import { judgeFrames } from "./judge.ts";
import { saveRule } from "./rules.store.ts";
import { closeOfRule } from "./warnings.store.ts";
import { notifyAll } from "../notifications/fan-out.ts";

/** Containers with controllers and rules, whose frames are judged when a test says so. For tests only. */

type ConditionInput = Partial<z.input<typeof WarningRuleInput>["conditions"][number]>;

export interface Stage {
  containerId: string;
  ruleId: string;
  client: TestClient;
  /** When its first frame was measured. */
  startMs: number;
}

const lowCharge = { name: "Charge low", type: "below", attributes: ["battery.soc"], threshold: 20 } as const;

export class JudgeStage {
  readonly #bench: Bench;
  readonly tools;
  #seq = 0;

  constructor(bench: Bench) {
    this.#bench = bench;
    this.tools = { bus: bench.bus, db: bench.database.db, clock: { now: bench.now }, log: pino({ level: "silent" }) };
  }

  /** A container with a controller, somebody who sees it, and a rule of theirs. */
  async stage(...own: ConditionInput[]): Promise<Stage> {
    const containerId = `c${randomUUID().slice(0, 8)}`;
    const ownerId = `owner-${containerId}`;
    await this.#bench.addPerson(ownerId, "user");
    await this.#bench.addPerson(`other-${containerId}`, "user");
    await this.#bench.addContainer(containerId, { users: [ownerId] });
    const client = await bornController(this.#bench, containerId);
    const ruleId = await this.addRule(containerId, ...own);
    return { containerId, ruleId, client, startMs: this.#bench.now() + 1_000 };
  }

  /** A rule of whoever sees the container. @returns its id. */
  async addRule(containerId: string, ...own: ConditionInput[]): Promise<string> {
    const conditions = own.map((condition) => ({ ...lowCharge, duration: 0, keepFor: 0, ...condition }));
    const rule = WarningRuleInput.parse({ ruleName: "Battery", sites: [containerId], conditions });
    const wanted = { id: undefined, ownerId: `owner-${containerId}`, rule };
    return this.#bench.database.db.transaction().execute((tx) => saveRule(tx, wanted, this.#bench.now()));
  }

  /** Saves the rule anew, as when its owner changes it. */
  async save({ containerId, ruleId }: Stage, condition: ConditionInput): Promise<void> {
    const conditions = [{ ...lowCharge, duration: 0, keepFor: 0, ...condition }];
    const rule = WarningRuleInput.parse({ ruleName: "Battery", sites: [containerId], conditions });
    await this.#bench.database.db.transaction().execute(async (tx) => {
      await closeOfRule(tx, ruleId, "rule_changed", this.#bench.now());
      await saveRule(tx, { id: ruleId, ownerId: `owner-${containerId}`, rule }, this.#bench.now());
    });
  }

  /** Sends the charge each ten seconds from an instant on, and waits until it is stored. */
  async send(
    { containerId, client, startMs }: Stage,
    charges: readonly number[],
    { fromS = 0, atOnce = true, judged = false } = {},
  ): Promise<void> {
    const frames = charges.map((soc, index) => ({ t: startMs + (fromS + index * 10) * 1_000, v: [soc] }));
    for (const part of atOnce ? [frames] : frames.map((frame) => [frame])) {
      this.#seq++;
      const message = {
        boot: "b1",
        seq: this.#seq,
        m: ["battery.soc"],
        t: part.map(({ t }) => t),
        v: part.map(({ v }) => v),
      };
      await client.send(dataTopic.name({ containerId }), message);
      await ackOf(client, containerId, this.#seq);
      if (judged) await judgeFrames(this.tools);
    }
  }

  /** Sends the temperature inside beside the charge, once. */
  async sendHot({ containerId, client, startMs }: Stage, atS: number, inside: number): Promise<void> {
    this.#seq++;
    const names = ["battery.soc", "inside.temperature"];
    const message = { boot: "b1", seq: this.#seq, m: names, t: [startMs + atS * 1_000], v: [[50, inside]] };
    await client.send(dataTopic.name({ containerId }), message);
    await ackOf(client, containerId, this.#seq);
  }

  /** Sends these values, each ten seconds in turn, in one message. */
  async sendValues(
    { containerId, client, startMs }: Stage,
    names: readonly string[],
    rows: readonly (readonly number[])[],
    fromS = 0,
  ): Promise<void> {
    this.#seq++;
    const t = rows.map((_, index) => startMs + (fromS + index * 10) * 1_000);
    await client.send(dataTopic.name({ containerId }), { boot: "b1", seq: this.#seq, m: names, t, v: rows });
    await ackOf(client, containerId, this.#seq);
  }

  async rows({ containerId, startMs }: Stage) {
    const { rows: found } = await this.#bench.database.pool.query<Record<string, unknown>>(
      `select extract(epoch from raised_at)::float8 * 1000 as raised, extract(epoch from cleared_at)::float8 * 1000 as cleared,
        close_reason, value, severity from warning where container_id = $1 order by raised_at`,
      [containerId],
    );
    const inS = (ms: unknown) => (ms === null ? null : Math.round((Number(ms) - startMs) / 1_000));
    return found.map(({ raised, cleared, ...row }) => ({ ...row, raisedS: inS(raised), clearedS: inS(cleared) }));
  }

  /** Codes of events about warnings, with how many people were notified of each. */
  async messages({ containerId }: Stage): Promise<string[]> {
    await followIncidents(this.tools);
    await notifyAll(this.tools);
    const { rows: found } = await this.#bench.database.pool.query<{ said: string }>(
      `select e.code || ' ' || count(n.id) as said from event e left join notification n on n.event_id = e.id
      where e.container_id = $1 and e.code like 'warning.%' group by e.id, e.code, e.at order by e.at, e.code desc`,
      [containerId],
    );
    return found.map(({ said }) => said);
  }

  /** The same, once all that is calm has been so for a quarter of an hour. */
  async messagesAfterwards(stage: Stage): Promise<string[]> {
    this.#bench.skip(16 * 60_000);
    return this.messages(stage);
  }

  async settle(): Promise<void> {
    await this.#bench.database.pool.query("update role_lease set since = since - interval '1 hour'");
  }
}
