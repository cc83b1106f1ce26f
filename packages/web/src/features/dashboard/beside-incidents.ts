import { alarmsBeside } from "@offgrid/contract/devices/battery-alarms";
import { cutRank } from "@offgrid/contract/warnings/power-first";
import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";

import {
  isEnergyTrouble,
  type TroubleKind,
  troubleKinds,
  type TroubleWeight,
  troubleWeight,
  weightOf,
  worseOf,
} from "../../domain/containers/container-facts.ts";
import type { Need } from "../../domain/containers/fleet-facts.ts";
import type { Incident } from "../../domain/incidents/incidents.data.ts";

/** Cards of trouble: two lines of the row on a wide screen, and half of a phone; of more, the list has all, the worst first. */
export const shownNeeds = { wide: 8, phone: 4 };

/** What a container that is dark is in need of is what its incident says. */
const darkCauses: readonly Incident["cause"][] = ["operator", "cluster", "container"];
const silences: readonly string[] = ["offline", "just_offline", "stale"];

/**
 * Containers that need someone for something that no incident says: one cause is one line. What rules raised is in an
 * incident, and so is the silence of a container that an incident has as dark.
 */
export function besideIncidents(needs: readonly Need[], incidents: readonly Incident[]): Need[] {
  if (incidents.length === 0) return [...needs];
  const ofIncidents = new Set(incidents.flatMap(({ containerIds }) => containerIds));
  const dark = new Set(
    incidents.filter(({ cause }) => darkCauses.includes(cause)).flatMap(({ containerIds }) => containerIds),
  );
  return needs.flatMap(({ container, troubles }) => {
    const { containerId } = container;
    const own = incidents.filter(({ containerIds }) => containerIds.includes(containerId));
    const looked = own.flatMap(({ worst }) => worst.attribute ?? []);
    const left = troubles.filter(({ kind, alarm }) => {
      // The incidents may be newer than the row.
      if (alarm !== undefined) return alarmsBeside([alarm], looked).length > 0;
      if (kind === "rule_critical" || kind === "rule_warning") return !ofIncidents.has(containerId);
      return !(silences.includes(kind) && dark.has(containerId));
    });
    return left.length === 0 ? [] : [{ container, troubles: left }];
  });
}

/** A container with what is wrong with it, and what rules said of it alone. */
export interface NeedWithIncidents extends Need {
  incidents: readonly Incident[];
}

/** The incidents of one container of which nothing else is to be said: one has the shape of several. */
export interface ContainerIncidents {
  containerId: string;
  name: string;
  zoneName: string;
  incidents: readonly Incident[];
}

/** One line of what needs someone. */
export type Trouble = Incident | NeedWithIncidents | ContainerIncidents;

/**
 * Worst first, by the one order of all screens. What is said of one container alone stands on one line, in the place of the
 * worst of it, so that "about to be cut" is never read before "cut", nor the container twice.
 * @param containers Those that are connected: their states say what is so now, which a warning that is still open may not.
 */
export function inOrder(
  incidents: readonly Incident[],
  needs: readonly Need[],
  containers: readonly ContainerRow[],
  nowMs: number,
): Trouble[] {
  const own = byContainer(incidents);
  const needy = new Set(needs.map(({ container }) => container.containerId));
  const lines = needs.map((need): NeedWithIncidents => {
    return { ...need, incidents: own.get(need.container.containerId) ?? [] };
  });
  const alone = incidents.flatMap((incident): Trouble[] => {
    const containerId = onlyContainer(incident);
    if (containerId === undefined) return [incident];
    const together = own.get(containerId) ?? [incident];
    // Of several the worst has the place of all.
    if (needy.has(containerId) || together[0] !== incident) return [];
    const { zoneName, containerName } = incident;
    return [{ containerId, name: containerName, zoneName, incidents: together }];
  });
  const states = new Map(containers.map((row) => [row.containerId, troubleWeight(row, nowMs)]));
  return [...alone, ...lines]
    .map((line) => ({ line, weight: weightOfLine(line, states, nowMs) }))
    .sort((one, other) => worseOf(one.weight, other.weight))
    .map(({ line }) => line);
}

/** The container that an incident is about alone; undefined: it is about several, or about what they share. */
function onlyContainer({ cause, containerIds: [only, other] }: Incident): string | undefined {
  return (cause === "single" || cause === "cut" || cause === "container") && other === undefined ? only : undefined;
}

