import type { LocaleCode } from "@offgrid/contract/core/constants";
import { ticketLimits } from "@offgrid/contract/tickets/ticket-types";

import en from "./mail-in.en.json" with { type: "json" };
import fr from "./mail-in.fr.json" with { type: "json" };

const texts: Record<LocaleCode, typeof en> = { en, fr };
const mostNames = 10;

/** What a mail becomes as a message: within its length, and with the names of what was not taken over. */
export function messageText(text: string, refused: readonly string[], language: LocaleCode): string {
  const words = texts[language];
  const isLong = text.length > ticketLimits.longestMessage;
  const notes = [...(isLong ? [words.cut] : []), ...(refused.length > 0 ? [notTaken(refused, words)] : [])];
  const ends = notes.map((note) => `[${note}]`).join("\n");
  if (ends === "") return text;
  const room = ticketLimits.longestMessage - ends.length - 3;
  // Not half of a sign that takes two places.
  const begin = text.length > room ? `${text.slice(0, room).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
  return begin === "" ? ends : `${begin}\n\n${ends}`;
}

function notTaken(refused: readonly string[], words: typeof en): string {
  const shown = refused.slice(0, mostNames);
  const more = refused.length - shown.length;
  const names = [...shown, ...(more > 0 ? [words.more.replace("{count}", String(more))] : [])].join(", ");
  return words.notTaken.replace("{names}", () => names);
}

/** Programs put these before the subject of what they answer; ours puts the ticket there. */
const before = /^(?:\s*(?:re|aw|sv|fwd?|wg|tr|rép)\s*:|\s*\[t-\d+\])+\s*/i;

/** @param otherwise Of a mail that has none. */
export function subjectOf(subject: string, otherwise: string): string {
  const own = subject.replace(before, "").slice(0, ticketLimits.longestSubject).trim();
  return own === "" ? otherwise : own.replace(/[\uD800-\uDBFF]$/, "");
}
