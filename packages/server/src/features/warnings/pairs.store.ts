import { randomUUID } from "node:crypto";

import type { WarningState } from "@offgrid/contract/warnings/warning-state";
import { type RawBuilder, sql } from "kysely";

import { type Db, prepared, toTime } from "../../core/db.ts";
import type { HeldContainer } from "./judged.store.ts";
import { type KeyedContainer, type KnownPair, knownPairs, remember } from "./known-states.ts";

/** Pairs of a rule and a container that it looks at (`warning_state`), read and written for many containers at once. */

/** What a rule says of all its pairs. */
export interface RuleFacts {
  ruleId: string;
  ownerId: string;
  updatedMs: number;
  /** Of the rule's row: another one whenever anything in it changes. */
  version: string;
  /** Where the rule failed last; null: nowhere, or it was well there since. */
  failedContainerId: string | null;
}

/** A rule at a container. */
export interface Pair extends Pick<RuleFacts, "ruleId" | "ownerId" | "failedContainerId"> {
  containerId: string;
}

/** By container: of one that is judged as a whole all pairs, of others those that are due then. */
export async function listKnown(
  tx: Db,
  containers: readonly HeldContainer[],
  dueMs: number,
): Promise<Map<string, readonly KnownPair[]>> {
  const found = new Map<string, readonly KnownPair[]>();
  const unread = containers.filter((one) => one.isWhole && !knownPairs(one));
  const read = unread.length === 0 ? [] : await readPairs(tx, sql`s.container_id = any(${idsOf(unread)}::text[])`);
  const ofContainer = byContainer(read);
  for (const one of unread) remember(one, ofContainer.get(one.containerId) ?? []);
  for (const one of containers) {
    if (!one.isWhole) continue;
    const known = knownPairs(one);
    found.set(one.containerId, known ? [...known.values()] : (ofContainer.get(one.containerId) ?? []));
  }
  const others = containers.filter(({ isWhole }) => !isWhole);
  if (others.length === 0) return found;
  const due = sql`s.container_id = any(${idsOf(others)}::text[]) and s.due_at <= ${toTime(dueMs)}`;
  for (const [containerId, pairs] of byContainer(await readPairs(tx, due))) found.set(containerId, pairs);
  return found;
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

/** Those of these rules that are judged: neither off nor paused. */
export async function listRuleFacts(tx: Db, pairs: Iterable<readonly KnownPair[]>): Promise<RuleFacts[]> {
  const ids = new Set<string>();
  for (const own of pairs) for (const { ruleId } of own) ids.add(ruleId);
  const { rows } = await sql<RuleFacts>`
    select ${prepared} id as rule_id, owner_id, round(date_part('epoch', updated_at) * 1000) as updated_ms,
      xmin::text as version, failed_container_id
    from warning_rule where enabled and paused_at is null and id = any(${[...ids]}::text[])`.execute(tx);
  return rows;
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

/** Does it come back the same when it is written as JSON? */
function isJson(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return value !== undefined;
  return Object.values(value).every(isJson);
}

/** As one text: in an array, the program would look for quotation marks in each. @param texts Of one line each. */
const textArray = (texts: readonly string[]) => sql`string_to_array(${texts.join("\n")}, E'\n')`;

const literal = (values: readonly (number | boolean | undefined)[]) =>
  `{${values.map((value) => value ?? "null").join(",")}}`;

/** Up to which frame the rules of a container are judged now. */
export interface Mark {
  containerId: string;
  atMs: number;
}

export interface Stored {
  /** Of the containers of these pairs, from now on. */
  statesKey: string;
  /** What is stored now, by container, of those whose state is another one. */
  pairs: ReadonlyMap<string, readonly KnownPair[]>;
}

/**
 * In one statement: each is a round trip, and each changed row of a container a copy of it.
 * @param isTick What was due before is done; else it stays due.
 */
export async function saveJudged(
  tx: Db,
  states: readonly SavedState[],
  marks: readonly Mark[],
  isTick: boolean,
): Promise<Stored> {
  const statesKey = randomUUID();
  const texts = states.map(({ state }) => (state ? JSON.stringify(state) : ""));
  const pairs = new Map<string, KnownPair[]>();
  for (const [index, { ruleId, containerId, fingerprint, state }] of states.entries()) {
    if (state === undefined) continue;
    // As whoever reads it will find it.
    const stored = state && !isJson(state) ? (JSON.parse(texts[index] as string) as WarningState) : state;
    const own = pairs.get(containerId);
    if (own) own.push({ ruleId, fingerprint, state: stored });
    else pairs.set(containerId, [{ ruleId, fingerprint, state: stored }]);
  }
  const atMs = new Map(marks.map((mark) => [mark.containerId, mark.atMs]));
  const written = [...new Set([...atMs.keys(), ...pairs.keys()])];
  if (states.length === 0 && written.length === 0) return { statesKey, pairs };
  const watch = sql`update ${prepared} warning_watch w
    set watermark = greatest(w.watermark, to_timestamp(mark.ms / 1000)),
      states_key = case when mark.is_changed then ${statesKey}::uuid else w.states_key end
    from unnest(${textArray(written)}, ${literal(written.map((id) => atMs.get(id)))}::float8[],
      ${literal(written.map((id) => pairs.has(id)))}::boolean[]) as mark (id, ms, is_changed)
    where w.container_id = mark.id`;
  if (states.length === 0) await watch.execute(tx);
  else
    await sql`with ${prepared} saved as (update warning_state s set fingerprint = saved.fingerprint,
        state = case when saved.is_kept then s.state else nullif(saved.state, '')::jsonb end,
        due_at = case when ${isTick} then to_timestamp(saved.due / 1000)
          else least(s.due_at, to_timestamp(saved.due / 1000)) end,
        states_key = case when saved.is_kept then s.states_key else ${statesKey}::uuid end
      from unnest(${textArray(states.map(({ ruleId }) => ruleId))}, ${textArray(states.map(({ containerId }) => containerId))},
        ${textArray(states.map(({ fingerprint }) => fingerprint))}, ${textArray(texts)},
        ${literal(states.map(({ state }) => state === undefined))}::boolean[], ${literal(states.map(({ dueMs }) => dueMs))}::float8[])
        as saved (rule_id, container_id, fingerprint, state, is_kept, due)
      where s.rule_id = saved.rule_id and s.container_id = saved.container_id)
    ${watch}`.execute(tx);
  return { statesKey, pairs };
}
