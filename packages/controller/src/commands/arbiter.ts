import {
  arbitrate,
  type Decision,
  isOn,
  limitRanks,
  type OutputLimit,
  type OutputRequest,
} from "@offgrid/contract/commands/arbitrate";
import type { CommandFault, Emergency, OutputChange, OutputValue } from "@offgrid/contract/commands/commands.schema";
import { findOutput, type OutputTarget, outputValue } from "@offgrid/contract/devices/output-kinds";
import type { CommandMessage } from "@offgrid/contract/telemetry/telemetry.schema";

import type { Frame, Output } from "../drivers/driver.ts";
import type { ArbiterOptions, OutputEvent } from "./arbiter.types.ts";
import { Elapsed } from "./elapsed.ts";
import {
  changeBy,
  changedAt,
  holdMs,
  lockLimit,
  requestsOf,
  restEndMs,
  steadied,
  switchings,
  worksLimit,
  worn,
} from "./known-output.ts";
import { emergencyOf } from "./operations.ts";
import type { KnownOutput } from "./output-book.ts";
import { deadFeeder } from "./supply.ts";
import { Tries } from "./tries.ts";
import { within } from "./within.ts";

const readMs = 2_000;
/** So many tries in vain, and people are told. */
const triesUntilStuck = 2;

/**
 * Decides about each output, at each frame, what it is to be, and has the executor set what is not so. Nothing is set because
 * this program has started or the equipment answers again: where an output is then, is where people left it.
 */
export class Arbiter {
  readonly #options: ArbiterOptions;
  /** Outputs whose position was not known at the last look. */
  readonly #lost: Set<string>;
  /** Outputs that the last frame has off. */
  #offInFrame: ReadonlySet<string> = new Set();
  /** Outputs that the equipment kept without power at the last look, or what feeds them. */
  readonly #held = new Set<string>();
  readonly #tries = new Tries();
  readonly #elapsed = new Elapsed();
  /** The output that an emergency run was let through for last. */
  #beginning: string | undefined;
  #looking: Promise<void> | undefined;
  #isStopped = false;

