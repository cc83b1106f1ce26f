import { sectionOf } from "./config-doc.ts";

/**
 * What can be set in a configuration, and what follows from a setting. No schema library here: screens import it whole.
 * A section begins here and in `configuration.schema.ts`.
 */

/** A change in one of these can cut the link: it is tried first, and taken back where the portal does not confirm it. */
const linkSections: readonly string[] = ["network", "keepAlive"];

/** What cuts a link or restarts a controller asks who wants it, whichever call it comes by. */
const confirmedSections: readonly string[] = ["network", "reboot"];

/** How long a controller waits to be confirmed before it returns to what it had. */
export const trialMs = 5 * 60_000;

/** What is not delivered by then is not sent any more. */
export const wantedForMs = 7 * 86_400_000;

export const configLimits = {
  port: { from: 0, to: 65_536 },
  frameSeconds: { from: 0.1, to: 86_400 },
  linkSeconds: { from: 1, to: 60 },
} as const;

/** May a change of the value at this path cut the link? */
export function isLinkCritical(path: string): boolean {
  return linkSections.includes(sectionOf(path));
}

/** Does asking a controller for something in this section need a fresh confirmation of who asks? */
export function needsConfirmation(section: string): boolean {
  return confirmedSections.includes(section);
}

/** Four dotted numbers, each 0 to 255. */
export function isIpAddress(text: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(text) && text.split(".").every((part) => Number(part) <= 255);
}

/** A name or an IP address, that of version 6 in brackets. */
export function isHost(text: string): boolean {
  if (text.startsWith("[") && text.endsWith("]")) return isSixAddress(text.slice(1, -1));
  return /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text);
}

/** Eight groups of hexadecimal digits; `::` stands once for those that are zero, and the last two may be dotted numbers. */
function isSixAddress(text: string): boolean {
  const halves = text.split("::");
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  const last = groups.at(-1) ?? "";
  const isDotted = last.includes(".") && !text.endsWith("::");
  if (isDotted) groups.splice(-1, 1, ...(isIpAddress(last) ? ["0", "0"] : [""]));
  if (!groups.every((group) => /^[0-9a-f]{1,4}$/i.test(group))) return false;
  return halves.length === 2 ? groups.length < 8 : halves.length === 1 && groups.length === 8;
}
