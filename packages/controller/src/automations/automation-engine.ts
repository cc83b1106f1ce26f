import type { Decision, OutputRequest } from "@offgrid/contract/commands/arbitrate";
import { limitRanks } from "@offgrid/contract/commands/arbitrate";
import { type AutomationRun, AutomationsState, noAutomations } from "@offgrid/contract/automations/automation-state";
import { nextKeepEdge } from "@offgrid/contract/automations/keep-edge";
import type { Automations } from "@offgrid/contract/automations/automations.schema";
import { automationBy, type AutomationNotice, stepAutomations } from "@offgrid/contract/automations/step-automations";
import type { Place } from "@offgrid/contract/core/moments";
import { join } from "node:path";

import type { Frame } from "../drivers/driver.ts";
import { KeptState } from "../link/kept-state.ts";
import { RunBook } from "./run-book.ts";
import { RunReports } from "./run-reports.ts";

export interface AutomationEngineOptions {
  dir: string;
  /** As they are now. */
  settings: () => { automations: Automations; place: Place | undefined; everyMs: number };
  /** Names of the columns of frames. */
  metrics: readonly string[];
  /** The present, epoch ms, as the portal has it where it has sent its time. */
  now: () => number;
  /** Whether that can be relied on. @param seenMs When it last could: a clock that stands before then has lost its time. */
  isClockRight: (seenMs: number | null) => boolean;
  onNotice: (notice: AutomationNotice, name: string) => void;
  /** What the portal is to know of a run. @param unsent How many before it it is not told of. */
  onRun: (run: AutomationRun, name: string, unsent: number) => void;
}

/** The automations of a container with what they remember, on disk, so that a restart changes nothing. */
export class AutomationEngine {
  readonly #options: AutomationEngineOptions;
  readonly #book: RunBook;
  readonly #reports: RunReports;
  readonly #state: KeptState<AutomationsState>;
  #requests: ReadonlyMap<string, readonly OutputRequest[]> = new Map();
  /** What does not get its way, such as `automation:a relay.3`. */
  #blocked = new Set<string>();

  /** @throws Error of node:fs when the folder cannot be written. */
  constructor(options: AutomationEngineOptions) {
    this.#options = options;
    this.#state = new KeptState({
      file: join(options.dir, "automations.json"),
      schema: AutomationsState,
      // Rules begin again: what keeps an output by its condition does so at once.
      initial: noAutomations,
      textOf,
      isCounting,
    });
    this.#book = new RunBook(options.dir);
    this.#reports = new RunReports((run, unsent) => options.onRun(run, this.#nameOf(run.id), unsent));
  }

  /** One look. @param isOn Whether an output is on; undefined: not known. */
  look({ values }: Frame, isOn: (target: string) => boolean | undefined): void {
    const { isClockRight, metrics, now, onNotice, settings } = this.#options;
    const { automations, place, everyMs } = settings();
    const nowMs = now();
    const readingOf = (metric: string) => {
      const value = values[metrics.indexOf(metric)] ?? undefined;
      return value === undefined ? undefined : { value, atMs: nowMs };
    };
    const facts = { readingOf, isOn, place, isClockRight: isClockRight(this.#state.value.clockMs), everyMs };
    const { requests, state, runs, notices } = stepAutomations(automations, facts, this.#state.value, nowMs);
    this.#requests = requests;
    const asked = new Set([...requests].flatMap(([target, all]) => all.map(({ by }) => blockedKey(by, target))));
    this.#blocked = new Set([...this.#blocked].filter((key) => asked.has(key)));
    // Before anything is switched or said because of it: a restart must not do it twice.
    this.#state.keep(state, nowMs, runs.length > 0);
    this.#book.keep(Object.keys(automations));
    runs.forEach((run) => this.#add(run));
    notices.forEach((notice) => onNotice(notice, this.#nameOf(notice.id)));
  }

  requests(target: string): readonly OutputRequest[] {
    return this.#requests.get(target) ?? [];
  }

  /** In how long the times of rules ask for something else of an output, within a span; undefined: they do not. */
  edgeInMs(target: string, withinMs: number): number | undefined {
    const { isClockRight, now, settings } = this.#options;
    const { automations, place } = settings();
    if (!place || !isClockRight(this.#state.value.clockMs)) return undefined;
    const nowMs = now();
    const edgeMs = nextKeepEdge(automations, target, place, { afterMs: nowMs, untilMs: nowMs + withinMs });
    return edgeMs === undefined ? undefined : edgeMs - nowMs;
  }

  /** Notes what does not get its way, once for as long as it is asked for; a pause of the output is only a delay. */
  decided(target: string, { value, rank }: Decision): void {
    for (const request of this.requests(target)) {
      const key = blockedKey(request.by, target);
      if (request.value === value) this.#blocked.delete(key);
      else if (rank !== limitRanks.dwell && !this.#blocked.has(key)) {
        this.#blocked.add(key);
        this.#add(this.#blockedRun(request, target, rank));
      }
    }
  }

  /** The last runs of an automation, oldest first. */
  runsOf(id: string): readonly AutomationRun[] {
    return this.#book.of(id);
  }

  #nameOf(id: string): string {
    return this.#options.settings().automations[id]?.name ?? id;
  }

  #blockedRun({ by }: OutputRequest, target: string, rank: number): AutomationRun {
    const atMs = this.#options.now();
    const id = by.slice(automationBy("").length);
    return { id, atMs, endMs: atMs, outcome: "blocked", verdicts: [], steps: [], at: target, rank };
  }

  #add(run: AutomationRun): void {
    this.#book.add(run);
    this.#reports.add(run);
  }
}

function blockedKey(by: string, target: string): string {
  return `${by} ${target}`;
}

/** Something has to last, and does so far. */
function isCounting({ automations }: AutomationsState): boolean {
  return Object.values(automations).some(({ timers }) => Object.keys(timers).length > 0);
}

/** What is worth a write when it changes: the last look is not. */
function textOf({ automations }: AutomationsState): string {
  return JSON.stringify(automations, (key, value: unknown) => (key === "seenMs" ? undefined : value));
}
