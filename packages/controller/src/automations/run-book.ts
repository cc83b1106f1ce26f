import { automationLimits } from "@offgrid/contract/automations/automation-limits";
import { AutomationRun } from "@offgrid/contract/automations/automation-state";
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

import { replaceFile } from "../link/identity.ts";
import { syncFolder } from "../spool/spool.ts";

const Runs = z.array(AutomationRun);

/** The last runs of each automation, on disk: what the portal was not sent can be read on site. */
export class RunBook {
  readonly #dir: string;
  readonly #runs = new Map<string, AutomationRun[]>();

  /** @param dir A folder of this container's own. @throws Error of node:fs when it cannot be written. */
  constructor(dir: string) {
    this.#dir = join(dir, "automation-runs");
    mkdirSync(this.#dir, { recursive: true });
    for (const file of readdirSync(this.#dir)) {
      if (file.endsWith(".json")) this.#runs.set(file.slice(0, -".json".length), readRuns(join(this.#dir, file)));
    }
  }

  /** Oldest first. */
  of(id: string): readonly AutomationRun[] {
    return this.#runs.get(id) ?? [];
  }

  add(run: AutomationRun): void {
    const runs = [...this.of(run.id), run].slice(-automationLimits.runs);
    this.#runs.set(run.id, runs);
    try {
      replaceFile(this.#fileOf(run.id), JSON.stringify(runs));
      syncFolder(this.#dir);
    } catch {
      // On a full disk they are kept in memory, and written with the next one.
    }
  }

  /** Forgets automations that are no more. */
  keep(ids: readonly string[]): void {
    for (const id of this.#runs.keys()) {
      if (ids.includes(id)) continue;
      this.#runs.delete(id);
      rmSync(this.#fileOf(id), { force: true });
    }
  }

  #fileOf(id: string): string {
    return join(this.#dir, `${id}.json`);
  }
}

function readRuns(file: string): AutomationRun[] {
  try {
    return Runs.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch {
    return [];
  }
}
