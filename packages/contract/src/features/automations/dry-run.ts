import { staleAfterMs } from "../../core/constants.ts";
import type { Place } from "../../core/moments.ts";
import { arbitrate, type Decision, type OutputRequest } from "../commands/arbitrate.ts";
import { findOutput, outputMetric, type OutputTarget } from "../devices/output-kinds.ts";
import { type AutomationRun, type AutomationsState, noAutomations } from "./automation-state.ts";
import { type Automations, outputsSetBy } from "./automations.schema.ts";
import type { Facts } from "./conditions.ts";
import { automationBy, type AutomationNotice, stepAutomations } from "./step-automations.ts";

/** What automations would have done with what was measured: by the same code that does it in a container. Pure. */

/** Readings at an instant; a metric that is left out was not measured then, and null says that it had no valid reading. */
export interface PastFrame {
  atMs: number;
  values: Readonly<Record<string, number | null>>;
}

export interface DryRunOptions {
  automations: Automations;
  place: Place | undefined;
  everyMs: number;
  /** The metric that measures what a load draws, in W; undefined: nothing measures it alone. */
  powerMetricOf: (output: string) => string | undefined;
}

/** An output as it would have been, for a time. */
export interface DryRunSpan {
  output: string;
  fromMs: number;
  toMs: number;
  isOn: boolean;
  /** Id of the automation that wanted it so; undefined: none did, and it is as it was. */
  id: string | undefined;
  /** Automations that asked for the opposite. */
  lost: string[];
}

export interface DryRunOutput {
  output: string;
  /** How often it would have been switched, and how often it was. */
  switchings: number;
  switchingsBefore: number;
  /** What its load drew while it would have been off, Wh; undefined: nothing measures it. */
  withheldWh: number | undefined;
  /** How long it would have been on although it was off: what its load would have drawn then is not known. */
  addedMs: number;
}

export interface DryRunResult {
  spans: DryRunSpan[];
  outputs: DryRunOutput[];
  runs: AutomationRun[];
  notices: AutomationNotice[];
  /** Of the time between the first and the last frame, what was measured. */
  measuredMs: number;
  gapsMs: number;
}

interface Ledger extends DryRunOutput {
  /** As it was, and as it would be. */
  was: boolean | undefined;
  isOn: boolean | undefined;
  changedAtMs: number;
}

/** Takes frames in the order of time, a few or a week of them. */
export class DryRun {
  readonly #options: DryRunOptions;
  readonly #readings = new Map<string, { value: number; atMs: number }>();
  readonly #ledgers: Map<string, Ledger>;
  readonly #open = new Map<string, DryRunSpan>();
  readonly #result: Omit<DryRunResult, "outputs"> = { spans: [], runs: [], notices: [], measuredMs: 0, gapsMs: 0 };
  #state: AutomationsState = noAutomations;
  #lastMs: number | undefined;

  constructor(options: DryRunOptions) {
    this.#options = options;
    const outputs = [...new Set(Object.values(options.automations).flatMap(outputsSetBy))].sort();
    this.#ledgers = new Map(outputs.map((output) => [output, newLedger(output, options.powerMetricOf(output))]));
  }

