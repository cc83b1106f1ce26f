import { incidentTimes } from "./incident-types.ts";

/** What was done shortly before an incident began, most likely first. Pure. */

export const changeKinds = ["software", "config", "works", "hand", "command"] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** Something that was done at a container. */
export interface ContainerChange {
  kind: ChangeKind;
  /** The same at every container where the same was done. */
  key: string;
  containerId: string;
  atMs: number;
  /** Version, sections of the configuration, output or reason. */
  what: string;
  /** What people call the output there; null: nobody has named it, or it is about none. */
  outputName: string | null;
  /** Who did it; null: nobody, or nobody knows. */
  userId: string | null;
}

export interface LikelyChange extends Omit<ContainerChange, "containerId"> {
  /** Null too where it is not called the same at all of them. */
  outputName: string | null;
  /** At how many of the incident's containers it was done before their warnings; `atMs` is the last of these instants. */
  containers: number;
}

/**
 * What was done at more of the containers comes first, then what was done last before them.
 * @param raised When the first warning of each container was raised.
 */
export function likelyChanges(
  changes: readonly ContainerChange[],
  raised: ReadonlyMap<string, number>,
): LikelyChange[] {
  const found = new Map<string, { first: ContainerChange; atMs: number; containers: Set<string>; closeMs: number }>();
  for (const change of changes) {
    const raisedMs = raised.get(change.containerId);
    if (raisedMs === undefined) continue;
    const beforeMs = raisedMs - change.atMs;
    if (beforeMs < 0 || beforeMs > incidentTimes.changeMs) continue;
    const one = found.get(change.key) ?? { first: change, atMs: 0, containers: new Set<string>(), closeMs: Infinity };
    if (one.first.outputName !== change.outputName) one.first = { ...one.first, outputName: null };
    one.containers.add(change.containerId);
    one.atMs = Math.max(one.atMs, change.atMs);
    one.closeMs = Math.min(one.closeMs, beforeMs);
    found.set(change.key, one);
  }
  return [...found.values()]
    .toSorted(
      (one, other) =>
        other.containers.size - one.containers.size ||
        one.closeMs - other.closeMs ||
        (one.first.key < other.first.key ? -1 : 1),
    )
    .map(({ first: { kind, key, what, outputName, userId }, atMs, containers }) => ({
      kind,
      key,
      what,
      outputName,
      userId,
      atMs,
      containers: containers.size,
    }));
}
