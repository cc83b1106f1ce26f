/** Do the loads of a container have power? Told from its readings. Pure. */

/** Loads that draw less than this have no power, or there are none, W. */
const nothingW = 10;
/** Values of `inverter.state` at which an inverter gives no power: off and fault. */
const deadInverter: ReadonlySet<number> = new Set([0, 4]);
const phaseSwitches = ["phase.1.on", "phase.2.on", "phase.3.on"] as const;
const relays = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `relay.${number}.on`);

/** Everything that tells whether loads have power. */
export const loadMetrics: readonly string[] = [
  ...phaseSwitches,
  "load.ac.power",
  "load.power",
  "inverter.state",
  ...relays,
  "battery.soc",
];

/** Reads the value of a metric at one instant; undefined: not measured then. */
export type ReadValue = (metric: string) => number | undefined;

/**
 * Loads are cut when all phases are disconnected; when nothing is drawn and the inverter is off, or all relays are open,
 * or the charge is below the cut-off.
 * @param cutOffSoc State of charge at which they are cut, percent.
 * @returns undefined where the readings do not tell.
 */
export function areLoadsCut(read: ReadValue, cutOffSoc: number): boolean | undefined {
  const phases = known(phaseSwitches, read);
  if (phases.length > 0 && phases.every((on) => on === 0)) return true;
  const drawnW = read("load.ac.power") ?? read("load.power");
  if (drawnW !== undefined && drawnW >= nothingW) return false;
  const inverter = read("inverter.state");
  if (inverter !== undefined) return deadInverter.has(inverter);
  if (drawnW === undefined) return phases.length > 0 ? false : undefined;
  const switches = known(relays, read);
  if (switches.length > 0 && switches.every((closed) => closed === 0)) return true;
  const soc = read("battery.soc");
  return soc !== undefined && soc < cutOffSoc;
}

function known(metrics: readonly string[], read: ReadValue): number[] {
  return metrics.flatMap((metric) => read(metric) ?? []);
}

/** What is remembered of a container's loads; instants in epoch ms. */
export interface LoadsMemory {
  /** Null: they have power, or nothing is known. */
  cutSinceMs: number | null;
  /** The newest readings that showed them cut, and supplied. */
  cutAtMs: number | null;
  suppliedAtMs: number | null;
  /** State of charge when they were last cut, and when they last had power again, percent. */
  cutSoc: number | null;
  backSoc: number | null;
}

export const nothingKnown: LoadsMemory = {
  cutSinceMs: null,
  cutAtMs: null,
  suppliedAtMs: null,
  cutSoc: null,
  backSoc: null,
};

/**
 * Adds what readings of one instant show. They may come in any order: an outage that a late reading lengthens begins
 * earlier, one that it interrupts begins later.
 * @param soc State of charge at that instant, percent.
 */
export function observeLoads(
  memory: LoadsMemory,
  { isCut, atMs, soc }: { isCut: boolean; atMs: number; soc: number | undefined },
): LoadsMemory {
  const { cutSinceMs, cutAtMs, suppliedAtMs } = memory;
  if (isCut) {
    const newest = Math.max(cutAtMs ?? atMs, atMs);
    const isEarlier = cutSinceMs === null || atMs < cutSinceMs;
    if (atMs <= (suppliedAtMs ?? -Infinity) || !isEarlier) return { ...memory, cutAtMs: newest };
    return { ...memory, cutAtMs: newest, cutSinceMs: atMs, cutSoc: soc ?? memory.cutSoc };
  }
  if (atMs <= (suppliedAtMs ?? -Infinity)) return memory;
  const next = { ...memory, suppliedAtMs: atMs };
  if (cutSinceMs === null || cutSinceMs > atMs) return next;
  // Readings that showed them cut after this one came before it.
  if (cutAtMs !== null && cutAtMs > atMs) return { ...next, cutSinceMs: cutAtMs };
  return { ...next, cutSinceMs: null, backSoc: soc ?? memory.backSoc };
}
