import { type Flow, type FlowBranch, isFlowing } from "./flow-balance.ts";

/**
 * Ids of the branches that the drawing leaves out: nothing flows in them now, and nothing did at any time of the day. A
 * battery always has its place, and so has what says nothing or is old, since that is not idle but unknown.
 * @param day The flow at each instant of the last 24 hours; empty: not known, so that nothing is left out.
 */
export function idleBranches(flow: Flow, day: readonly Flow[]): ReadonlySet<string> {
  if (day.length === 0) return new Set();
  const used = new Set(day.flatMap(({ branches }) => branches.filter(isFlowing).map(({ id }) => id)));
  const idle = flow.branches.filter(
    (branch) =>
      branch.kind !== "battery" &&
      branch.powerW !== undefined &&
      !branch.isStale &&
      !isFlowing(branch) &&
      !used.has(branch.id),
  );
  return new Set(idle.map(({ id }) => id));
}

/** Those of them that are equipment: what no meter explains is none, and "no power: not measured" would be read as a lack. */
export function idleEquipment({ branches }: Flow, folded: ReadonlySet<string>): FlowBranch[] {
  return branches.filter(({ id, kind }) => folded.has(id) && kind !== "unmetered");
}
