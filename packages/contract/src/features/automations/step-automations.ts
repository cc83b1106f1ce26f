import type { OutputRequest } from "../commands/arbitrate.ts";
import { lastMoment, nextMoment } from "../../core/moments.ts";
import { dateText, localDate } from "../../core/zone-time.ts";
import { automationLimits } from "./automation-limits.ts";
import type { AutomationMemory, AutomationRun, AutomationsState, OpenRun } from "./automation-state.ts";
import {
  type Action,
  type Automation,
  type Automations,
  conditionsOf,
  flatActions,
  isActing,
  type KeepAutomation,
  type RunAutomation,
  type Trigger,
  triggersOf,
} from "./automations.schema.ts";
import { evaluate, type Evaluation, type Facts, needsClock, type Truth, type Verdict } from "./conditions.ts";

/** What automations do at an instant: pure, with what they remember as an argument and a result. */

/** What comes later than this is missed: power or clock were away. */
const lateMs = 15 * 60_000;
/** A clock is set back by less than this where it was only corrected: times that were there once do not come again. */
export const correctionMs = 2 * 3_600_000;

/** A text for people, as an automation says. */
export interface AutomationNotice {
  id: string;
  text: string;
  level: "info" | "warning";
}

export interface AutomationsStep {
  /** What they ask of the arbiter, by output. */
  requests: Map<string, OutputRequest[]>;
  state: AutomationsState;
  /** What ended, or was not done. */
  runs: AutomationRun[];
  notices: AutomationNotice[];
}

/** One look at everything. The same arguments give the same result; to look twice at one instant does nothing more. */
export function stepAutomations(
  automations: Automations,
  facts: Facts,
  before: AutomationsState,
  nowMs: number,
): AutomationsStep {
  const clockMs = facts.isClockRight ? laterClock(before.clockMs, nowMs) : before.clockMs;
  const result: AutomationsStep = { requests: new Map(), state: { clockMs, automations: {} }, runs: [], notices: [] };
  for (const [id, automation] of Object.entries(automations)) {
    if (!automation.enabled) continue;
    const look = new Look(id, automation, facts, before, nowMs);
    const memory = look.take();
    result.state.automations[id] = memory;
    result.runs.push(...look.runs);
    if (!isActing(automation)) continue;
    result.notices.push(...look.notices);
    for (const [output, value] of asked(automation, memory)) {
      const request = requestOf(id, automation, value);
      result.requests.set(output, [...(result.requests.get(output) ?? []), request]);
    }
  }
  return result;
}

function laterClock(beforeMs: number | null, nowMs: number): number {
  if (beforeMs === null) return nowMs;
  const isCorrection = nowMs < beforeMs && beforeMs - nowMs < correctionMs;
  return isCorrection ? beforeMs : nowMs;
}

/** Who asks, as the reasons of outputs say it. */
export function automationBy(id: string): string {
  return `automation:${id}`;
}

function requestOf(id: string, { priority }: Automation, value: boolean): OutputRequest {
  return { kind: "automation", order: priority, by: automationBy(id), reason: { code: "automation" }, value };
}

function asked(automation: Automation, { isMet, sets }: AutomationMemory): [output: string, value: boolean][] {
  if (automation.kind === "keep") return isMet === true ? [[automation.output, automation.to]] : [];
  return Object.entries(sets).map(([output, { to }]) => [output, to]);
}

const fingerprints = new WeakMap<Automation, string>();

/**
 * Tells a rule from the one that it was before: name, priority and whether it is enabled do not change what it does. One
 * that was only watched begins again when it is to act.
 */
export function fingerprint(automation: Automation): string {
  const known = fingerprints.get(automation);
  if (known !== undefined) return known;
  const { name: _, priority: __, enabled: ___, ...rule } = automation;
  // FNV-1a; only has to tell a rule from the one that it was before.
  let hash = 2_166_136_261;
  for (const sign of JSON.stringify(rule)) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  const found = hash.toString(36);
  fingerprints.set(automation, found);
  return found;
}

function newMemory(of: string, nowMs: number): AutomationMemory {
  return {
    of,
    sinceMs: nowMs,
    timers: {},
    isMet: null,
    triggers: {},
    open: null,
    sets: {},
    lastRunMs: null,
    day: { date: "", runs: 0 },
  };
}

/** One automation at one instant. */
class Look {
  readonly runs: AutomationRun[] = [];
  readonly notices: AutomationNotice[] = [];
  readonly #id: string;
  readonly #automation: Automation;
  readonly #facts: Facts;
  readonly #nowMs: number;
  readonly #clockMs: number | null;
  readonly #evaluations: Map<string, Evaluation>;
  readonly #memory: AutomationMemory;

