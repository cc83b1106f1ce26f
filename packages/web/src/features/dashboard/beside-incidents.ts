import { cutRank } from "@offgrid/contract/warnings/power-first";
import { warningSeverities } from "@offgrid/contract/warnings/warning-types";

import { isEnergyTrouble, type TroubleKind } from "../../domain/containers/container-facts.ts";
import type { Need } from "../../domain/containers/fleet-facts.ts";
import type { Incident } from "../../domain/incidents/incidents.data.ts";

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
    const left = troubles.filter(({ kind }) => {
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
 * Worst first: loads without power, loads that will be cut, what is critical, then all else; each by severity, and what is
 * as grave by when the loads are cut. What is said of one container alone stands on one line, so that "about to be cut" is never read before "cut", nor the container twice.
 */
export function inOrder(incidents: readonly Incident[], needs: readonly Need[]): Trouble[] {
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
  return [...alone, ...lines]
    .map((line) => ({ line, rank: rankOf(line), severity: severityOf(line), cutMs: cutMsOf(line) }))
    .sort(
      (one, other) =>
        one.rank - other.rank ||
        one.severity - other.severity ||
        (one.cutMs < other.cutMs ? -1 : Number(one.cutMs > other.cutMs)),
    )
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

/** How many containers need someone: those that the incidents are about, and those that need it beside. */
export function concerned(incidents: readonly Incident[], needs: readonly Need[]): number {
  return new Set([
    ...incidents.flatMap(({ containerIds }) => containerIds),
    ...needs.map(({ container }) => container.containerId),
  ]).size;
}

/** What is said of one container, in the order of `inOrder`: only loads that are or will be cut come before what is critical. */
export function worstFirst({ troubles, incidents }: Pick<NeedWithIncidents, "troubles" | "incidents">) {
  const isFirst = ({ kind }: Need["troubles"][number]) => cutRankOf(kind) > 0;
  return {
    first: troubles.filter(isFirst),
    pressing: incidents.filter(isPressing),
    troubles: troubles.filter((one) => !isFirst(one)),
    others: incidents.filter((one) => !isPressing(one)),
  };
}

const isCritical = ({ severity }: Incident) => severity === "critical";
const isPressing = (incident: Incident) => isCritical(incident) || cutRank(incident.worst.attribute) > 0;

/** `cutRank` of what screens tell of a container. */
function cutRankOf(kind: TroubleKind | undefined): number {
  if (kind === "cut" || kind === "cut_partly") return 2;
  return kind === "cut_ahead" ? 1 : 0;
}

/** Less is graver. What no rule warns of has no severity, and is taken for a warning. */
function severityOf(line: Trouble): number {
  const incidents = "incidents" in line ? line.incidents : [line];
  const found = incidents.map(({ severity }) => -warningSeverities.indexOf(severity));
  return found.length === 0 ? -warningSeverities.indexOf("warning") : Math.min(...found);
}

/** When loads are cut, epoch ms, as far as it is known of the container: those that are cut already before all others. */
function cutMsOf(line: Trouble): number {
  if (!("container" in line)) return Infinity;
  const { level, cutAt } = line.container.energy;
  if (level === "cut") return 0;
  return cutAt === null ? Infinity : Date.parse(cutAt);
}

/** Less is worse. */
function rankOf(line: Trouble): number {
  const incidents = "incidents" in line ? line.incidents : [line];
  const [worst] = "container" in line ? line.troubles : [];
  const cut = Math.max(cutRankOf(worst?.kind), ...incidents.map((incident) => cutRank(incident.worst.attribute)));
  if (cut > 0) return 2 - cut;
  if (incidents.some(isCritical)) return 2;
  if (worst && isEnergyTrouble(worst.kind)) return 3;
  return "container" in line ? 5 : 4;
}
