import type { SavedRule } from "../../domain/warnings/rules.data.ts";

/** Does a rule have the text in its name, or in that of a condition or of its owner? Pure. */
export function ruleMatches({ rule: { ruleName, conditions }, owner }: SavedRule, search: string): boolean {
  const text = [ruleName, owner.name ?? "", ...conditions.map(({ name }) => name)].join(" ");
  return text.toLowerCase().includes(search.trim().toLowerCase());
}

export interface OwnerRules {
  userId: string;
  /** Null: the account is gone. */
  name: string | null;
  rules: readonly SavedRule[];
}

/** The rules that match, each under its owner, in the order in which they came. */
export function rulesByOwner(rules: readonly SavedRule[], search: string): OwnerRules[] {
  const byOwner = new Map<string, SavedRule[]>();
  for (const saved of rules.filter((one) => ruleMatches(one, search))) {
    const { userId } = saved.owner;
    byOwner.set(userId, [...(byOwner.get(userId) ?? []), saved]);
  }
  return [...byOwner].map(([userId, own]) => ({ userId, name: own[0]?.owner.name ?? null, rules: own }));
}
