import { isExplainedByCut, isOfCut, type Surroundings } from "./find-causes.ts";
import { byIncident, groupWarnings, type World } from "./group-warnings.ts";
import { type Entry, gravest, type Incident, type Member, type News } from "./incident-types.ts";
import { settleIncident } from "./settle-incident.ts";

/** One round: warnings go to the incidents of their causes, and each incident stands as they and the time have it. */

export interface KnownWorld extends World {
  /** The gravest severity that an incident's warnings ever had, by its id; left out: that of those in `members`. */
  worst?: ReadonlyMap<string, Incident["severity"]>;
}

export interface Round {
  /** Those that changed. */
  incidents: Incident[];
  members: Member[];
  news: News[];
  entries: Entry[];
  /** Incidents that are part of another one from now on, by their ids. */
  merged: ReadonlyMap<string, string>;
}

export function stepIncidents(
  known: KnownWorld,
  surroundings: Surroundings,
  nowMs: number,
  newId: () => string,
): Round {
  const grouped = groupWarnings(known, surroundings, nowMs, newId);
  for (const [id, into] of grouped.merged) {
    const incident = grouped.incidents.get(id);
    if (incident) grouped.incidents.set(id, { ...incident, mergedInto: into });
  }
  const incidents = withNotified([...grouped.incidents.values()]);
  return settleAll({ ...known, incidents, members: grouped.members }, nowMs, {
    before: known,
    merged: grouped.merged,
    entries: grouped.entries,
  });
}

function settleAll(
  { incidents, members, worst }: KnownWorld,
  nowMs: number,
  { before, merged, entries }: { before: World; merged: Round["merged"]; entries: readonly Entry[] },
): Round {
  const isHeld = heldBack(incidents, members);
  const own = byIncident(members);
  const settled = incidents.map((incident) =>
    settleIncident(
      { incident, members: own.get(incident.id) ?? [], worst: worst?.get(incident.id) ?? incident.severity, isHeld },
      nowMs,
    ),
  );
  const wereMembers = new Map(before.members.map((one) => [one.id, one]));
  const wereIncidents = new Map(before.incidents.map((one) => [one.id, one]));
  return {
    incidents: settled.flatMap(({ incident }) => (isSame(incident, wereIncidents.get(incident.id)) ? [] : [incident])),
    members: settled.flatMap(({ members: all }) => all.filter((one) => one !== wereMembers.get(one.id))),
    news: settled.flatMap(({ news }) => news),
    entries: [...entries, ...settled.flatMap((one) => one.entries)],
    merged,
  };
}

/**
 * What people were told of an incident they know of the one that it is part of from now on: what is told of its end is told of
 * that one, and what that one had by itself is still to be told.
 */
function withNotified(incidents: readonly Incident[]): Incident[] {
  const all = new Map(incidents.map((one) => [one.id, one]));
  const wholeOf = (one: Incident | undefined): Incident | undefined =>
    one && one.mergedInto !== null ? wholeOf(all.get(one.mergedInto)) : one;
  for (const one of incidents) {
    const { notifiedMs, lastNewsMs, notifiedSeverity } = one;
    const into = wholeOf(one);
    if (!into || into.id === one.id || notifiedMs === null) continue;
    all.set(one.id, { ...one, notifiedMs: null, notifiedSeverity: null });
    const severities = [into.notifiedSeverity, notifiedSeverity].filter((severity) => severity !== null);
    all.set(into.id, {
      ...into,
      notifiedMs: Math.min(into.notifiedMs ?? notifiedMs, notifiedMs),
      lastNewsMs: Math.max(into.lastNewsMs ?? notifiedMs, lastNewsMs ?? notifiedMs),
      notifiedSeverity: gravest(severities),
      hasGrown: true,
    });
  }
  return [...all.values()];
}

function isSame(one: Incident, other: Incident | undefined): boolean {
  return other !== undefined && (Object.keys(one) as (keyof Incident)[]).every((key) => one[key] === other[key]);
}

/**
 * Whether the message that a warning began is held back by what explains it, one step away: a container that is dark holds
 * back its other warnings, loads that are cut hold back what else is said of the power of their container, and what several went dark by together holds back that each of them is dark.
 */
export function heldBack(incidents: readonly Incident[], members: readonly Member[]): (member: Member) => boolean {
  const open = members.filter(({ clearedMs }) => clearedMs === null);
  const dark = new Set(open.filter(({ isDark }) => isDark).map(({ containerId }) => containerId));
  const cut = new Set(open.filter(isOfCut).map(({ containerId }) => containerId));
  const held = byIncident(open);
  const shared = new Map(
    incidents
      .filter(({ id, cause }) => (cause === "operator" || cause === "cluster") && held.has(id))
      .map(({ key, id }) => [key, id]),
  );
  return (member) => {
    const { isDark, containerId, operator, clusterId, incidentId } = member;
    if (!isDark) return dark.has(containerId) || (isExplainedByCut(member) && cut.has(containerId));
    const parents = [shared.get(`operator:${operator}`), shared.get(`cluster:${clusterId}`)];
    return parents.some((id) => id !== undefined && id !== incidentId) && !parents.includes(incidentId ?? "");
  };
}
