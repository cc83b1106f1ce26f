import { cutAttribute } from "../warnings/cut-attribute.ts";
import { isAboutPower } from "../warnings/power-first.ts";
import { type CauseOf, incidentCrowd, incidentTimes, type Member } from "./incident-types.ts";

/** Which warnings have a cause in common. Pure, and the same in whatever order warnings come. */

/** Something that was done at a container, and by the same key at others. */
export interface SharedChange {
  key: string;
  containerId: string;
  atMs: number;
}

export interface Surroundings {
  /** How many containers there are of an operator or cluster. */
  countOf(kind: "operator" | "cluster", name: string): number;
  changes: readonly SharedChange[];
}

/** A cause, and whether it is why the container as a whole is dark. */
export interface Found extends CauseOf {
  isOfDark: boolean;
}

/** Of containers that are dark: the higher, the more it explains. */
const strength = { operator: 5, cluster: 4, rule: 3, change: 2, cut: 1, container: 0, single: 0 } as const;

export function explainsMore(one: CauseOf, other: CauseOf): boolean {
  return strength[one.cause] > strength[other.cause];
}

const darkTogether = ["operator", "cluster"] as const;
type Common = "operator" | "cluster" | "rule" | "change";

/** The cause of each warning, by its id. */
export function findCauses(members: readonly Member[], surroundings: Surroundings): Map<string, Found> {
  const common = new Map<string, CauseOf>();
  const note = (cause: Common, name: string, ids: Iterable<string>) => {
    for (const id of ids) if (!common.has(id)) common.set(id, { cause, key: `${cause}:${name}` });
  };
  for (const kind of darkTogether)
    for (const [name, own] of groupsOf(members, (one) => (one.isDark ? nameOf(one, kind) : null))) {
      const least = Math.max(incidentCrowd.containers, incidentCrowd.share * surroundings.countOf(kind, name));
      note(kind, name, crowdOf(own, least));
    }
  const ofRule = ({ ruleId, clusterId }: Member) => (ruleId && clusterId ? `${ruleId} ${clusterId}` : null);
  for (const [name, own] of groupsOf(members, ofRule)) note("rule", name, crowdOf(own, incidentCrowd.containers));
  for (const [id, key] of changesBefore(members, surroundings.changes)) note("change", key, [id]);
  return withDark(members, withCut(members, common));
}

function nameOf({ operator, clusterId }: Member, kind: (typeof darkTogether)[number]): string | null {
  return kind === "operator" ? operator : clusterId;
}

function groupsOf(members: readonly Member[], keyOf: (member: Member) => string | null): Map<string, Member[]> {
  const groups = new Map<string, Member[]>();
  for (const member of members) {
    const key = keyOf(member);
    if (key === null) continue;
    const group = groups.get(key);
    if (group) group.push(member);
    else groups.set(key, [member]);
  }
  return groups;
}

/**
 * Those raised in a span of ten minutes in which so many containers are concerned, and those that follow one after
 * the other within ten minutes of it.
 * @param least Containers.
 */
function crowdOf(members: readonly Member[], least: number): string[] {
  const inTime = members.toSorted((one, other) => one.raisedMs - other.raisedMs);
  const counts = new Map<string, number>();
  const isIn: boolean[] = inTime.map(() => false);
  let first = 0;
  let noted = 0;
  for (const [index, { containerId, raisedMs }] of inTime.entries()) {
    counts.set(containerId, (counts.get(containerId) ?? 0) + 1);
    for (let old = inTime[first]; old && raisedMs - old.raisedMs > incidentTimes.togetherMs; old = inTime[++first]) {
      const left = (counts.get(old.containerId) ?? 1) - 1;
      if (left === 0) counts.delete(old.containerId);
      else counts.set(old.containerId, left);
    }
    if (counts.size < least) continue;
    for (noted = Math.max(noted, first); noted <= index; noted++) isIn[noted] = true;
  }
  const isNear = (one: Member | undefined, other: Member | undefined) =>
    one && other && Math.abs(one.raisedMs - other.raisedMs) <= incidentTimes.togetherMs;
  const follow = (index: number, before: number) => {
    if (!isIn[index] && isIn[before] && isNear(inTime[index], inTime[before])) isIn[index] = true;
  };
  for (let index = 1; index < inTime.length; index++) follow(index, index - 1);
  for (let index = inTime.length - 2; index >= 0; index--) follow(index, index + 1);
  return inTime.filter((_, index) => isIn[index]).map(({ id }) => id);
}

