import { editDistance } from "@offgrid/contract/core/edit-distance";

import { plainLetters } from "../../core/plain-letters.ts";

/** What a container is found by. */
export interface Findable {
  name: string;
  containerId: string;
}

/** Rank of what was meant, but for one wrong letter. */
const mistyped = 3;
/** Ranks from here on: the letters merely follow each other. */
const scattered = 4;
/** Characters of a text per letter that follows in it: in long ones any word's letters follow each other somewhere. */
const spreadAtMost = 4;
/** Shorter words are one letter away from too many others. */
const mistypedFrom = 4;

/**
 * Those that answer to what was typed, the best first; those that answer alike stay in their order. Without words, all.
 * What begins with the words comes first, then what has words that begin with them, then pieces of words. Where nothing
 * holds the words, one letter may be wrong, missing, too much or swapped ("loius" finds "Saint-Louis"); where nothing does
 * then, letters that merely follow each other count ("mrdv" finds "Morondava"), since in a long list they are found nearly
 * everywhere.
 */
export function fuzzySearch<Thing>(things: readonly Thing[], typed: string, textOf: (thing: Thing) => string): Thing[] {
  return ranked(things, typed, textOf)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ thing }) => thing);
}

/**
 * The same containers as `fuzzySearch` finds by name and id, in the order in which they came.
 * @param more Further text that a container is found by.
 */
export function searchContainers<Container extends Findable>(
  containers: readonly Container[],
  text: string,
  more?: (container: Container) => string,
): readonly Container[] {
  if (wordsOf(text).length === 0) return containers;
  const textOf = (container: Container) => `${containerText(container)} ${more?.(container) ?? ""}`;
  return ranked(containers, text, textOf).map(({ thing }) => thing);
}

/** What a container is found by everywhere. */
export function containerText({ name, containerId }: Findable): string {
  return `${name} ${containerId}`;
}

function ranked<Thing>(
  things: readonly Thing[],
  typed: string,
  textOf: (thing: Thing) => string,
): { thing: Thing; rank: number }[] {
  const words = wordsOf(typed);
  const found = things
    .map((thing) => ({ thing, rank: rankOf(plainLetters(textOf(thing)), words) }))
    .filter((one): one is { thing: Thing; rank: number } => one.rank !== undefined);
  for (const limit of [mistyped, scattered]) {
    const better = found.filter(({ rank }) => rank < limit);
    if (better.length > 0) return better;
  }
  return found;
}

/** How well a text answers to words; 0 is the best, undefined: not at all. */
function rankOf(place: string, words: readonly string[]): number | undefined {
  if (words.every((word) => place.includes(word))) {
    if (!words.every((word) => beginsWord(place, word))) return 2;
    return words[0] === undefined || place.startsWith(words[0]) ? 0 : 1;
  }
  const parts = place.split(/[\s\-'(]+/);
  if (words.every((word) => place.includes(word) || parts.some((part) => isNearly(part, word)))) return mistyped;
  return scatterRank(place, words.join(""));
}

/** How close to each other the letters follow in a text; undefined: not all do, or so far apart that they were not meant. */
function scatterRank(place: string, letters: string): number | undefined {
  const lead = Math.max(0, place.indexOf(letters.charAt(0)));
  let from = lead;
  for (const letter of letters) {
    const found = place.indexOf(letter, from);
    if (found === -1) return undefined;
    from = found + 1;
  }
  if (from - lead > spreadAtMost * letters.length) return undefined;
  return scattered + (from - letters.length) / (place.length + 1);
}

/** Whether a word of a text begins so; "Saint-Véran" has two. */
function beginsWord(place: string, word: string): boolean {
  return place.startsWith(word) || [" ", "-", "'", "("].some((before) => place.includes(before + word));
}

/** Whether a word begins as was typed, but for one letter that is wrong, missing, too much or swapped with its neighbour. */
function isNearly(part: string, typed: string): boolean {
  if (typed.length < mistypedFrom) return false;
  // In a long list nearly all are told by their first letters.
  if (part[0] !== typed[0] && part[0] !== typed[1] && part[1] !== typed[0]) return false;
  return [-1, 0, 1].some((more) => editDistance(part.slice(0, typed.length + more), typed) <= 1);
}

function wordsOf(text: string): string[] {
  return plainLetters(text).split(/\s+/).filter(Boolean);
}
