import type { WarningState } from "@offgrid/contract/warnings/warning-state";

/**
 * States are read each second and seldom change, and reading them all takes longer than judging them: so each version of
 * one is read once per process. Nothing depends on what is remembered here.
 */

export interface PairKey {
  ruleId: string;
  containerId: string;
}

export interface StoredState extends PairKey {
  /** Of its row: another one whenever anything in it changes. */
  stateVersion: string;
  state: WarningState | null;
}

interface Known {
  version: string;
  state: WarningState | null;
}

/** About 200 MB at most. */
const mostContainers = 10_000;
/** By container, then by rule. */
const known = new Map<string, Map<string, Known>>();

/** Versions of which at least one state of these containers is remembered. */
export function knownVersions(containers: readonly Pick<PairKey, "containerId">[]): string[] {
  const versions = new Set<string>();
  for (const { containerId } of containers)
    for (const { version } of known.get(containerId)?.values() ?? []) versions.add(version);
  return [...versions];
}

/**
 * The states of these rows, in their order, each as it is stored.
 * @param rows Of those whose version is among `unsent`, the state was not read.
 * @param read Reads those that are not remembered after all, as where another process wrote them.
 */
export async function statesOf(
  rows: readonly StoredState[],
  unsent: readonly string[],
  read: (missing: readonly PairKey[]) => Promise<readonly StoredState[]>,
): Promise<(WarningState | null)[]> {
  const isUnsent = new Set(unsent);
  const missing: StoredState[] = [];
  for (const row of rows) {
    if (!isUnsent.has(row.stateVersion)) remember(row);
    else if (known.get(row.containerId)?.get(row.ruleId)?.version !== row.stateVersion) missing.push(row);
  }
  if (missing.length > 0) for (const row of await read(missing)) remember(row);
  const states = rows.map(({ containerId, ruleId }) => known.get(containerId)?.get(ruleId)?.state ?? null);
  forgetOldest(new Set(rows.map(({ containerId }) => containerId)));
  return states;
}

/** Of these containers nothing else is kept any more: other rules no longer look at them. */
export function keepOnly(containers: readonly Pick<PairKey, "containerId">[], pairs: readonly PairKey[]): void {
  const kept = new Map(containers.map(({ containerId }) => [containerId, new Set<string>()]));
  for (const { containerId, ruleId } of pairs) kept.get(containerId)?.add(ruleId);
  for (const [containerId, ruleIds] of kept) {
    const ofContainer = known.get(containerId);
    if (!ofContainer || ofContainer.size === ruleIds.size) continue;
    for (const ruleId of ofContainer.keys()) if (!ruleIds.has(ruleId)) ofContainer.delete(ruleId);
    if (ofContainer.size === 0) known.delete(containerId);
  }
}

function remember({ containerId, ruleId, stateVersion: version, state }: StoredState): void {
  const ofContainer = known.get(containerId) ?? new Map<string, Known>();
  known.set(containerId, ofContainer.set(ruleId, { version, state }));
}

/** Those that were needed least recently are forgotten first. */
function forgetOldest(needed: ReadonlySet<string>): void {
  for (const containerId of needed) {
    const ofContainer = known.get(containerId);
    known.delete(containerId);
    if (ofContainer) known.set(containerId, ofContainer);
  }
  for (const containerId of [...known.keys()].slice(0, Math.max(0, known.size - mostContainers)))
    known.delete(containerId);
}
