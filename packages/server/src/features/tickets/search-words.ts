/** The words of a search, and what they are found by. Pure. */

const mostWords = 8;
const longestWord = 30;
/** Shorter words are too much like others for a letter of them to be wrong. */
const shortestMisspelt = 5;

/** In small letters. */
export function wordsOf(search: string): string[] {
  const words = search.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(0, mostWords).map((word) => word.slice(0, longestWord));
}

/**
 * A regular expression of PostgreSQL for texts in small letters in which a word begins so, or with one letter wrong,
 * missing, too much, or changed with its neighbour. @param word Letters and digits alone.
 */
export function likeWord(word: string): string {
  const letters = Array.from(word);
  const changed = (at: number, middle: string, taken: number) =>
    [...letters.slice(0, at), middle, ...letters.slice(at + taken)].join("");
  const misspelt = letters.flatMap((letter, at) => {
    // The first letter is right as a rule: without it, much would be found that nobody means.
    if (at === 0) return [];
    const next = letters[at + 1];
    const swapped = next === undefined ? [] : [changed(at, `${next}${letter}`, 2)];
    return [changed(at, ".?", 1), changed(at, ".", 0), ...swapped];
  });
  const all = letters.length < shortestMisspelt ? [word] : [word, ...misspelt];
  return `\\m(?:${all.join("|")})`;
}
