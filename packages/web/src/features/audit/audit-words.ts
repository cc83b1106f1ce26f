import { openStates } from "@offgrid/contract/commands/command-moves";
import { findOutput } from "@offgrid/contract/devices/output-kinds";
import { suggestedTitle } from "@offgrid/contract/warnings/suggested-words";
import type { TFunction } from "i18next";

import { missing } from "../../core/format.ts";
import { currentLocale } from "../../core/i18n/locale.ts";
import type { AuditNames, AuditRow } from "./audit.data.ts";

/** `t` of the namespaces "audit" and "shared". */
type Say = (key: string, options: { defaultValue: string }) => string;

/** The text for an action; a name without a text, such as one from an older portal, is shown as it is. */
export function actionWords(t: Say, action: string): string {
  return t(`did.${action}`, { defaultValue: action });
}

/** The text for a key of a line's before and after. */
export function keyWords(t: Say, key: string): string {
  return t(`key.${key}`, { defaultValue: key });
}

/** Is a line about a service that the portal sends with? */
export function isOfServices(action: string): boolean {
  return action === "saveSendingService" || action === "portalServiceTest";
}

/** What the portal sends with, by its name. */
export function serviceWords(t: Say, service: string): string {
  return t(`service.${service}`, { defaultValue: service });
}

/** Keys whose values have words of their own. */
const worded: ReadonlySet<string> = new Set(["source", "result", "timing", "severity"]);

/** A value of a key in words: what is switched is on or off, what is ticked is so or not, and states have their names. */
export function valueWords(t: Say, key: string, value: string): string {
  if (value === "") return missing;
  if (value === "true" || value === "false") {
    return t(key === "on" ? `switchedTo.${value}` : `is.${value}`, { defaultValue: value });
  }
  if (worded.has(key)) return t(`valueOf.${key}.${value}`, { defaultValue: value });
  const [, text, secret] = /^(.*?) ?\((new|set)\)$/.exec(value) ?? [];
  if (secret !== undefined) return [text, t(`secret.${secret}`, { defaultValue: secret })].filter(Boolean).join(" ");
  return key === "state" ? t(`state.${value}`, { defaultValue: value }) : value;
}

const ticketWords = {
  status: "statuses",
  priority: "priorities",
  category: "categories",
  waitingFor: "waitingFor",
  closeReason: "closeReason",
  reason: "evidence.reason",
} as const;

/** A value of a line about a ticket, or about evidence for one; undefined: it is none that has words. */
export function ticketValue(t: Say, action: string, key: string, value: string): string | undefined {
  if (!isOfTickets(action) || !Object.hasOwn(ticketWords, key)) return undefined;
  return t(`tickets:${ticketWords[key as keyof typeof ticketWords]}.${value}`, { defaultValue: value });
}

/** Is a line about a ticket, whose fields have the names that its page has? */
export function isOfTickets(action: string): boolean {
  return action === "ticketCreate" || action === "ticketUpdate" || action === "evidence_frozen";
}

/** The ticket for which a line says it was, where that is not its target. */
export function ticketOf({ target, after }: Pick<AuditRow, "target" | "after">): string | undefined {
  const id = typeof after === "object" && after !== null && !Array.isArray(after) ? after["ticketId"] : undefined;
  return typeof id === "string" && id !== target ? id : undefined;
}

/** What a thing is called: a group command by what it does, and a link by its chart. */
export function thingWords(t: TFunction<"audit">, { kind, name, switched }: AuditNames[string]): string {
  if (switched) return switchedWords(t, name, switched);
  if (kind === "incident") return suggestedTitle(name, currentLocale);
  return kind === "chart_link" ? t("chartLink", { name }) : name;
}

/** Whose link a line was done with, by somebody without an account whom nobody knows; undefined: by the person of the line. */
export function lenderOf({ action, userId, after }: Pick<AuditRow, "action" | "userId" | "after">): string | undefined {
  if (action !== "getChartToken") return undefined;
  const ownerId = typeof after === "object" && after !== null && !Array.isArray(after) ? after["ownerId"] : undefined;
  // An older portal wrote the owner as the one who did it.
  return typeof ownerId === "string" ? ownerId : (userId ?? "");
}

/** What a group command switches, and at how many containers: "Relay 3: switch off, 12 containers". */
function switchedWords(t: TFunction<"audit">, target: string, { on, count }: { on: boolean; count: number }): string {
  const relay = findOutput(target)?.number ?? target;
  return t(on ? "switched.on" : "switched.off", { relay, count });
}

/** What an id stands for. It may be anything that somebody wrote, also a word that every object knows. */
export function nameIn<Name>(names: Readonly<Record<string, Name>>, id: string): Name | undefined {
  return Object.hasOwn(names, id) ? names[id] : undefined;
}

/** Text of an outcome that is not "ok": what broke in the portal was not refused to anybody. */
export function outcomeOf(code: string): "result_failed" | "result_refused" {
  return code === "internal" ? "result_failed" : "result_refused";
}

/** Is a command over without having done what was asked for? */
export function hasEndedOtherwise(command: AuditRow["command"]): boolean {
  return command !== null && command.state !== "done" && !(openStates as readonly string[]).includes(command.state);
}

/** Did nothing come of a line, here or on site? */
export function isRefused({ result, command }: Pick<AuditRow, "result" | "command">): boolean {
  return result !== "ok" || hasEndedOtherwise(command);
}

/** Why something was refused, as the caller read it. */
export function refusalWords(t: Say, code: string): string {
  return t(`refused.${code}`, { defaultValue: t(`shared:refusal.${code}`, { defaultValue: code }) });
}
