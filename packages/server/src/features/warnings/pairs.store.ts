import type { WarningState } from "@offgrid/contract/warnings/warning-state";
import { type RawBuilder, sql } from "kysely";

import { type Db, toTime } from "../../core/db.ts";
import type { HeldContainer } from "./judged.store.ts";
import { type KeyedContainer, type KnownPair, knownPairs, remember } from "./known-states.ts";

/** Pairs of a rule and a container that it looks at (`warning_state`), read and written for many containers at once. */

/** What a rule says of all its pairs. */
interface RuleFacts {
  ownerId: string;
  updatedMs: number;
  /** Of the rule's row: another one whenever anything in it changes. */
  version: string;
  /** Where the rule failed last; null: nowhere, or it was well there since. */
  failedContainerId: string | null;
}

export interface Pair extends RuleFacts, KnownPair {
  containerId: string;
}

/** Of a container that is judged as a whole all rules, of others those that are due then. */
export async function listPairs(tx: Db, containers: readonly HeldContainer[], dueMs: number): Promise<Pair[]> {
  const whole = containers.filter(({ isWhole }) => isWhole);
  const unread = whole.filter((one) => !knownPairs(one));
  const read = unread.length === 0 ? [] : await readPairs(tx, sql`s.container_id = any(${idsOf(unread)}::text[])`);
  const ofContainer = byContainer(read);
  for (const one of unread) remember(one, ofContainer.get(one.containerId) ?? []);
  const others = containers.filter(({ isWhole }) => !isWhole);
  const due =
    others.length === 0
      ? []
      : await readPairs(tx, sql`s.container_id = any(${idsOf(others)}::text[]) and s.due_at <= ${toTime(dueMs)}`);
  const found: [containerId: string, pair: KnownPair][] = [
    ...whole.flatMap((one) => {
      const known = knownPairs(one)?.values() ?? ofContainer.get(one.containerId) ?? [];
      return Array.from(known, (pair): [string, KnownPair] => [one.containerId, pair]);
    }),
    ...due.map((pair): [string, KnownPair] => [pair.containerId, pair]),
  ];
  const rules = await listRuleFacts(tx, [...new Set(found.map(([, { ruleId }]) => ruleId))]);
  const pairs: Pair[] = [];
  // Thousands each second: copying whole objects would cost more than judging them.
  for (const [containerId, { ruleId, fingerprint, state }] of found) {
    const rule = rules.get(ruleId);
    if (!rule) continue;
    const { ownerId, updatedMs, version, failedContainerId } = rule;
    pairs.push({ ruleId, containerId, fingerprint, state, ownerId, updatedMs, version, failedContainerId });
  }
  return pairs;
}

export function byContainer<One extends { containerId: string }>(ones: readonly One[]): Map<string, One[]> {
  const found = new Map<string, One[]>();
  for (const one of ones) {
    const own = found.get(one.containerId);
    if (own) own.push(one);
    else found.set(one.containerId, [one]);
  }
  return found;
}

const idsOf = (containers: readonly KeyedContainer[]) => containers.map(({ containerId }) => containerId);

async function readPairs(tx: Db, which: RawBuilder<unknown>): Promise<(KnownPair & { containerId: string })[]> {
  const { rows } = await sql<KnownPair & { containerId: string }>`
    select s.rule_id, s.container_id, s.fingerprint, s.state from warning_state s where ${which}
    order by s.container_id, s.rule_id`.execute(tx);
  return rows;
}

/** Of rules that are judged: neither off nor paused. */
async function listRuleFacts(tx: Db, ids: readonly string[]): Promise<Map<string, RuleFacts>> {
  const { rows } = await sql<RuleFacts & { id: string }>`
    select id, owner_id, round(date_part('epoch', updated_at) * 1000) as updated_ms, xmin::text as version,
      failed_container_id
    from warning_rule where enabled and paused_at is null and id = any(${[...ids]}::text[])`.execute(tx);
  return new Map(rows.map(({ id, ...rule }) => [id, rule]));
}

export interface SavedState {
  ruleId: string;
  containerId: string;
  fingerprint: string;
  /** Undefined: it stays as it is. Null: the rule does not concern the container. */
  state: WarningState | null | undefined;
  /** When time alone may change something; undefined: only what comes may. */
  dueMs: number | undefined;
}

/**
 * @param isTick What was due before is done; else it stays due.
 * @returns what is stored now, of those whose state is another one.
 */
export async function saveStates(
  tx: Db,
  states: readonly SavedState[],
  isTick: boolean,
): Promise<(KnownPair & { containerId: string })[]> {
  if (states.length === 0) return [];
  const texts = states.map(({ state }) => (state ? JSON.stringify(state) : null));
  await sql`update warning_state s set fingerprint = saved.fingerprint,
      state = case when saved.is_kept then s.state else saved.state::jsonb end,
      due_at = case when ${isTick} then to_timestamp(saved.due / 1000)
        else least(s.due_at, to_timestamp(saved.due / 1000)) end
    from unnest(${states.map(({ ruleId }) => ruleId)}::text[], ${states.map(({ containerId }) => containerId)}::text[],
      ${states.map(({ fingerprint }) => fingerprint)}::text[],
      ${texts}::text[],
      ${states.map(({ state }) => state === undefined)}::boolean[], ${states.map(({ dueMs }) => dueMs ?? null)}::float8[])
      as saved (rule_id, container_id, fingerprint, state, is_kept, due)
    where s.rule_id = saved.rule_id and s.container_id = saved.container_id`.execute(tx);
  return states.flatMap(({ ruleId, containerId, fingerprint, state }, index) => {
    if (state === undefined) return [];
    const text = texts[index];
    return [{ ruleId, containerId, fingerprint, state: text ? (JSON.parse(text) as WarningState) : null }];
  });
}
