import { randomUUID } from "node:crypto";

import type { WarningEmit } from "@offgrid/contract/warnings/step-warning";
import type { WarningSeverity } from "@offgrid/contract/warnings/warning-types";
import type { WarningRule } from "@offgrid/contract/warnings/warnings.schema";

import type { Announcement } from "../../bus/announcement.ts";
import type { Db } from "../../core/db.ts";
import { type EventPart, insertEvents } from "../events/events.store.ts";
import { idOfEnd } from "../notifications/of-incidents.store.ts";
import * as warnings from "./warnings.store.ts";

/** What a round of judging has to say: rows of warnings, and events of which people are notified. */

export interface Said {
  ruleId: string;
  containerId: string;
  rule: WarningRule;
  emit: WarningEmit | { kind: "closed"; atMs: number; reason: warnings.CloseReason };
}

interface Message {
  warning: warnings.WarningRow;
  rule: WarningRule;
  code: "warning.raised" | "warning.critical" | "warning.flapping" | "warning.cleared";
  level: WarningSeverity;
  atMs: number;
  more?: { attribute: string | null; value: number | null };
}

const keyOf = ({ ruleId, containerId }: { ruleId: string; containerId: string }) => `${ruleId} ${containerId}`;

/**
 * All of it is stored in one go at the end of the transaction, in as many statements however much there is: from then on
 * whoever stores what these containers send has to wait.
 */
export class WarningNews {
  readonly #said: Said[] = [];
  readonly #parts: EventPart[] = [];

  say(said: Said): void {
    this.#said.push(said);
  }

  /** Something else than what became of a warning. */
  add(part: EventPart): void {
    this.#parts.push(part);
  }

  async store(tx: Db, news: Announcement, nowMs: number): Promise<void> {
    if (this.#said.length > 0) {
      this.#parts.push(...(await this.#storeWarnings(tx, nowMs)));
      news.add("warningsChanged", { containerIds: [...new Set(this.#said.map(({ containerId }) => containerId))] });
    }
    if (this.#parts.length === 0) return;
    const events = await insertEvents(tx, this.#parts, nowMs);
    news.add("eventRaised", { eventIds: events.map(({ id }) => id) });
  }

  async #storeWarnings(tx: Db, nowMs: number): Promise<EventPart[]> {
    const rows = new WarningRows(await warnings.listOpen(tx, this.#said));
    const messages = this.#said.flatMap((said) => rows.take(said, nowMs) ?? []);
    await warnings.saveChanged(tx, rows.changed);
    await warnings.insertRaised(tx, rows.raised);
    return withListeners(tx, messages, nowMs);
  }
}

/** Warnings as they are while a round is gone through. */
class WarningRows {
  readonly raised: warnings.WarningRow[] = [];
  readonly #changed = new Set<warnings.WarningRow>();
  readonly #open: Map<string, warnings.WarningRow>;

  constructor(open: readonly warnings.WarningRow[]) {
    this.#open = new Map(open.map((one) => [keyOf(one), one]));
  }

  get changed(): warnings.WarningRow[] {
    return [...this.#changed].filter((row) => !this.isNew(row));
  }

  isNew(row: warnings.WarningRow): boolean {
    return this.raised.includes(row);
  }

  /** @returns what people learn of it. */
  take(said: Said, nowMs: number): Message | undefined {
    const { rule, emit } = said;
    const open = this.#open.get(keyOf(said));
    if (emit.kind === "raised") return open ? undefined : this.#raise(said, emit);
    if (!open) return undefined;
    this.#changed.add(open);
    switch (emit.kind) {
      case "blind":
        open.blindMs = emit.sinceMs;
        return undefined;
      case "closed":
        this.#close(said, open, emit.atMs, emit.reason);
        return undefined;
      case "cleared":
        this.#close(said, open, emit.atMs, "data");
        return { warning: open, rule, code: "warning.cleared", level: "info", atMs: emit.atMs };
      case "flapping":
        open.isFlapping = emit.isFlapping;
        return emit.isFlapping
          ? { warning: open, rule, code: "warning.flapping", level: "info", atMs: nowMs }
          : undefined;
      case "severity":
        open.severity = emit.severity;
        // What has become worse has to be looked after again.
        open.isWorse ||= emit.isUp;
        return emit.isUp
          ? { warning: open, rule, code: "warning.critical", level: emit.severity, atMs: emit.atMs }
          : undefined;
    }
  }

  #raise(said: Said, emit: Extract<WarningEmit, { kind: "raised" }>): Message {
    const { ruleId, containerId, rule } = said;
    const { condition, attribute, value, severity, atMs, isFlapping, isFound = false } = emit;
    const warning: warnings.WarningRow = {
      id: randomUUID(),
      ruleId,
      containerId,
      ruleName: rule.ruleName,
      content: rule.conditions[condition]?.name ?? rule.ruleName,
      note: rule.note,
      isShadow: rule.shadow,
      severity,
      attribute,
      value,
      raisedMs: atMs,
      foundMs: isFound ? atMs : null,
      clearedMs: null,
      closeReason: null,
      blindMs: null,
      isFlapping,
      isWorse: false,
      isLate: false,
    };
    this.raised.push(warning);
    this.#open.set(keyOf(said), warning);
    return { warning, rule, code: "warning.raised", level: severity, atMs, more: { attribute, value } };
  }

  #close(said: Said, open: warnings.WarningRow, atMs: number, reason: warnings.CloseReason): void {
    // Never before it began.
    open.clearedMs = Math.max(open.raisedMs, atMs);
    open.closeReason = reason;
    open.blindMs = null;
    this.#open.delete(keyOf(said));
  }
}

/** Of the end of a warning nobody is notified: that is said of its incident. */
async function withListeners(tx: Db, messages: readonly Message[], nowMs: number): Promise<EventPart[]> {
  const shown = messages.filter(({ warning }) => !warning.isShadow);
  const listeners = await warnings.listenersOf(
    tx,
    shown.flatMap(({ warning, code }) => (code === "warning.cleared" ? [] : [warning])),
    nowMs,
  );
  return shown.map((message): EventPart => {
    const { warning, rule, code, level, atMs, more } = message;
    const { id: warningId, ruleId, containerId, ruleName, content } = warning;
    const data = { warningId, ruleId, ruleName, content, note: rule.note, ...more };
    const event = { ts: atMs, code, level, data };
    const about = { containerId, boot: null, seq: null, event, warningId };
    if (code === "warning.cleared") return { ...about, id: idOfEnd(warningId), only: [] };
    const id = code === "warning.raised" ? warningId : randomUUID();
    return { ...about, id, only: listeners.get(warningId) ?? [] };
  });
}
