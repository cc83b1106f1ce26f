/** What a member of the fleet keeps on disk, so that its plant goes on where it was and no day is imported twice. */
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";

import type { PlantState } from "../plant/plant.state.ts";
import type { HistorySpan } from "./fleet.history.ts";

export interface PendingSpan extends HistorySpan {
  /** Days that the portal has committed, by their first instant. */
  daysDone: number[];
}

export interface FleetMemory {
  version: 1;
  /** When the member was first started, epoch ms; from before it was remembered: absent. */
  firstStartMs?: number;
  /** The plant as last saved. */
  live: PlantState;
  /** History that is not complete in the portal. */
  pending: PendingSpan[];
}

/** Reads the memory file. @returns Undefined where there is none that this version can read. */
export async function readMemory(file: string): Promise<FleetMemory | undefined> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    const memory = JSON.parse(text) as FleetMemory;
    // The file is of another version or was truncated by a full disk: the plant starts from the beginning.
    if (memory.version !== 1 || !Number.isFinite(memory.live.storedWh)) return undefined;
    // Files from before relays, phases, lamps and air conditioners could be set do not name them.
    const { opened = [], openedPhases = [], lightLevels = null, acSetting = null } = memory.live as Partial<PlantState>;
    return { ...memory, live: { ...memory.live, opened, openedPhases, lightLevels, acSetting } };
  } catch {
    return undefined;
  }
}

/** Writes the memory file whole or not at all. */
export async function writeMemory(file: string, memory: FleetMemory): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(`${file}.new`, JSON.stringify(memory));
  await rename(`${file}.new`, file);
}
