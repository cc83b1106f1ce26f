import { z } from "zod";

import { oneLine } from "./one-line.ts";

/**
 * Characters of which nothing is seen would let two names look the same. Those that emoji are made of stay: a joiner
 * between two pictures, and the sign behind one that shows it in colour.
 */
const invisible = /\p{Default_Ignorable_Code_Point}/u;
const picture = String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}?\uFE0F?`;
const emoji = new RegExp(`${picture}(?:\\u200D${picture})*`, "gu");
/** Scripts whose letters are written otherwise with a joiner, or the sign that parts them, between two of them. */
const joining = [
  "Arabic",
  "Syriac",
  "Devanagari",
  "Bengali",
  "Gurmukhi",
  "Gujarati",
  "Oriya",
  "Tamil",
  "Telugu",
  "Kannada",
]
  .concat(["Malayalam", "Sinhala", "Khmer", "Myanmar"])
  .map((script) => `\\p{Script=${script}}`)
  .join("");
const joined = new RegExp(`(?<=[${joining}]\\p{Mn}*)[\\u200C\\u200D](?=[${joining}])`, "gu");

/** Of a text of one line: everything in it can be seen. */
export function isSeen(text: string): boolean {
  return !invisible.test(text.replaceAll(emoji, "?").replaceAll(joined, ""));
}

const hidden = new RegExp(`${emoji.source}|${joined.source}|(${invisible.source})`, "gu");

/** A text that came as it is, such as a mail, without what `isSeen` refuses. */
export function seenText(text: string): string {
  return text.replaceAll(hidden, (found, isHidden?: string) => (isHidden === undefined ? found : ""));
}

/** What people, containers, clusters, roles, views and passkeys are called. @param longest In characters. */
export function shownName(longest: number) {
  return z
    .string()
    .trim()
    .max(longest)
    .regex(oneLine, { error: "A name is one line, without signs that turn the direction of writing." })
    .refine(isSeen, { error: "A name has no invisible characters: two names would look the same." });
}
