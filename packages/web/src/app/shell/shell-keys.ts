import type { ScreenName } from "../../core/screen.ts";
import { isPaletteKey } from "./early-key.ts";

/** A key as the page's events tell it. */
export interface PressedKey {
  key: string;
  /** The physical key: digits are matched by it, since on some keyboards they need Shift. */
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** What a key asks the shell for. */
export type KeyAct =
  | { act: "palette" | "search" | "sheet" }
  | { act: "go"; path: string }
  | { act: "neighbour"; by: 1 | -1 }
  | { act: "tab"; place: number };

/** Places by the letter after `g`. */
export const goPlaces = {
  d: { path: "/", screen: "dashboard" },
  c: { path: "/containers", screen: "containers" },
  h: { path: "/charts", screen: "charts" },
  e: { path: "/events", screen: "events" },
  w: { path: "/warning/history", screen: "warnings" },
  t: { path: "/tickets", screen: "tickets" },
  m: { path: "/clusters", screen: "clusters" },
} as const satisfies Record<string, { path: string; screen: ScreenName }>;

/** How long a `g` waits for its letter, ms. */
export const goWaitMs = 1_500;

/**
 * What a key asks for, and whether it begins a way of two keys.
 * @param afterG `g` was pressed a moment ago.
 * @param isSingleOn False: single keys are off, because the person switched them off or types into a field.
 */
export function keyActOf(
  pressed: PressedKey,
  { afterG, isSingleOn }: { afterG: boolean; isSingleOn: boolean },
): KeyAct | "g" | undefined {
  const { key, code, ctrlKey, metaKey, altKey } = pressed;
  const letter = key.toLowerCase();
  if (isPaletteKey(pressed)) return { act: "palette" };
  if (!isSingleOn || ctrlKey || metaKey) return undefined;
  // By the character, whatever else it takes to type it.
  if (key === "/") return { act: "search" };
  if (key === "?") return { act: "sheet" };
  if (altKey) return undefined;
  if (afterG) {
    const path = Object.entries(goPlaces).find(([one]) => one === letter)?.[1].path;
    return path === undefined ? undefined : { act: "go", path };
  }
  if (letter === "g") return "g";
  if (letter === "n" || letter === "p") return { act: "neighbour", by: letter === "n" ? 1 : -1 };
  const digit = /^(?:Digit|Numpad)([1-9])$/.exec(code)?.[1];
  return digit === undefined ? undefined : { act: "tab", place: Number(digit) - 1 };
}

/** The container before (-1) or after (1) the open one; undefined at either end, and where none of the list is open. */
export function neighbourOf(ids: readonly string[], open: string | undefined, by: 1 | -1): string | undefined {
  const place = open === undefined ? -1 : ids.indexOf(open);
  return place === -1 ? undefined : ids[place + by];
}

/** In a field, where letters are text, or in something that lies over the page. */
export function isTyping(element: Element | null): boolean {
  if (!(element instanceof HTMLElement)) return false;
  if (element.closest("[role='dialog'], [role='menu'], [role='listbox']")) return true;
  if (element instanceof HTMLInputElement) return element.type !== "checkbox";
  return element.isContentEditable || ["TEXTAREA", "SELECT"].includes(element.tagName);
}
