import { randomUUID } from "node:crypto";

import type { NewsKind } from "@offgrid/contract/channels/delivery-moves";
import type { ChannelHours } from "@offgrid/contract/channels/channel-hours";
import type { Role } from "@offgrid/contract/core/access";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import type { WarningSeverity } from "@offgrid/contract/warnings/warning-types";
import { pino } from "pino";
import { onTestFinished } from "vitest";

import { MemoryBus } from "../../bus/memory.bus.ts";
import { Limits } from "../../calls/limits.ts";
import { type Config, readConfig } from "../../config/config.ts";
import { SecretBox } from "../../core/secret-box.ts";
import { openMailer } from "../../mail/mailer.ts";
import { Outbox } from "../../mail/outbox.ts";
import { standInNetworks } from "../../testing/stand-in.ts";
import { testClock } from "../../testing/test-clock.ts";
import type { TestDatabase } from "../../testing/test-database.ts";
import { registerContainer } from "../containers/registration.ts";
import * as users from "../users/users.store.ts";
import { deliverAll } from "./deliver.ts";
import { planAll } from "./planner.ts";
import { Sender } from "./sender.ts";
import { hashOfTarget, sealTarget, type Target } from "./target.ts";

export const box = new SecretBox(Buffer.alloc(32, 7));

/** People, containers, incidents and channels in a database, with what plans and sends. */
export function benchOf(database: TestDatabase, settings: Partial<Config> = {}, startMs = Date.UTC(2026, 10, 20, 12)) {
  const { db, pool } = database;
  const clock = testClock(startMs);
  const config: Config = {
    ...readConfig({ OUTSIDE_SERVICES: "off", PUBLIC_URL: "https://portal.example.org" }),
    externalAllow: standInNetworks,
    ...settings,
  };
  const log = pino({ level: "silent" });
  const mailer = openMailer(config);
  const outbox = new Outbox({ db, clock, box, mailer });
  onTestFinished(() => outbox.close());
  const sender = new Sender({ config, db, clock, box, outbox, limits: new Limits({ db, clock }) });
  const tools = { bus: new MemoryBus(log), db, clock, log, box, sender, url: "https://portal.example.org" };
  return {
    db,
    pool,
    clock,
    tools,
    sender,
    run: async () => {
      await planAll(tools);
      await deliverAll(tools);
    },
    ...peopleOf(database, () => clock.now()),
  };
}

export interface ChannelOptions {
  severity?: WarningSeverity;
  timing?: "steps" | "at_once";
  hours?: ChannelHours;
  template?: string;
}

function peopleOf({ db, pool }: TestDatabase, now: () => number) {
  const container = async (name: string, ...userIds: string[]) => {
    const containerId = `${name.toLowerCase()}-${randomUUID().slice(0, 8)}`;
    await db
      .transaction()
      .execute((tx) => registerContainer(tx, { containerId, name, serialNumber: `SN-${containerId}`, users: [] }));
    for (const userId of userIds) await db.insertInto("containerUser").values({ containerId, userId }).execute();
    return containerId;
  };
  const person = async (firstName: string, role: Role = "user", language?: LocaleCode) => {
    const email = `${firstName.toLowerCase()}.${randomUUID().slice(0, 6)}@example.org`;
    const more = language === undefined ? {} : { language };
    return (await users.insert(db, { email, role, passwordHash: "none", firstName, ...more })) as string;
  };
  const channel = async (userId: string, target: Target, options: ChannelOptions = {}) => {
    const id = randomUUID();
    const { severity = "warning", timing = "at_once", hours, template } = options;
    await pool.query(
      `insert into channel (id, user_id, kind, name, sealed, target_hash, severity, timing, hours, template, created_at)
        values ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, now())`,
      [
        id,
        userId,
        target.kind,
        sealTarget(box, target),
        hashOfTarget(target),
        severity,
        timing,
        hours && JSON.stringify(hours),
        template,
      ],
    );
    return id;
  };
  return { container, person, channel, ...incidentsOf(pool, now) };
}

function incidentsOf(pool: TestDatabase["pool"], now: () => number) {
  const news = async (
    incidentId: string,
    kind: Exclude<NewsKind, "while_dark">,
    severity: WarningSeverity = "warning",
    data = {},
  ) => {
    await pool.query("insert into incident_news (incident_id, kind, severity, at, data) values ($1, $2, $3, $4, $5)", [
      incidentId,
      kind,
      severity,
      new Date(now()),
      JSON.stringify(data),
    ]);
    await pool.query("update incident set last_news_at = $2 where id = $1", [incidentId, new Date(now())]);
  };
  /** @param by Who acknowledged it. */
  const set = async (incidentId: string, state: "open" | "acknowledged" | "calm" | "resolved", by?: string) => {
    await pool.query("update incident set state = $2 where id = $1", [incidentId, state]);
    await pool.query(
      `update warning set acknowledged_at = $2, acknowledged_until = $2::timestamptz + interval '4 hours', acknowledged_by = $3
        where id in (select warning_id from incident_member where incident_id = $1)`,
      [incidentId, state === "acknowledged" ? new Date(now()) : null, by ?? null],
    );
  };
  return {
    news,
    set,
    /** The rule that has raised all of an incident. @returns its id. */
    rule: async (incidentId: string, ownerId: string) => {
      const ruleId = randomUUID();
      const conditions = [
        { name: "Charge low", type: "below", attributes: ["battery.soc"], threshold: 20, duration: 600 },
      ];
      await pool.query(
        `insert into warning_rule (id, owner_id, rule, enabled, created_at, updated_at)
          values ($1, $2, $3, true, now(), now())`,
        [ruleId, ownerId, JSON.stringify({ ruleName: "Charge low", sites: ["x"], conditions })],
      );
      await pool.query(
        `update warning set rule_id = $2, rule_name = 'Charge low'
          where id in (select warning_id from incident_member where incident_id = $1)`,
        [incidentId, ruleId],
      );
      return ruleId;
    },
    /** With one open warning at each container. */
    incident: async (containerIds: readonly string[], severity: WarningSeverity = "warning") => {
      const id = randomUUID();
      const at = new Date(now());
      await pool.query(
        `insert into incident (id, state, cause, cause_key, severity, began_at, gather_until) values ($1, 'open', 'single', $1, $2, $3, $3)`,
        [id, severity, at],
      );
      for (const containerId of containerIds) {
        const warningId = randomUUID();
        await pool.query(
          `insert into warning (id, container_id, rule_name, content, note, is_shadow, severity, attribute, value, raised_at)
            values ($1, $2, 'Rule', 'Charge low', 'Save power', false, $3, 'battery.soc', 18, $4)`,
          [warningId, containerId, severity, at],
        );
        await pool.query(
          "insert into incident_member (warning_id, incident_id, joined_at, is_dark) values ($1, $2, $3, false)",
          [warningId, id, at],
        );
      }
      return id;
    },
    /** Everything of it is over. */
    end: async (incidentId: string) => {
      await pool.query(
        `update warning set cleared_at = $2, close_reason = 'data' where id in (select warning_id from incident_member where incident_id = $1)`,
        [incidentId, new Date(now())],
      );
      await set(incidentId, "resolved");
      await news(incidentId, "cleared");
    },
    /** What became of the deliveries of an incident, in their order. */
    fates: async (incidentId: string) => {
      const { rows } = await pool.query<{ kind: string; state: string; reason: string | null }>(
        "select kind, state, reason from delivery where incident_id = $1 order by id",
        [incidentId],
      );
      return rows.map(({ kind, state, reason }) => [kind, state, reason].filter(Boolean).join(" "));
    },
  };
}