  constructor(id: string, automation: Automation, facts: Facts, before: AutomationsState, nowMs: number) {
    this.#id = id;
    this.#automation = automation;
    this.#facts = facts;
    this.#nowMs = nowMs;
    this.#clockMs = before.clockMs;
    const of = fingerprint(automation);
    const known = before.automations[id];
    const isSame = known?.of === of;
    this.#memory = isSame ? structuredClone(known) : newMemory(of, nowMs);
    if (known?.open && !isSame) this.#end(known.open.run, "superseded");
    const timed = [...conditionsOf(automation), ...triggersOf(automation)];
    this.#evaluations = new Map(
      timed.map(([path, condition]) => [path, evaluate(path, condition, facts, this.#memory.timers, nowMs)]),
    );
  }

  take(): AutomationMemory {
    const memory = this.#memory;
    memory.timers = Object.assign({}, ...[...this.#evaluations.values()].map(({ timers }) => timers));
    memory.sinceMs = Math.min(memory.sinceMs, this.#nowMs);
    if (this.#automation.kind === "keep") this.#keep(this.#automation);
    else {
      this.#endSets();
      this.#setOff(this.#automation);
      this.#advance(this.#automation);
    }
    return memory;
  }

  /** Where looks are seldom, a few of them late is not late. */
  get #lateMs(): number {
    return Math.max(lateMs, 3 * this.#facts.everyMs);
  }

  #keep(automation: KeepAutomation): void {
    const evaluation = this.#evaluationOf("while");
    const wasMet = this.#memory.isMet;
    const isClockMissing = !this.#facts.isClockRight && needsClock(automation.while);
    const { unknown } = automation;
    const kept = unknown === "as_before" || isClockMissing ? wasMet : unknown === "assume_true";
    const isMet = evaluation.is ?? kept;
    this.#memory.isMet = isMet;
    if (isMet === wasMet || (!isMet && wasMet === null)) return;
    this.#end({ ...this.#newRun(), verdicts: evaluation.verdicts }, isMet ? "began" : "ended");
  }

  #endSets(): void {
    const longestMs = this.#nowMs + automationLimits.longestSetS * 1000;
    // A clock that was set back makes nothing last longer.
    const still = Object.entries(this.#memory.sets).filter(([, { untilMs }]) => untilMs > this.#nowMs);
    this.#memory.sets = Object.fromEntries(
      still.map(([output, { to, untilMs }]) => [output, { to, untilMs: Math.min(untilMs, longestMs) }]),
    );
  }

  #setOff(automation: RunAutomation): void {
    const trigger = automation.when.map((one, index) => this.#fired(one, `when.${index}`, automation)).find(Boolean);
    if (!trigger) return;
    const memory = this.#memory;
    if (memory.open && automation.mode === "single") return;
    const run: AutomationRun = { ...this.#newRun(), trigger };
    if (this.#isLimited(automation)) return this.#end(run, "limited");
    if (memory.open) this.#end(memory.open.run, "superseded");
    memory.open = null;
    const condition = automation.if && this.#evaluationOf("if");
    run.verdicts = condition?.verdicts ?? [];
    if (condition && !this.#isSo(condition.is, automation)) return this.#end({ ...run, at: "if" }, "stopped");
    memory.lastRunMs = this.#nowMs;
    memory.day = { ...memory.day, runs: memory.day.runs + 1 };
    memory.open = { run, rest: automation.do.map((_, index) => `do.${index}`), waitUntilMs: null };
  }

  /** What set it off just now. */
  #fired(trigger: Trigger, path: string, automation: RunAutomation): Verdict | undefined {
    if (trigger.kind === "moment") return this.#momentFired(trigger, path, automation);
    const { is, verdicts } = this.#evaluationOf(path);
    const was = this.#memory.triggers[path];
    if (is !== undefined) this.#memory.triggers[path] = is;
    return is === true && was === false ? verdicts[0] : undefined;
  }

  #momentFired(
    { at, days }: Extract<Trigger, { kind: "moment" }>,
    path: string,
    { missed }: RunAutomation,
  ): Verdict | undefined {
    const { place, isClockRight } = this.#facts;
    if (!place || !isClockRight || this.#clockMs === null) return undefined;
    const afterMs = Math.max(this.#clockMs, this.#memory.sinceMs);
    if (afterMs >= this.#nowMs) return undefined;
    const atMs = lastMoment(at, days, place, { afterMs, untilMs: this.#nowMs });
    if (atMs === undefined) return undefined;
    const verdict: Verdict = { path, is: true, sinceMs: atMs };
    if (this.#nowMs - atMs <= this.#lateMs || missed === "run_once") return verdict;
    this.#end({ ...this.#newRun(), trigger: verdict }, "missed");
    return undefined;
  }

  #isLimited({ quietSeconds = 0, maxRunsPerDay = Infinity }: RunAutomation): boolean {
    const memory = this.#memory;
    const date = dateText(localDate(this.#facts.place?.zoneName ?? "UTC", this.#nowMs));
    if (memory.day.date !== date) memory.day = { date, runs: 0 };
    const sinceMs = memory.lastRunMs === null ? Infinity : this.#nowMs - memory.lastRunMs;
    const isQuiet = sinceMs >= 0 && sinceMs < quietSeconds * 1000;
    return isQuiet || memory.day.runs >= maxRunsPerDay;
  }

  #advance(automation: RunAutomation): void {
    const { open } = this.#memory;
    if (!open) return;
    for (let path = open.rest[0]; path !== undefined; path = open.rest[0]) {
      const action = actionAt(automation, path);
      if (!action) return this.#close(open, "failed", path);
      if (action.kind === "wait" && !this.#isWaitOver(open, action.seconds)) return;
      if (action.kind === "wait" && this.#nowMs - (open.waitUntilMs ?? 0) > this.#lateMs)
        return this.#close(open, "missed", path);
      open.waitUntilMs = null;
      open.rest.shift();
      open.run.steps.push(path);
      const outcome = this.#act(open, action, path, automation);
      if (outcome) return this.#close(open, outcome, path);
    }
    this.#close(open, "finished");
  }

  #isWaitOver(open: OpenRun, seconds: number): boolean {
    const longestMs = this.#nowMs + seconds * 1000;
    open.waitUntilMs = Math.min(open.waitUntilMs ?? longestMs, longestMs);
    return this.#nowMs >= open.waitUntilMs;
  }

  /** @returns why it cannot go on. */
  #act(open: OpenRun, action: Action, path: string, automation: RunAutomation): "failed" | "stopped" | undefined {
    if (action.kind === "notify") this.notices.push({ id: this.#id, text: action.text, level: action.level });
    if (action.kind === "set") {
      const untilMs = this.#endOf(action);
      if (untilMs === undefined) return "failed";
      this.#memory.sets[action.output] = { to: action.to, untilMs };
    }
    if (action.kind !== "if") return undefined;
    const { is, verdicts } = this.#evaluationOf(`${path}.condition`);
    open.run.verdicts = [...open.run.verdicts, ...verdicts];
    if (is === undefined && automation.unknown === "stop") return "stopped";
    const name = this.#isSo(is, automation) ? "do" : "otherwise";
    open.rest.unshift(...action[name].map((_, index) => `${path}.${name}.${index}`));
    return undefined;
  }

  /** Undefined: nobody can tell, so that it would never end. */
  #endOf({ forSeconds, until }: Extract<Action, { kind: "set" }>): number | undefined {
    if (forSeconds !== undefined) return this.#nowMs + forSeconds * 1000;
    const { place, isClockRight } = this.#facts;
    return until && place && isClockRight ? nextMoment(until, place, this.#nowMs) : undefined;
  }

  #isSo(is: Truth, { unknown }: RunAutomation): boolean {
    return is ?? unknown === "assume_true";
  }

  #close(open: OpenRun, outcome: AutomationRun["outcome"], at?: string): void {
    this.#memory.open = null;
    this.#end({ ...open.run, ...(at !== undefined && { at }) }, outcome);
  }

  #newRun(): AutomationRun {
    const watched = this.#automation.shadow ? ({ shadow: true } as const) : {};
    const atMs = this.#nowMs;
    const of = this.#memory.of;
    return { id: this.#id, atMs, endMs: atMs, outcome: "finished", verdicts: [], steps: [], of, ...watched };
  }

  #end(run: AutomationRun, outcome: AutomationRun["outcome"]): void {
    this.runs.push({ ...run, outcome, endMs: this.#nowMs });
  }

  #evaluationOf(path: string): Evaluation {
    return this.#evaluations.get(path) ?? { is: undefined, verdicts: [], timers: {} };
  }
}

function actionAt(automation: RunAutomation, path: string): Action | undefined {
  return flatActions("do", automation.do).find(([at]) => at === path)?.[1];
}
