import type { WarningState } from "@offgrid/contract/warnings/warning-state";

/**
 * States are needed each second and seldom change, and reading them all takes longer than judging them: so those of a
 * container are read again only where its `states_key` is another one. Nothing depends on what is remembered here.
 */

export interface KeyedContainer {
  containerId: string;
  /** Another one whenever the state of any of its rules changed, or it has other rules. */
  statesKey: string;
}

export interface KnownPair {
  ruleId: string;
  /** Null: it was never judged. */
  fingerprint: string | null;
  state: WarningState | null;
}

interface Known {
  statesKey: string;
  /** By rule, in the order in which they are judged. */
  pairs: ReadonlyMap<string, KnownPair>;
}

/** About 200 MB at most. */
const mostContainers = 10_000;
/** By container; those that were needed least recently come first. */
const known = new Map<string, Known>();

/** All pairs of a container by rule, as they are stored; undefined: they have to be read. */
export function knownPairs({ containerId, statesKey }: KeyedContainer): Known["pairs"] | undefined {
  const one = known.get(containerId);
  return one?.statesKey === statesKey ? one.pairs : undefined;
}

/** @param pairs All of the container, as they are stored under this key. */
export function remember({ containerId, statesKey }: KeyedContainer, pairs: Iterable<KnownPair>): void {
  keep(containerId, { statesKey, pairs: new Map(Array.from(pairs, (pair) => [pair.ruleId, pair])) });
}

/**
 * What has been written, which is so under another key.
 * @param container As it was before.
 */
export function rememberSaved(container: KeyedContainer, statesKey: string, saved: readonly KnownPair[]): void {
  const pairs = knownPairs(container);
  if (!pairs) return;
  if (saved.length === 0) keep(container.containerId, { statesKey, pairs });
  else
    remember({ ...container, statesKey }, [
      ...new Map([...pairs, ...saved.map((pair) => [pair.ruleId, pair] as const)]).values(),
    ]);
}

function keep(containerId: string, one: Known): void {
  known.delete(containerId);
  known.set(containerId, one);
  const [oldest] = known.keys();
  if (known.size > mostContainers && oldest !== undefined) known.delete(oldest);
}
