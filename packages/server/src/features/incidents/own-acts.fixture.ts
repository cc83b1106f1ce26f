import { randomUUID } from "node:crypto";

import type { WarningSeverity } from "@offgrid/contract/warnings/warning-types";

import type { Db } from "../../core/db.ts";
import type { TestDatabase } from "../../testing/test-database.ts";
import { benchOf } from "../channels/channels.fixture.ts";
import { followIncidents } from "./follow-incidents.ts";
import { incidentHandlers } from "./incidents.handlers.ts";

const minuteMs = 60_000;

/** Warnings that become incidents, which channels tell, on one clock; and what people do with them. For tests only. */
export function stageOf(database: TestDatabase) {
  const bench = benchOf(database);
  const { db, clock } = bench;
  const follow = async () => {
    await followIncidents({ db, clock });
    await bench.run();
  };
  const act = <Answer>(userId: string, what: (context: never) => Promise<Answer>) =>
    db.transaction().execute((tx: Db) => what({ actor: { userId }, db: tx, clock, audit: () => undefined } as never));
  return {
    bench,
    follow,
    /** Time passes, and what is due is followed and sent. */
    pass: async (minutes: number) => {
      for (let gone = 0; gone < minutes; gone++) {
        clock.advance(minuteMs);
        await follow();
      }
    },
    /** @returns the id of the warning. */
    raise: async (containerId: string, content: string, severity: WarningSeverity = "warning") => {
      const id = randomUUID();
      await bench.pool.query(
        `insert into warning (id, container_id, rule_name, content, note, is_shadow, severity, raised_at)
          values ($1, $2, $3, $3, '', false, $4, $5)`,
        [id, containerId, content, severity, new Date(clock.now())],
      );
      await follow();
      return id;
    },
    incidentOf: async (warningId: string) => {
      const { rows } = await bench.pool.query<{ id: string }>(
        "select incident_id as id from incident_member where warning_id = $1",
        [warningId],
      );
      return rows[0]?.id ?? "";
    },
    merge: (userId: string, id: string, into: string) =>
      act(userId, (context) => incidentHandlers.incidentMerge({ id, into, reason: "One cable" }, context)),
    split: async (userId: string, id: string, warningId: string) =>
      (await act(userId, (context) => incidentHandlers.incidentSplit({ id, warningId }, context))).data.id,
  };
}
