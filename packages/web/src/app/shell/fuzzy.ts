/** Letters without accents and case, so that "thies" finds "Thiès". */
function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

/**
 * How well a text answers to what was typed; 0 is the best, undefined: not at all. Whole words come before pieces of
 * words, and these before letters that merely follow each other ("mrdv" finds "Morondava").
 */
export function fuzzyRank(text: string, typed: string): number | undefined {
  const place = plain(text);
  const words = plain(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return 0;
  if (words.every((word) => place.includes(word))) {
    return words.every((word) => place.startsWith(word) || place.includes(` ${word}`)) ? 0 : 1;
  }
  let from = 0;
  let gaps = 0;
  for (const letter of words.join("")) {
    const found = place.indexOf(letter, from);
    if (found === -1) return undefined;
    gaps += found - from;
    from = found + 1;
  }
  return 2 + gaps / (place.length + 1);
}

/** Those that answer to what was typed, the best first; those that answer alike stay in their order. */
export function fuzzySearch<Thing>(things: readonly Thing[], typed: string, textOf: (thing: Thing) => string): Thing[] {
  return things
    .map((thing) => ({ thing, rank: fuzzyRank(textOf(thing), typed) }))
    .filter((one): one is { thing: Thing; rank: number } => one.rank !== undefined)
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ thing }) => thing);
}