/** Those about one container alone, by container, in their order. */
function byContainer(incidents: readonly Incident[]): ReadonlyMap<string, readonly Incident[]> {
  const found = new Map<string, Incident[]>();
  for (const incident of incidents) {
    const containerId = onlyContainer(incident);
    if (containerId !== undefined) found.set(containerId, [...(found.get(containerId) ?? []), incident]);
  }
  return found;
}

/** How many containers lines are about. */
export function concernedBy(lines: readonly Trouble[]): number {
  return concerned(
    lines.flatMap((line) => ("incidents" in line ? line.incidents : [line])),
    lines.flatMap((line) => ("container" in line ? [line] : [])),
  );
}

/** How many containers need someone: those that the incidents are about, and those that need it beside. */
export function concerned(incidents: readonly Incident[], needs: readonly Need[]): number {
  return new Set([
    ...incidents.flatMap(({ containerIds }) => containerIds),
    ...needs.map(({ container }) => container.containerId),
  ]).size;
}

/**
 * What is said of one container, in the order of its card: how it is supplied, which is what all else is about, then what is
 * critical, then the rest. What rules said of loads that are or will be cut stands with the state.
 */
export function stateFirst({ troubles, incidents }: Pick<NeedWithIncidents, "troubles" | "incidents">) {
  return {
    states: troubles.filter(({ kind }) => isEnergyTrouble(kind)),
    pressing: incidents.filter(isPressing),
    troubles: troubles.filter(({ kind }) => !isEnergyTrouble(kind)),
    others: incidents.filter((one) => !isPressing(one)),
  };
}

/** The worst of what is said of a container, whose mark its card has; undefined: nothing needs anybody. */
export function worstKind({ troubles, incidents }: Pick<NeedWithIncidents, "troubles" | "incidents">) {
  const raised = incidents.map(({ severity }) => rankOfSeverity(severity));
  return troubleKinds[Math.min(...troubles.map(({ kind }) => rankOf(kind)), ...raised)];
}

const isCritical = ({ severity }: Incident) => severity === "critical";
const isPressing = (incident: Incident) => isCritical(incident) || cutRank(incident.worst.attribute) > 0;

const rankOf = (kind: TroubleKind) => troubleKinds.indexOf(kind);
const [cutAhead, silence, wellRank] = [rankOf("cut_ahead"), rankOf("offline"), troubleKinds.length];

/** How bad the worst of a line is, by what the containers themselves are in. */
function weightOfLine(line: Trouble, states: ReadonlyMap<string, TroubleWeight>, nowMs: number): TroubleWeight {
  if (!("incidents" in line)) return weightOfIncident(line, states);
  const state = states.get("container" in line ? line.container.containerId : line.containerId);
  // One that has been silent for months comes last here, too.
  if (state && state.rank > wellRank) return state;
  const found = [
    ...(state ? [state] : []),
    ...("container" in line ? [weightOf(line.container, line.troubles, nowMs)] : []),
    ...line.incidents.map(({ severity, open }) => ({ rank: rankOfSeverity(severity), within: -open })),
  ];
  return found.reduce((one, other) => (worseOf(other, one) < 0 ? other : one));
}

/** What several containers share is as bad as what it says of them, as far as it is true of one of them still. */
function weightOfIncident(
  { worst, severity, cause, open, containerIds }: Incident,
  states: ReadonlyMap<string, TroubleWeight>,
): TroubleWeight {
  const known = containerIds.flatMap((id) => states.get(id) ?? []);
  const cut = cutRank(worst.attribute);
  const isSo = known.length === 0 || known.some(({ rank }) => rank <= cutAhead);
  if (cut > 0 && isSo) {
    const rank = cut === 2 ? rankOf("cut") : cutAhead;
    // It stands right before the first of its containers.
    return { rank, within: Math.min(...known.filter((one) => one.rank === rank).map(({ within }) => within)) };
  }
  const rank = rankOfSeverity(severity);
  return { rank: darkCauses.includes(cause) ? Math.min(rank, silence) : rank, within: -open };
}

function rankOfSeverity(severity: Incident["severity"]): number {
  if (severity === "info") return wellRank;
  return rankOf(severity === "critical" ? "rule_critical" : "rule_warning");
}