  constructor(options: ArbiterOptions) {
    this.#options = options;
    this.#lost = new Set(this.#outputs.map(({ target }) => target));
    const { book, now } = options;
    for (const { target } of this.#outputs) this.#elapsed.since(target, book.get(target)?.changedAtMs ?? now(), now());
  }

  /** One look at all outputs; what comes while it lasts is left out. */
  receive(frame: Frame): void {
    if (this.#isStopped || this.#outputs.length === 0) return;
    this.#looking ??= this.#lookAtAll(frame).finally(() => (this.#looking = undefined));
  }

  /** Why the portal may not set an output to this now; undefined: it may. */
  obstacle(target: string, value: OutputValue, emergency?: Emergency): CommandFault | undefined {
    const known = this.#options.book.get(target);
    const fault = emergency && this.#faultOfEmergency(target);
    if (fault) return fault;
    if (!known) return undefined;
    const isEmergency = emergency !== undefined;
    const asked = { kind: "hold", order: 0, by: "portal", reason: { code: "command" }, value, isEmergency } as const;
    const decision = this.#decide(target, known, [asked]);
    if (decision.value === value) return undefined;
    if (decision.reason.code === "no_supply") return "no_supply";
    if (decision.rank === limitRanks.dwell) return "dwell";
    if (decision.rank === limitRanks.interlock) return "too_often";
    return decision.rank === limitRanks.lock ? "locked" : "protected";
  }

  /** One output runs at a time, and only where load protection alone is in its way and the battery has something left. */
  #faultOfEmergency(target: string): CommandFault | undefined {
    const { book, guard, now } = this.#options;
    if (!guard.limit(target)) return "not_protected";
    const isRunning = (other: string) =>
      other !== target && ((book.get(other)?.emergency?.untilMs ?? 0) > now() || this.#isBeginning(other));
    if (this.#outputs.some((other) => isRunning(other.target))) return "busy";
    if (!guard.isAboveFloor) return "below_floor";
    this.#beginning = target;
    return undefined;
  }

  /** It was let through for an emergency run, and has not been read back yet. */
  #isBeginning(target: string): boolean {
    return this.#beginning === target && this.#options.executor().isBusy(target);
  }

  /** A command of a person, or an order of this arbiter, has set an output. */
  changed(target: string, value: OutputValue, command: CommandMessage, isOwn: boolean): void {
    const { by } = command;
    const { book, now } = this.#options;
    const before = book.get(target);
    const changedAtMs = changedAt(before, value, now());
    this.#tries.forget(target);
    if (this.#beginning === target) this.#beginning = undefined;
    const switchedAtMs = switchings(before, value, now());
    if (isOwn) {
      const { left, hold } = before ?? { left: { value, by: "controller" }, hold: null };
      book.set(target, { ...before, value, changedAtMs, left, hold, switchedAtMs });
      book.save();
      this.#tell("output.changed", target);
    } else if (emergencyOf(command) && before) {
      const { minutes } = emergencyOf(command) ?? { minutes: 0 };
      const untilMs = now() + minutes * 60_000;
      book.set(target, { ...before, value, changedAtMs, switchedAtMs, emergency: { by, untilMs } });
      book.save();
      this.#tell("output.changed", target, { by, reason: "emergency" });
    } else {
      const hold = { by, isHand: false, untilMs: this.#holdEndMs(target, value) };
      const left = { value, by };
      book.set(target, { ...before, value, changedAtMs, left, hold, switchedAtMs, emergency: null });
      book.save();
      this.#tell("output.changed", target, { by, reason: "command" });
    }
    this.#sayWorn(target, before);
  }

  /** Says that an output has been switched so often that it rests, and again where what it still may do makes that longer. */
  #sayWorn(target: string, before: KnownOutput | undefined): void {
    const { book, now, tell } = this.#options;
    const known = book.get(target);
    const untilMs = known && restEndMs(known, now());
    if (!known || untilMs === undefined || untilMs === (before && restEndMs(before, now()))) return;
    const change = { value: known.value, by: "controller", reason: "too_often" } as const;
    tell("output.worn", "warning", target, { ...change, until: Math.ceil(untilMs / 1000) });
  }

  /** Waits for the look that is under way. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#looking;
  }

  get #outputs(): readonly Output[] {
    return this.#options.outputs?.list ?? [];
  }

  async #lookAtAll(frame: Frame): Promise<void> {
    const { book, executor, guard, phases, rules, schedules } = this.#options;
    this.#offInFrame = this.#offIn(frame);
    guard.look(frame, (target) => this.#isOn(target));
    for (const schedule of schedules) schedule.look?.(frame);
    phases.look(frame, (target) => this.#isOn(target));
    if (guard.isAtFloor) this.#endEmergencies();
    rules.look(frame, (target) => this.#isOn(target));
    for (const output of this.#outputs) {
      const seen = this.#valueIn(frame, output.target);
      if (seen === undefined) this.#lost.add(output.target);
      else if (!executor().isBusy(output.target)) await this.#look(output, seen);
      if (this.#isStopped) break;
    }
    // Once for all of them: a controller that starts for the first time adopts each.
    book.save();
  }

  /** At the floor of the battery load protection counts again at once. */
  #endEmergencies(): void {
    const { book } = this.#options;
    for (const { target } of this.#outputs) {
      const known = book.get(target);
      if (known?.emergency) book.set(target, { ...known, emergency: null });
    }
  }

  /** Undefined where the equipment did not tell at the last look. */
  #isOn(target: string): boolean | undefined {
    const known = this.#options.book.get(target);
    return known && !this.#lost.has(target) ? isOn(known.value) : undefined;
  }

  #valueIn({ values }: Frame, target: string): OutputValue | undefined {
    if (!findOutput(target)) return undefined;
    const { metrics } = this.#options;
    return outputValue(target as OutputTarget, (metric) => values[metrics.indexOf(metric)] ?? undefined);
  }

