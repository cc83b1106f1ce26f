import { randomUUID } from "node:crypto";

import type { WarningEmit } from "@offgrid/contract/warnings/step-warning";
import type { WarningSeverity } from "@offgrid/contract/warnings/warning-types";
import type { WarningRule } from "@offgrid/contract/warnings/warnings.schema";
import { sql } from "kysely";

import { type Db, toTime } from "../../core/db.ts";
import type { WarningNews } from "./warning-news.ts";
import * as warnings from "./warnings.store.ts";

/** What a rule said, as rows: the warning, and an event of which people are notified. */

export interface Said {
  rule: WarningRule;
  ruleId: string;
  containerId: string;
  nowMs: number;
}

export async function announceEmit(tx: Db, news: WarningNews, said: Said, emit: WarningEmit): Promise<void> {
  switch (emit.kind) {
    case "raised":
      return raise(tx, news, said, emit);
    case "blind":
      await warnings.changeOpen(tx, said, sql`blind_since = ${emit.sinceMs === null ? null : toTime(emit.sinceMs)}`);
      return;
    case "cleared": {
      const open = await warnings.changeOpen(tx, said, warnings.closing(emit.atMs, "data"));
      // Whoever was notified that it began is notified that it is over, also if they muted it since.
      if (open) await notify(tx, news, said, { open, code: "warning.cleared", level: "info", atMs: emit.atMs }, true);
      return;
    }
    case "severity": {
      // What has become worse has to be looked after anew.
      const worse = emit.isUp
        ? sql`, acknowledged_by = null, acknowledged_at = null, acknowledged_until = null`
        : sql``;
      const open = await warnings.changeOpen(tx, said, sql`severity = ${emit.severity}${worse}`);
      if (open && emit.isUp)
        await notify(tx, news, said, { open, code: "warning.critical", level: emit.severity, atMs: emit.atMs });
      return;
    }
    case "flapping": {
      const open = await warnings.changeOpen(tx, said, sql`is_flapping = ${emit.isFlapping}`);
      if (open && emit.isFlapping)
        await notify(tx, news, said, { open, code: "warning.flapping", level: "info", atMs: said.nowMs });
    }
  }
}

async function raise(
  tx: Db,
  news: WarningNews,
  said: Said,
  { atMs, severity, condition, attribute, value, isFlapping }: Extract<WarningEmit, { kind: "raised" }>,
): Promise<void> {
  const { rule, ruleId, containerId } = said;
  const open = {
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
  };
  if (!(await warnings.openWarning(tx, open))) return;
  if (isFlapping) await warnings.changeOpen(tx, said, sql`is_flapping = true`);
  await notify(tx, news, said, { open, code: "warning.raised", level: severity, atMs, more: { attribute, value } });
}

interface Message {
  open: warnings.OpenWarning;
  code: "warning.raised" | "warning.critical" | "warning.flapping" | "warning.cleared";
  level: WarningSeverity;
  atMs: number;
  more?: { attribute: string | null; value: number | null };
}

async function notify(
  tx: Db,
  news: WarningNews,
  { ruleId, containerId, rule, nowMs }: Said,
  { open, code, level, atMs, more }: Message,
  isToThoseNotified = false,
): Promise<void> {
  if (open.isShadow) return;
  const listeners = isToThoseNotified
    ? (news.peopleOf(open.id) ?? (await warnings.notifiedOf(tx, open.id)))
    : await warnings.listenersOf(tx, { ruleId, containerId }, nowMs);
  const { ruleName, content } = open;
  const data = { warningId: open.id, ruleId, ruleName, content, note: rule.note, ...more };
  const id = code === "warning.raised" ? open.id : randomUUID();
  news.add({ id, containerId, boot: null, seq: null, event: { ts: atMs, code, level, data }, only: listeners });
}