  take(frame: PastFrame): void {
    const { atMs, values } = frame;
    const spanMs = this.#lastMs === undefined ? 0 : atMs - this.#lastMs;
    const isGap = spanMs > staleAfterMs(this.#options.everyMs / 1000);
    this.#result[isGap ? "gapsMs" : "measuredMs"] += spanMs;
    if (isGap) this.#endSpans();
    else this.#ledgers.forEach((ledger) => this.#meter(ledger, spanMs));
    for (const [metric, value] of Object.entries(values))
      if (value === null) this.#readings.delete(metric);
      else this.#readings.set(metric, { value, atMs });
    for (const ledger of this.#ledgers.values()) follow(ledger, this.#isOnIn(values, ledger.output), atMs);
    const { requests, state, runs, notices } = stepAutomations(
      this.#options.automations,
      this.facts,
      this.#state,
      atMs,
    );
    this.#state = state;
    this.#lastMs = atMs;
    this.#result.runs.push(...runs);
    this.#result.notices.push(...notices);
    for (const ledger of this.#ledgers.values()) this.#decide(ledger, requests.get(ledger.output) ?? [], atMs);
  }

  result(): DryRunResult {
    const spans = [...this.#result.spans, ...this.#open.values()].toSorted((one, other) => one.fromMs - other.fromMs);
    return { ...this.#result, spans, outputs: [...this.#ledgers.values()].map(outputOf) };
  }

  /** What is remembered at the last frame. */
  get state(): AutomationsState {
    return this.#state;
  }

  /** What is known at the last frame. */
  get facts(): Facts {
    const { place, everyMs } = this.#options;
    return {
      readingOf: (metric: string) => this.#readings.get(metric),
      isOn: (output: string) => this.#ledgers.get(output)?.isOn ?? this.#lastOf(output),
      place,
      isClockRight: true,
      everyMs,
    };
  }

  #lastOf(output: string): boolean | undefined {
    if (!findOutput(output)) return undefined;
    const reading = this.#readings.get(outputMetric(output as OutputTarget));
    return reading && reading.value !== 0;
  }

  #isOnIn(values: PastFrame["values"], output: string): boolean | undefined {
    const value = findOutput(output) ? values[outputMetric(output as OutputTarget)] : undefined;
    return value === undefined || value === null ? undefined : value !== 0;
  }

  /** What a load drew until now although it would have been without power. */
  #meter(ledger: Ledger, spanMs: number): void {
    const { was, isOn, output } = ledger;
    if (was === undefined || was === isOn) return;
    if (!was) ledger.addedMs += spanMs;
    const metric = this.#options.powerMetricOf(output);
    const powerW = metric === undefined ? undefined : this.#readings.get(metric)?.value;
    if (was && ledger.withheldWh !== undefined)
      ledger.withheldWh = powerW === undefined ? undefined : ledger.withheldWh + (powerW * spanMs) / 3_600_000;
  }

  #decide(ledger: Ledger, requests: readonly OutputRequest[], atMs: number): void {
    const { isOn, was, output, changedAtMs } = ledger;
    if (isOn === undefined || was === undefined) return;
    const asLeft: OutputRequest = { kind: "default", order: 0, by: "", reason: { code: "as_left" }, value: was };
    const state = { value: isOn, changedAtMs, minOnMs: 0, minOffMs: 0 };
    const decision = arbitrate(state, [], [...requests, asLeft], atMs);
    if (decision.value !== isOn) {
      ledger.isOn = decision.value === true;
      ledger.changedAtMs = atMs;
      ledger.switchings++;
    }
    this.#note(output, decision, atMs);
  }

  /** What was not measured belongs to no span. */
  #endSpans(): void {
    this.#result.spans.push(...this.#open.values());
    this.#open.clear();
  }

  #note(output: string, { value, by, blocked }: Decision, atMs: number): void {
    const idOf = (name: string) => (name === "" ? undefined : name.slice(automationBy("").length));
    const lost = blocked.flatMap((request) => idOf(request.by) ?? []);
    const span = { output, fromMs: atMs, toMs: atMs, isOn: value === true, id: idOf(by), lost };
    const open = this.#open.get(output);
    if (open) open.toMs = atMs;
    const isSame = open?.isOn === span.isOn && open.id === span.id && open.lost.join() === lost.join();
    if (isSame) return;
    if (open) this.#result.spans.push(open);
    this.#open.set(output, span);
  }
}

function newLedger(output: string, powerMetric: string | undefined): Ledger {
  const withheldWh = powerMetric === undefined ? undefined : 0;
  const counts = { switchings: 0, switchingsBefore: 0, withheldWh, addedMs: 0 };
  return { output, ...counts, was: undefined, isOn: undefined, changedAtMs: 0 };
}

function outputOf(ledger: Ledger): DryRunOutput {
  const { output, switchings, switchingsBefore, withheldWh, addedMs } = ledger;
  return { output, switchings, switchingsBefore, withheldWh, addedMs };
}

/** Where an output was; what nothing else has decided goes with it. */
function follow(ledger: Ledger, isOn: boolean | undefined, atMs: number): void {
  if (isOn === undefined) return;
  if (ledger.was !== undefined && ledger.was !== isOn) ledger.switchingsBefore++;
  ledger.was = isOn;
  if (ledger.isOn !== undefined) return;
  ledger.isOn = isOn;
  ledger.changedAtMs = atMs;
}

/** All frames at once. */
export function dryRun(options: DryRunOptions, frames: Iterable<PastFrame>): DryRunResult {
  const run = new DryRun(options);
  for (const frame of frames) run.take(frame);
  return run.result();
}
