import { randomUUID } from "node:crypto";
import { setImmediate as others } from "node:timers/promises";

import { canHeal, type Episode, healed, isSame, Replay, unknownPast } from "@offgrid/contract/warnings/heal";
import { dueOf } from "@offgrid/contract/warnings/due";
import { ruleAt } from "@offgrid/contract/warnings/rule-at";
import type { WarningSeverity } from "@offgrid/contract/warnings/warning-types";
import type { WarningRule } from "@offgrid/contract/warnings/warnings.schema";

import { announced } from "../../bus/announcement.ts";
import type { Db } from "../../core/db.ts";
import { readSamples } from "../../history/tiers/samples.store.ts";
import { addDarkNews } from "../channels/dark-news.store.ts";
import { insertEvents } from "../events/events.store.ts";
import { fingerprintOf, knownCutOff, metricsOf, placeOf } from "./case.ts";
import * as gaps from "./gaps.store.ts";
import * as judged from "./judged.store.ts";
import { listKnown, listRuleFacts, type Pair, type SavedState, saveJudged } from "./pairs.store.ts";
import type { JudgeTools } from "./judge.ts";
import { readRules } from "./parsed-rules.ts";
import { holdRules } from "./watched.store.ts";
import * as warnings from "./warnings.store.ts";

/**
 * When what was measured while a container was dark has come, its rules are replayed from before the gap, and the history
 * of its warnings becomes what it would be if the link had never been down. One message says what there was.
 */

const minuteMs = 60_000;
/** Without another frame for so long, what is missing does not come any more. */
const quietMs = 10 * minuteMs;
const lookEveryMs = 5 * minuteMs;
/** Where nothing came at all, nothing was recorded. */
const emptyForMs = 24 * 60 * minuteMs;
const emptyEveryMs = 60 * minuteMs;
/** What is not clear by then stays as it is. */
const longestWaitMs = 6 * 60 * minuteMs;
/** Others have their turn after so many instants. */
const instantsAtOnce = 1_000;
const dayMs = 86_400_000;
/** The message names so many rules. */
const mostNamed = 5;

export async function healGaps(tools: JudgeTools, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await healOne(tools)));
}

/** @returns false: none is due. */
function healOne({ bus, db, clock }: JudgeTools): Promise<boolean> {
  return announced<boolean>(
    bus,
    (whole) => db.transaction().execute(whole),
    async (tx, news) => {
      await holdRules(tx, "judge");
      const nowMs = clock.now();
      const gap = await gaps.holdDueGap(tx, nowMs);
      if (!gap) return false;
      const { containerId, framesNow } = gap;
      const later = waitOf(gap, nowMs);
      if (later === "never") await gaps.forget(tx, containerId);
      else if (later) await gaps.postpone(tx, containerId, { frames: framesNow, ...later });
      else {
        const digest = await new Healing(tx, gap, nowMs).run();
        if (digest === "later")
          await gaps.postpone(tx, containerId, {
            frames: framesNow,
            quietMs: gap.quietMs ?? nowMs,
            dueMs: nowMs + lookEveryMs,
          });
        else {
          await gaps.forget(tx, containerId);
          const events = digest ? await insertEvents(tx, [digest], nowMs) : [];
          if (digest) await addDarkNews(tx, digest);
          news.add("eventRaised", { eventIds: events.map(({ id }) => id) });
        }
      }
      return true;
    },
  );
}

/** Until when to wait; undefined: all is there. */
function waitOf(
  { toMs, frames, framesNow, quietMs: since }: gaps.DueGap,
  nowMs: number,
): { quietMs: number; dueMs: number } | "never" | undefined {
  const isOld = nowMs - toMs > longestWaitMs;
  // What came before may be sealed by now.
  if (framesNow === 0 && frames === 0) {
    if (nowMs - toMs > emptyForMs) return "never";
    return { quietMs: nowMs, dueMs: nowMs + (isOld ? emptyEveryMs : lookEveryMs) };
  }
  if (framesNow > frames || since === null) return isOld ? undefined : { quietMs: nowMs, dueMs: nowMs + lookEveryMs };
  return nowMs - since < quietMs ? { quietMs: since, dueMs: since + quietMs } : undefined;
}

