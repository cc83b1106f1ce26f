import { isEnergyTrouble } from "../../domain/containers/container-facts.ts";
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

/** Worst first: what is critical, then containers whose loads are or will be without power, then all else. */
export function inOrder(incidents: readonly Incident[], needs: readonly Need[]): (Incident | Need)[] {
  const isCritical = ({ severity }: Incident) => severity === "critical";
  const lacksPower = ({ troubles: [worst] }: Need) => worst !== undefined && isEnergyTrouble(worst.kind);
  return [
    ...incidents.filter(isCritical),
    ...needs.filter(lacksPower),
    ...incidents.filter((one) => !isCritical(one)),
    ...needs.filter((one) => !lacksPower(one)),
  ];
}