/** Of each warning the latest change before it that also came before one of another container. */
function changesBefore(members: readonly Member[], changes: readonly SharedChange[]): Map<string, string> {
  const byContainer = new Map<string, SharedChange[]>();
  for (const change of changes)
    byContainer.set(change.containerId, [...(byContainer.get(change.containerId) ?? []), change]);
  const before = members.map(({ id, containerId, raisedMs }) => ({
    id,
    containerId,
    changes: (byContainer.get(containerId) ?? []).filter(
      ({ atMs }) => atMs <= raisedMs && raisedMs - atMs <= incidentTimes.changeMs,
    ),
  }));
  const containers = new Map<string, Set<string>>();
  for (const one of before)
    for (const { key } of one.changes) containers.set(key, (containers.get(key) ?? new Set()).add(one.containerId));
  const isShared = ({ key }: SharedChange) => (containers.get(key)?.size ?? 0) >= incidentCrowd.changed;
  return new Map(
    before.flatMap(({ id, changes: own }): [string, string][] => {
      const [latest] = own
        .filter(isShared)
        .toSorted((one, other) => other.atMs - one.atMs || (one.key < other.key ? -1 : 1));
      return latest ? [[id, latest.key]] : [];
    }),
  );
}

/** A span in which a container was dark, or its loads were cut, by whatever rules. */
interface Span {
  fromMs: number;
  toMs: number;
  found: CauseOf;
}

/** @returns finds the span of its container with which a warning overlaps. */
function spansOf(members: readonly Member[], foundOf: (one: Member) => CauseOf): (one: Member) => Span | undefined {
  const spans = new Map<string, Span[]>();
  for (const one of members.toSorted((a, b) => a.raisedMs - b.raisedMs || (a.id < b.id ? -1 : 1))) {
    const { containerId, raisedMs, clearedMs } = one;
    const own = spans.get(containerId) ?? [];
    spans.set(containerId, own);
    const found = foundOf(one);
    const toMs = clearedMs ?? Infinity;
    const last = own.at(-1);
    if (!last || last.toMs < raisedMs) own.push({ fromMs: raisedMs, toMs, found });
    else {
      last.toMs = Math.max(last.toMs, toMs);
      if (explainsMore(found, last.found)) last.found = found;
    }
  }
  return ({ containerId, raisedMs, clearedMs }) =>
    spans.get(containerId)?.find(({ fromMs, toMs }) => fromMs <= (clearedMs ?? Infinity) && toMs >= raisedMs);
}

/** It says that the loads of its container have no power. */
export const isOfCut = ({ attribute }: Pick<Member, "attribute">) => attribute === cutAttribute;

/** Is it of the power of a container, so that loads that are cut say the same, and more? */
export function isExplainedByCut({ attribute }: Pick<Member, "attribute">): boolean {
  return attribute !== cutAttribute && isAboutPower(attribute);
}

/** Loads that are cut take what else is warned of the power of their container: people are to read of one outage once. */
function withCut(members: readonly Member[], common: ReadonlyMap<string, CauseOf>): ReadonlyMap<string, CauseOf> {
  const cuts = members.filter(isOfCut);
  if (cuts.length === 0) return common;
  const foundOf = (one: Member) => common.get(one.id) ?? { cause: "cut" as const, key: `cut:${one.containerId}` };
  const spanOf = spansOf(cuts, foundOf);
  const all = new Map(common);
  for (const one of members) {
    if (!isOfCut(one) && (!isExplainedByCut(one) || common.has(one.id))) continue;
    const span = spanOf(one);
    if (span) all.set(one.id, span.found);
  }
  return all;
}

/** A container that is dark takes its other warnings: they are of the same cause as its darkness. */
function withDark(members: readonly Member[], common: ReadonlyMap<string, CauseOf>): Map<string, Found> {
  const dark = members.filter(({ isDark }) => isDark);
  const spanOf = spansOf(
    dark,
    (one) => common.get(one.id) ?? { cause: "container", key: `container:${one.containerId}` },
  );
  return new Map(
    members.map((one): [string, Found] => {
      const span = spanOf(one);
      if (span) return [one.id, { ...span.found, isOfDark: true }];
      return [one.id, { ...(common.get(one.id) ?? ownCause(one)), isOfDark: false }];
    }),
  );
}

function ownCause({ id, ruleId, containerId }: Member): CauseOf {
  return { cause: "single", key: `single:${ruleId ?? id} ${containerId}` };
}
