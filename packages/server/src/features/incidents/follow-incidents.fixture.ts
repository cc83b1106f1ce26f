import { randomUUID } from "node:crypto";

import type { WarningSeverity } from "@offgrid/contract/warnings/warning-types";
import { WarningRuleInput } from "@offgrid/contract/warnings/warnings.schema";

import { type TestDatabase, testDatabase } from "../../testing/test-database.ts";
import { testClock } from "../../testing/test-clock.ts";
import { saveRule } from "../warnings/rules.store.ts";
import { insertRaised } from "../warnings/warnings.store.ts";
import { followIncidents } from "./follow-incidents.ts";

/** Containers with warnings as rules raise them, and incidents that follow them when a test says so. For tests only. */

export const silence = { name: "Silent", type: "silent", attributes: [], duration: 900 } as const;
const lowCharge = {
  name: "Charge low",
  type: "below",
  attributes: ["battery.soc"],
  threshold: 20,
  duration: 0,
} as const;

export class IncidentStage {
  readonly database: TestDatabase;
  readonly clock = testClock();
  readonly tools;

  constructor(database: TestDatabase) {
    this.database = database;
    this.tools = { db: database.db, clock: this.clock };
  }

  static async open(): Promise<IncidentStage> {
    return new IncidentStage(await testDatabase());
  }

  /** Containers with a SIM card of one operator, and somebody who sees them all. @returns their ids. */
  async addContainers(operator: string, count: number): Promise<string[]> {
    const { rows } = await this.database.pool.query<{ id: string }>(
      `insert into container (id, name, serial_number, secret_hash)
        select $1 || '-' || n, $1 || ' ' || n, $1 || '-' || n, '' from generate_series(1, $2) as n returning id`,
      [operator, count],
    );
    await this.database.pool.query(
      "insert into sim_card (container_id, operator) select id, $1 from container where id like $1 || '-%'",
      [operator],
    );
    return rows.map(({ id }) => id);
  }

  /** Rules of somebody, about silence and about charge. */
  async addRules(containers: readonly string[]): Promise<{ dark: string; low: string }> {
    const ownerId = randomUUID();
    await this.database.db
      .insertInto("appUser")
      .values({ id: ownerId, email: `${ownerId}@example.org`, role: "admin", setting: "{}" })
      .execute();
    const save = (condition: typeof silence | typeof lowCharge) => {
      const rule = WarningRuleInput.parse({
        ruleName: condition.name,
        sites: [...containers],
        conditions: [condition],
      });
      return this.database.db
        .transaction()
        .execute((tx) => saveRule(tx, { id: undefined, ownerId, rule }, this.clock.now()));
    };
    return { dark: await save(silence), low: await save(lowCharge) };
  }

  /** Raised a moment ago, each one second after the other. @returns their ids. */
  async raise(
    ruleId: string,
    containers: readonly string[],
    { content = "Silent", severity = "warning" as WarningSeverity, apartMs = 0 } = {},
  ): Promise<string[]> {
    const rows = containers.map((containerId, index) => ({
      id: randomUUID(),
      ruleId,
      containerId,
      ruleName: content,
      content,
      note: "",
      isShadow: false,
      severity,
      attribute: null,
      value: null,
      raisedMs: this.clock.now() + index * apartMs,
      foundMs: null,
      clearedMs: null,
      closeReason: null,
      blindMs: null,
      isFlapping: false,
      isWorse: false,
      isLate: false,
    }));
    await insertRaised(this.database.db, rows);
    return rows.map(({ id }) => id);
  }

  async clear(ids: readonly string[]): Promise<void> {
    await this.database.pool.query(
      "update warning set cleared_at = greatest(raised_at, $1), close_reason = 'data' where id = any($2)",
      [new Date(this.clock.now()), ids],
    );
  }

  async follow(passMs = 0): Promise<void> {
    this.clock.advance(passMs);
    await followIncidents(this.tools);
  }

  async incidents() {
    const { rows } = await this.database.pool.query<{ id: string; cause_key: string; state: string; members: number }>(
      `select id, cause_key, state, severity, reopened, merged_into,
        (select count(*)::int from incident_member where incident_id = i.id) as members
      from incident i order by began_at, cause_key, id`,
    );
    return rows;
  }

  /** What people are to be told, in order. */
  async news(): Promise<string[]> {
    const { rows } = await this.database.pool.query<{ said: string }>(
      "select kind || ' ' || severity as said from incident_news order by id",
    );
    return rows.map(({ said }) => said);
  }

  async reset(): Promise<void> {
    await this.database.pool.query("delete from warning; delete from incident; delete from incident_stale");
  }
}