  async #look({ target }: Output, seen: OutputValue): Promise<void> {
    const { book, executor, outputs } = this.#options;
    if (this.#isHeld(target)) this.#held.add(target);
    if (book.get(target)?.value !== seen) {
      // The frame may be older than the last command: only the equipment tells.
      const asking = outputs?.readBack(target, performance.now() + readMs);
      const read = await within(readMs, asking).catch(() => undefined);
      if (read === undefined || executor().isBusy(target) || this.#isStopped) return;
      if (this.#isHeld(target)) this.#held.add(target);
      this.#learn(target, read);
    }
    this.#lost.delete(target);
    if (!this.#isHeld(target)) this.#held.delete(target);
    this.#sayHeld(target);
    this.#act(target);
  }

  #offIn(frame: Frame): ReadonlySet<string> {
    const targets = this.#outputs.map(({ target }) => target);
    const isOff = (value: OutputValue | undefined) => value !== undefined && !isOn(value);
    return new Set(targets.filter((target) => isOff(this.#valueIn(frame, target))));
  }

  #isHeld(target: string): boolean {
    return this.#options.outputs?.isHeld?.(target) === true || this.#deadFeeder(target) !== undefined;
  }

  /** What feeds an output and is off, also where the frame that says so is newer than what is known, or older. */
  #deadFeeder(target: string): OutputTarget | undefined {
    return deadFeeder(this.#outputs, target, (feeder) => this.#isOn(feeder) === false || this.#offInFrame.has(feeder));
  }

  /**
   * Says once that the equipment keeps an output without power, or what feeds it, also where the book has it off already, as after a start,
   * or where people had switched it off before; and what keeps it off when the equipment does so no longer.
   */
  #sayHeld(target: string): void {
    const { book } = this.#options;
    const known = book.get(target);
    if (!known) return;
    const isHeldSaid = !isOn(known.value) && this.#isHeld(target);
    if (isHeldSaid === (known.isHeldSaid ?? false)) return;
    book.set(target, { ...known, isHeldSaid });
    const isComingBack = !isHeldSaid && this.#decide(target, known).value !== known.value;
    if (!isOn(known.value) && !isComingBack) this.#tell("output.changed", target);
  }

  /** Where an output is that nobody here has set. */
  #learn(target: string, value: OutputValue): void {
    const { book, now } = this.#options;
    const before = book.get(target);
    if (before?.value === value) return;
    const changedAtMs = changedAt(before, value, now());
    if (before && this.#held.has(target)) {
      // Found for the first time while it was held, nobody has left it anywhere: it may come back.
      const left = before.left.by === "controller" && isOn(value) ? { value, by: "controller" } : before.left;
      book.set(target, { ...before, left, value, changedAtMs, isHeldSaid: !isOn(value) });
      this.#tell("output.changed", target);
    } else if (before && !this.#lost.has(target)) {
      const hold = { by: "hand", isHand: true, untilMs: this.#holdEndMs(target, value) };
      book.set(target, { ...worn(before), value, changedAtMs, left: { value, by: "hand" }, hold });
      this.#tell("output.hand", target, { by: "hand", reason: "hand" });
    } else {
      const isHeldSaid = !before && !isOn(value) && this.#held.has(target);
      const left = { value, by: "controller" };
      book.set(target, { ...worn(before), value, changedAtMs, left, hold: null, isHeldSaid });
      // What it finds at its first start is no change, but what has no power needs a reason.
      if (before) this.#tell("output.changed", target, { by: "controller", reason: "as_found" });
      else if (this.#held.has(target)) this.#tell("output.changed", target);
    }
  }

  #act(target: string): void {
    const known = this.#steady(target);
    if (!known) return;
    const decision = this.#decide(target, known);
    this.#options.rules.decided(target, decision);
    const { value, by, rank } = decision;
    if (value === known.value) this.#tries.forget(target);
    if (value === known.value || !this.#tries.isDue(target, value)) return;
    if (!this.#options.executor().order({ target, value, by, isLimit: rank < limitRanks.dwell })) return;
    if (this.#tries.add(target, value) === triesUntilStuck)
      this.#options.tell("output.stuck", "warning", target, changeBy(decision));
  }

  #steady(target: string): KnownOutput | undefined {
    const { book, now } = this.#options;
    const known = book.get(target);
    const steady = known && steadied(known, now());
    if (steady && steady !== known) book.set(target, steady);
    return steady;
  }

  #decide(target: string, known: KnownOutput, asked?: readonly OutputRequest[]): Decision {
    const { now, phases, rules, shortestTimes } = this.#options;
    const { value } = known;
    const nowMs = now();
    const changedAtMs = nowMs - this.#elapsed.since(target, known.changedAtMs, nowMs);
    const output = { value, changedAtMs, ...shortestTimes(target) };
    const others = [phases.request(target), this.#scheduled(target, value)].filter((one) => one !== undefined);
    const requests = [...requestsOf(known), ...rules.requests(target), ...others];
    return arbitrate(output, this.#limits(target, known, asked !== undefined), asked ?? requests, nowMs);
  }

  /** What times that people have set ask of an output that is so. */
  #scheduled(target: string, value: OutputValue): OutputRequest | undefined {
    for (const schedule of this.#options.schedules) {
      const request = schedule.request(target, value);
      if (request) return request;
    }
    return undefined;
  }

  /** Until when what somebody sets now is left alone. */
  #holdEndMs(target: string, value: OutputValue): number {
    const { now, rules } = this.#options;
    const nowMs = now();
    const edgeMs = nowMs + (rules.edgeInMs(target, holdMs) ?? holdMs);
    return Math.min(nowMs + holdMs, edgeMs, this.#scheduled(target, value)?.untilMs ?? Infinity);
  }

  /** @param isAsked Of a person, who may be the one at work: the portal refuses it of everybody else. */
  #limits(target: string, known: KnownOutput, isAsked: boolean): OutputLimit[] {
    const { guard, isWorkedOn, locks, phases } = this.#options;
    const limits: OutputLimit[] = [];
    const untilMs = restEndMs(known, this.#options.now());
    if (untilMs !== undefined)
      limits.push({ kind: "interlock", effect: "stay_off", by: "controller", reason: { code: "too_often" }, untilMs });
    const feeder = this.#deadFeeder(target);
    // What reads on without its supply has another one: it is left to whoever asks for something.
    const isUnfed = feeder !== undefined && !isOn(known.value);
    if (isUnfed || this.#options.outputs?.isHeld?.(target)) {
      const reason = feeder === undefined ? ({ code: "equipment" } as const) : ({ code: "no_supply", feeder } as const);
      limits.push({ kind: "equipment", effect: "off", by: "equipment", reason });
    }
    if (locks.isLocked(target)) limits.push(lockLimit);
    if (!isAsked && isWorkedOn()) limits.push(worksLimit);
    return [...limits, guard.limit(target), phases.limit(target)].filter((limit) => limit !== undefined);
  }

  /** Says why an output is as it is now. @param cause Left out: what was decided about it. */
  #tell(code: OutputEvent, target: string, cause?: Pick<OutputChange, "by" | "reason">): void {
    const known = this.#options.book.get(target);
    if (!known) return;
    const { value } = known;
    const hold = cause?.reason === "emergency" ? known.emergency : known.hold;
    const decision = this.#decide(target, known);
    const found = { ...decision, value, by: "controller", reason: { code: "as_found" }, blocked: [] } as const;
    const change = changeBy(decision.value === value ? decision : found);
    const until = cause && hold ? { until: Math.floor(hold.untilMs / 1000) } : {};
    // A phase that is tried again and again and draws too much each time was worth a warning the first time.
    const isRepeated = (change.times ?? 1) > 1;
    // What the equipment sheds by itself, as of an empty battery, lacks power as much as what the protection cuts.
    const isShed = ["protection", "phase_limit", "equipment"].includes(change.reason);
    const isAlarming = isShed || cause?.reason === "emergency";
    const level = isAlarming && !isRepeated ? "warning" : "info";
    this.#options.tell(code, level, target, { ...change, ...cause, ...until });
  }
}
