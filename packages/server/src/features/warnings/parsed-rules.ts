import { WarningRule } from "@offgrid/contract/warnings/warnings.schema";

import type { Db } from "../../core/db.ts";
import * as judged from "./judged.store.ts";
import type { RuleFacts } from "./pairs.store.ts";

/**
 * Rules are judged each second and seldom change, and checking a long one takes longer than judging it: so each version
 * of a rule is read and checked once per process. Nothing depends on what is remembered here.
 */

interface Parsed {
  version: string;
  /** Undefined: this program cannot read it. */
  rule: WarningRule | undefined;
}

const mostParsed = 5_000;
const parsed = new Map<string, Parsed>();

/** The rules of these pairs, by id. */
export async function readRules(
  tx: Db,
  pairs: readonly Pick<RuleFacts, "ruleId" | "version">[],
): Promise<Map<string, WarningRule>> {
  const versions = new Map(pairs.map(({ ruleId, version }) => [ruleId, version]));
  const changed = [...versions].flatMap(([id, version]) => (parsed.get(id)?.version === version ? [] : [id]));
  for (const id of changed) parsed.delete(id);
  for (const { id, version, rule } of changed.length > 0 ? await judged.listRules(tx, changed) : [])
    parsed.set(id, { version, rule: WarningRule.safeParse(rule).data });
  const rules = new Map<string, WarningRule>();
  for (const id of versions.keys()) {
    const one = parsed.get(id);
    if (!one) continue;
    // At the end: those that were needed least recently are forgotten first.
    parsed.delete(id);
    parsed.set(id, one);
    if (one.rule) rules.set(id, one.rule);
  }
  for (const id of [...parsed.keys()].slice(0, Math.max(0, parsed.size - mostParsed))) parsed.delete(id);
  return rules;
}
