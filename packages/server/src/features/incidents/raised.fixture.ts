import { randomUUID } from "node:crypto";

import type { Incident } from "@offgrid/contract/incidents/incidents.schema";
import { type WarningCondition, WarningRuleInput } from "@offgrid/contract/warnings/warnings.schema";
import { vi } from "vitest";
import type { z } from "zod";

import { type Actor, thePortal } from "../../testing/cast.ts";
import { saveRule } from "../warnings/rules.store.ts";
import { insertRaised } from "../warnings/warnings.store.ts";

/** Warnings of people's containers, as rules raise them, and the incidents that people see of them. For tests only. */

export const inTime = { timeout: 50_000 };
export type Condition = z.input<typeof WarningCondition>;

const low: Condition = {
  name: "Charge low",
  type: "event",
  attributes: ["door.opened"],
  threshold: 1,
  window: 3600,
  duration: 0,
};

export const silent: Condition = { name: "Silent", type: "silent", attributes: [], duration: 900 };

/** A rule of somebody, with what it raises at its containers. */
export async function raise(
  owner: Actor,
  sites: string[],
  {
    condition = low,
    severity = "warning",
    attribute = null,
    value = null,
  }: {
    condition?: Condition;
    severity?: "warning" | "critical";
    attribute?: string | null;
    value?: number | null;
  } = {},
) {
  const { database } = await thePortal();
  // Without asking whether the containers have ever sent what it looks at.
  const rule = WarningRuleInput.parse({ ruleName: condition.name, sites, severity, conditions: [condition] });
  const ruleId = await database.db
    .transaction()
    .execute((tx) => saveRule(tx, { id: undefined, ownerId: owner.userId, rule }, Date.now()));
  const rows = sites.map((containerId) => ({
    id: randomUUID(),
    ruleId,
    containerId,
    ruleName: condition.name,
    content: condition.name,
    note: "",
    isShadow: false,
    severity,
    attribute,
    value,
    raisedMs: Date.now() - 1_000,
    foundMs: null,
    clearedMs: null,
    closeReason: null,
    blindMs: null,
    isFlapping: false,
    isWorse: false,
    isLate: false,
  }));
  await insertRaised(database.db, rows);
  return rows.map(({ id }) => id);
}

/** Waits until the incidents that somebody sees are so. */
export async function seen(person: Actor, isSo: (incidents: Incident[]) => boolean): Promise<Incident[]> {
  let found: Incident[] = [];
  await vi.waitUntil(async () => {
    found = (await person.call("incidentList", {})).data;
    return isSo(found);
  }, inTime);
  return found;
}

export const clear = async (ids: readonly string[]) =>
  void (await (
    await thePortal()
  ).database.pool.query("update warning set cleared_at = now(), close_reason = 'data' where id = any($1)", [ids]));
