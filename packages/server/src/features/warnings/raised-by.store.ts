import { findOutput } from "@offgrid/contract/devices/output-kinds";
import { conditionOf } from "@offgrid/contract/warnings/measured-words";
import { ruleAt, type RulePlace } from "@offgrid/contract/warnings/rule-at";
import { levelPassed } from "@offgrid/contract/warnings/warning-levels";
import type { RaisedBy, WarningCondition } from "@offgrid/contract/warnings/warnings.schema";
import { sql } from "kysely";
import type { z } from "zod";

import { type Db, nameOfOutput } from "../../core/db.ts";
import { readRules } from "./parsed-rules.ts";

/** What warnings were raised by: the level of their rule, and the command that was not carried out. */

type Raised = z.input<typeof RaisedBy>;

interface RaisedRow extends RulePlace {
  id: string;
  /** Null: it was changed since, or is gone, so that nobody knows what it said then. */
  ruleId: string | null;
  version: string | null;
  content: string;
  attribute: string | null;
  value: number | null;
}

/** By the id of the warning; those of which nothing is known are left out. */
export async function readRaisedBy(db: Db, warningIds: readonly string[]): Promise<Map<string, Raised>> {
  if (warningIds.length === 0) return new Map();
  const { rows } = await sql<RaisedRow>`
    select w.id, r.id as rule_id, r.xmin::text as version, w.content, w.attribute, w.value, w.container_id, c.cluster_id,
      c.kit_id
    from warning w join container c on c.id = w.container_id
      -- A change closes what is open: what was open later than that is of the rule as it is.
      left join warning_rule r on r.id = w.rule_id
        and (w.cleared_at is null or (w.close_reason <> 'rule_changed' and w.cleared_at >= r.updated_at))
    where w.id = any(${[...warningIds]}::text[])`.execute(db);
  const pairs = rows.flatMap(({ ruleId, version }) =>
    ruleId !== null && version !== null ? [{ ruleId, version }] : [],
  );
  const rules = await readRules(db, pairs);
  const found = new Map<string, Raised>();
  for (const row of rows) {
    const rule = row.ruleId === null ? undefined : rules.get(row.ruleId);
    const condition = rule && conditionOf(ruleAt(rule, row)?.conditions ?? [], row);
    const raised = condition ? raisedBy(condition, row.value) : ofCommandOnly(row);
    if (raised) found.set(row.id, raised);
  }
  return withCommands(db, found);
}

function raisedBy(condition: WarningCondition, value: number | null): Raised {
  const { type, attributes, clearAt } = condition;
  const level = levelPassed(condition, value);
  return { type, attributes, level, ...(clearAt !== undefined && { clearLevel: clearAt }), command: null };
}

/** Only rules about commands look at outputs, or at all of them. */
function ofCommandOnly({ attribute }: RaisedRow): Raised | undefined {
  const isOfCommand = attribute === "" || (attribute !== null && findOutput(attribute) !== undefined);
  return isOfCommand
    ? { type: "command", attributes: attribute === "" ? [] : [attribute], level: null, command: null }
    : undefined;
}

type CommandRow = NonNullable<Raised["command"]> & { id: string };

async function withCommands(db: Db, raised: Map<string, Raised>): Promise<Map<string, Raised>> {
  const asked = [...raised].flatMap(([id, { type, attributes }]) =>
    type === "command" ? [{ id, targets: attributes }] : [],
  );
  if (asked.length === 0) return raised;
  const { rows } = await sql<CommandRow>`
    select w.id, k.id as command_id, k.op, k.target, ${nameOfOutput(sql`k.container_id`, sql`k.target`)} as output_name,
      k.wanted, k.state, k.reason, k.is_late
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked (id text, targets jsonb)
      join warning w on w.id = asked.id
      cross join lateral (select * from command
        where container_id = w.container_id and state in ('failed', 'refused', 'expired', 'unknown')
          and (asked.targets = '[]' or asked.targets ? target)
          -- Instants of warnings are whole milliseconds.
          and ended_at < w.raised_at + interval '1 millisecond' and created_at between w.raised_at - interval '2 days' and w.raised_at
        order by ended_at desc, id limit 1) as k`.execute(db);
  for (const { id, ...command } of rows) {
    const one = raised.get(id);
    if (one) raised.set(id, { ...one, command });
  }
  return raised;
}
