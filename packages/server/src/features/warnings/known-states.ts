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

/** Where the metrics of a container stand in its frames: as slots are only ever added, so it is in frames that have no more. */
export interface Slots {
  of: ReadonlyMap<string, number>;
  last: number;
}

interface Known {
  statesKey: string;
  /** By rule, in the order in which they are judged. */
  pairs: Map<string, KnownPair>;
  slots: Slots | undefined;
}

/** About 200 MB at most. */
const mostContainers = 10_000;
/** By container; those that were needed least recently come first. */
const known = new Map<string, Known>();

/** All pairs of a container by rule, as they are stored; undefined: they have to be read. */
export function knownPairs(container: KeyedContainer): ReadonlyMap<string, KnownPair> | undefined {
  return knownOf(container)?.pairs;
}

export function knownSlots(container: KeyedContainer): Slots | undefined {
  return knownOf(container)?.slots;
}

function knownOf({ containerId, statesKey }: KeyedContainer): Known | undefined {
  const one = known.get(containerId);
  return one?.statesKey === statesKey ? one : undefined;
}

/** @param pairs All of the container, as they are stored under this key. */
export function remember({ containerId, statesKey }: KeyedContainer, pairs: Iterable<KnownPair>): void {
  keep(containerId, { statesKey, pairs: new Map(Array.from(pairs, (pair) => [pair.ruleId, pair])), slots: undefined });
}

/** Of a container whose pairs are known. */
export function rememberSlots(container: KeyedContainer, slots: Slots): void {
  const one = knownOf(container);
  if (one) one.slots = slots;
}

/**
 * What has been written, which is so under another key.
 * @param container As it was before.
 */
export function rememberSaved(container: KeyedContainer, statesKey: string, saved: readonly KnownPair[]): void {
  const one = knownOf(container);
  if (!one) return;
  for (const pair of saved) one.pairs.set(pair.ruleId, pair);
  one.statesKey = statesKey;
  keep(container.containerId, one);
}

function keep(containerId: string, one: Known): void {
  known.delete(containerId);
  known.set(containerId, one);
  const [oldest] = known.keys();
  if (known.size > mostContainers && oldest !== undefined) known.delete(oldest);
}
