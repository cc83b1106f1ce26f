import { openStates } from "@offgrid/contract/commands/command-moves";
import { menu } from "@offgrid/contract/core/menu";
import { findOutput } from "@offgrid/contract/devices/output-kinds";
import { suggestedTitle } from "@offgrid/contract/warnings/suggested-words";
import type { TFunction } from "i18next";

import { currentLocale } from "../../core/i18n/locale.ts";
import type { AuditNames, AuditRow } from "./audit.data.ts";

/** `t` of the catalogues that lines take their words from. */
export type Say = (key: string, options: { defaultValue: string }) => string;

/** The text for an action; a name without a text, such as one from an older portal, is shown as it is. */
export function actionWords(t: Say, action: string): string {
  return t(`did.${action}`, { defaultValue: action });
}

type Done = Pick<AuditRow, "action" | "after">;

/** What a call writes that took back what it otherwise does. */
const takenBack: Readonly<Record<string, readonly [key: string, value: number | boolean]>> = {
  incidentMute: ["hours", 0],
  warningMute: ["hours", 0],
  favoriteSet: ["favorite", false],
};

/** The key that says that a call took back what it otherwise does; undefined: it did not. */
export function undoingKey({ action, after }: Done): string | undefined {
  const [key = "", value] = nameIn(takenBack, action) ?? [];
  if (typeof after !== "object" || after === null || Array.isArray(after)) return undefined;
  return nameIn(after, key) === value && value !== undefined ? key : undefined;
}

/** What a line says was done. */
export function doneWords(t: Say, line: Done): string {
  const words = actionWords(t, line.action);
  return undoingKey(line) === undefined ? words : t(`undid.${line.action}`, { defaultValue: words });
}

/** Is a line about a service that the portal sends with? */
export function isOfServices(action: string): boolean {
  return action === "saveSendingService" || action === "portalServiceTest";
}

/** What the portal sends with, by its name. */
export function serviceWords(t: Say, service: string): string {
  return t(`service.${service}`, { defaultValue: service });
}

/** The group of names that only the audit has. */
const ownNames = "audit:valueOf.";

/** A name in words; one without words, such as one from an older portal, is shown as it is. @param place Such as `tickets:statuses`. */
export function nameWords(t: Say, place: string, name: string): string {
  const key = place.startsWith(ownNames) ? `valueOf.${place.slice(ownNames.length)}.${name}` : `${place}.${name}`;
  return t(key, { defaultValue: name });
}

/** A secret is never written: only that there is one, perhaps after where it goes to. */
export function secretWords(t: Say, value: string): string {
  const [, text, secret] = /^(.*?) ?\((new|set)\)$/.exec(value) ?? [];
  if (secret === undefined) return value;
  return [text, t(`secret.${secret}`, { defaultValue: secret })].filter(Boolean).join(" ");
}

/** What a role hides by this id: the first entry of the menu that has it. */
export function menuWords(t: Say, id: string): string {
  const entries = menu.flatMap((entry) => [entry, ...(entry.children ?? [])]);
  const label = entries.find((entry) => entry.id === id)?.label;
  return label === undefined ? id : t(`shared:screen.${label}`, { defaultValue: id });
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