interface Case {
  pair: Pair;
  rule: WarningRule;
  fingerprint: string;
  replay: Replay;
}

/** What one rule had to say of the gap. */
interface Line {
  pair: Pair;
  content: string;
  severity: WarningSeverity;
  lastedMs: number;
  endMs: number;
}

class Healing {
  readonly #tx: Db;
  readonly #gap: gaps.Gap;
  readonly #nowMs: number;
  #zoneName = "UTC";

  constructor(tx: Db, gap: gaps.Gap, nowMs: number) {
    this.#tx = tx;
    this.#gap = gap;
    this.#nowMs = nowMs;
  }

  /** @returns what people learn of it; `later`: it is not clear yet what is open now. */
  async run() {
    const { containerId, fromMs, toMs } = this.#gap;
    const [container] = await judged.holdContainers(this.#tx, { containerId }, 1);
    if (!container) return "later" as const;
    this.#zoneName = container.zoneName;
    const cases = await this.#casesOf(container);
    if (cases.length === 0) return undefined;
    await this.#replay(container, cases);
    const stored = await gaps.listSince(this.#tx, containerId, fromMs);
    const rowsOf = ({ ruleId }: Pair) => stored.filter((row) => row.ruleId === ruleId);
    const results = cases.map((one) => ({ ...one, result: healed(rowsOf(one.pair), one.replay.episodes) }));
    if (results.some(({ result }) => !result) && this.#nowMs - toMs < longestWaitMs) return "later" as const;
    const lines: Line[] = [];
    for (const { result, ...one } of results) {
      const rows = rowsOf(one.pair);
      const added = result?.added ?? unknownPast(rows, one.replay.episodes);
      const revised = (result?.kept ?? []).filter(({ row, episode }) => !isSame(row, episode));
      await warnings.insertRaised(
        this.#tx,
        added.map((episode) => toRow(one, episode)),
      );
      await gaps.revise(
        this.#tx,
        revised.map(({ row, episode }) => ({ ...episode, id: row.id })),
      );
      await gaps.remove(
        this.#tx,
        (result?.surplus ?? []).map(({ id }) => id),
      );
      lines.push(...this.#linesOf(one, added, [...added, ...revised.map(({ episode }) => episode)]));
    }
    await this.#saveStates(results.filter(({ result }) => result));
    return this.#digest(lines);
  }

  /** Rules that are the same as before the gap, and that frames alone move. */
  async #casesOf(container: judged.HeldContainer): Promise<Case[]> {
    const known = await listKnown(this.#tx, [{ ...container, isWhole: true }], this.#nowMs);
    const facts = await listRuleFacts(this.#tx, known.values());
    const rules = await readRules(this.#tx, facts);
    const { containerId } = container;
    return (known.get(containerId) ?? []).flatMap((own): Case[] => {
      const of = facts.find(({ ruleId }) => ruleId === own.ruleId);
      if (!of) return [];
      const pair = { ...of, ...own, containerId };
      const whole = rules.get(pair.ruleId);
      const before = this.#gap.states[pair.ruleId];
      const rule = whole && ruleAt(whole, container);
      if (!before || !rule || !canHeal(rule)) return [];
      const fingerprint = fingerprintOf(pair, whole, container);
      if (fingerprint !== before.fingerprint || fingerprint !== pair.fingerprint) return [];
      return [{ pair, rule, fingerprint, replay: new Replay(rule, before.state) }];
    });
  }

  /** All frames from before the gap to the newest that was judged, whenever they came. */
  async #replay(container: judged.HeldContainer, cases: readonly Case[]): Promise<void> {
    const { containerId, watermarkMs } = container;
    const metrics = [...new Set(cases.flatMap(({ rule }) => metricsOf(rule)))];
    const place = placeOf(container);
    const cutOff = knownCutOff(container);
    const everyMs = container.everyS * 1_000;
    for (let fromMs = this.#gap.fromMs + 1; fromMs <= watermarkMs; fromMs += dayMs) {
      const toMs = Math.min(fromMs + dayMs, watermarkMs + 1);
      const { atMs, columns } = await readSamples(this.#tx, containerId, metrics, { fromMs, toMs });
      for (const [index, instant] of atMs.entries()) {
        if (index % instantsAtOnce === 0) await others();
        const values = new Map(metrics.map((metric, place) => [metric, columns[place]?.[index] ?? undefined]));
        const valueOf = (metric: string) => values.get(metric);
        for (const { replay } of cases) replay.take({ kind: "frame", atMs: instant, everyMs, valueOf, place, cutOff });
      }
    }
    for (const { replay } of cases) replay.end(this.#nowMs);
  }

  #linesOf({ pair, rule }: Case, added: readonly Episode[], changed: readonly Episode[]): Line[] {
    const { fromMs, toMs } = this.#gap;
    const spans = changed.map(({ raisedMs, clearedMs, severity }) => ({
      severity,
      endMs: Math.min(toMs, clearedMs ?? toMs),
      lastedMs: Math.min(toMs, clearedMs ?? toMs) - Math.max(fromMs, raisedMs),
    }));
    const lastedMs = spans.reduce((sum, span) => sum + Math.max(0, span.lastedMs), 0);
    if (rule.shadow || lastedMs === 0) return [];
    const begin = (added[0] ?? changed[0])?.begin;
    const content = rule.conditions[begin?.condition ?? 0]?.name ?? rule.ruleName;
    const isCritical = spans.some(({ severity }) => severity === "critical");
    const endMs = Math.max(...spans.map((span) => span.endMs));
    return [{ pair, content, severity: isCritical ? "critical" : rule.severity, lastedMs, endMs }];
  }

  async #saveStates(cases: readonly Case[]): Promise<void> {
    const saved = cases.map(({ pair, rule, fingerprint, replay }): SavedState => {
      const { ruleId, containerId } = pair;
      const { state, last } = replay;
      return { ruleId, containerId, fingerprint, state, dueMs: last && dueOf(rule, state, last) };
    });
    await saveJudged(this.#tx, saved, [], false);
  }

  /** One message for the whole gap, to whoever would have been notified of one of its warnings. */
  async #digest(lines: readonly Line[]) {
    if (lines.length === 0) return undefined;
    const { containerId, fromMs, toMs } = this.#gap;
    const pairs = lines.map(({ pair: { ruleId } }) => ({ id: ruleId, ruleId, containerId }));
    const listeners = await warnings.listenersOf(this.#tx, pairs, this.#nowMs);
    // What was critical long ago is news, but nothing to hurry for.
    const levelOf = ({ severity, endMs }: Line) =>
      severity === "critical" && this.#nowMs - endMs > longestWaitMs ? "warning" : severity;
    const levels = lines.map(levelOf);
    const level = (["critical", "warning", "info"] as const).find((one) => levels.includes(one)) ?? "info";
    const longest = lines.toSorted((one, other) => other.lastedMs - one.lastedMs);
    const items = longest.slice(0, mostNamed).map(({ content, lastedMs }) => ({ content, lastedMs }));
    const data = { fromMs, toMs, zoneName: this.#zoneName, items, more: longest.length - items.length };
    return {
      id: randomUUID(),
      containerId,
      boot: null,
      seq: null,
      event: { ts: this.#nowMs, code: "warning.while_dark", level, data },
      only: [...new Set([...listeners.values()].flat())],
    };
  }
}

/** An episode that became known late, as a warning that is over. */
function toRow(
  { pair, rule }: Case,
  { raisedMs, clearedMs, severity, isFlapping, begin }: Episode,
): warnings.WarningRow {
  return {
    id: randomUUID(),
    ruleId: pair.ruleId,
    containerId: pair.containerId,
    ruleName: rule.ruleName,
    content: rule.conditions[begin?.condition ?? 0]?.name ?? rule.ruleName,
    note: rule.note,
    isShadow: rule.shadow,
    severity,
    attribute: begin?.attribute ?? null,
    value: begin?.value ?? null,
    raisedMs,
    foundMs: null,
    clearedMs,
    closeReason: "data",
    blindMs: null,
    isFlapping,
    isWorse: false,
    isLate: true,
  };
}
