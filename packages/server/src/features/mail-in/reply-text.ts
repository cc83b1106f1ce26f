/** What somebody wrote into an answer by mail, without what their program quotes of the mail that it answers. Pure. */

/** Programs introduce what they quote in at most so many lines. */
const longestIntroduction = 3;
/** Rules and empty lines between an answer and the head of the mail below it. */
const isRule = (line: string) => /^[\s_*-]*$/.test(line);
const isQuoted = (line: string) => line.trimStart().startsWith(">");
const isEmpty = (line: string) => line.trim() === "";
/** The delimiter of RFC 3676; programs may lose its space. */
const isSignature = (line: string) => /^-- ?$/.test(line);
/** What programs say above a whole mail that they do not mark line by line. */
const isOriginal = (line: string) =>
  /^\s*-{3,}\s*(original message|message d['’]origine|message original)\s*-{3,}\s*$/i.test(line);
/** A line of the head of a mail, in whatever language: "From: ...", "De : ...". */
const isHeadLine = (line: string) => /^\s*\*?\p{L}[\p{L} .'’-]{0,30}\*?\s?:\*?\s/u.test(line);

/** @param own Addresses that the portal writes from, by which the head of its mail is known in any language. */
export function replyText(text: string, own: readonly string[]): string {
  const ownInLower = own.map((address) => address.toLowerCase());
  const isOwn = (line: string) => ownInLower.some((address) => line.toLowerCase().includes(address));
  const lines = text.replaceAll(/\r\n?/g, "\n").split("\n");
  const above = lines.slice(0, originalFrom(lines, isOwn));
  const unsigned = withoutSignature(withoutTrailingQuote(above, isOwn));
  return withoutLeadingQuote(withoutTrailingQuote(unsigned, isOwn), isOwn).join("\n").trim();
}

/** Where the mail that is answered begins below the answer, without marks; the end where it does not. */
function originalFrom(lines: readonly string[], isOwn: (line: string) => boolean): number {
  const at = lines.findIndex(
    (line, place) => isOriginal(line) || (isHeadLine(line) && isHeadOfOwn(lines, place, isOwn)),
  );
  if (at === -1) return lines.length;
  let from = at;
  while (from > 0 && isRule(lines[from - 1] ?? "")) from--;
  return from;
}

/** Do at least two lines of a head begin here, of a mail that the portal sent? */
function isHeadOfOwn(lines: readonly string[], from: number, isOwn: (line: string) => boolean): boolean {
  const after = lines.slice(from, from + 8);
  const length = after.findIndex((line) => !isHeadLine(line));
  const head = length === -1 ? after : after.slice(0, length);
  return head.length >= 2 && head.some(isOwn);
}

function withoutSignature(lines: readonly string[]): readonly string[] {
  const at = lines.findLastIndex(isSignature);
  return at === -1 ? lines : lines.slice(0, at);
}

/** Answers that stand between quoted lines need them; what is quoted after the last word does not. */
function withoutTrailingQuote(lines: readonly string[], isOwn: (line: string) => boolean): readonly string[] {
  const end = lines.findLastIndex((line) => !isEmpty(line) && !isQuoted(line)) + 1;
  if (!lines.slice(end).some(isQuoted)) return lines;
  const from = introductionFrom(lines, end, isOwn);
  return lines.slice(0, from);
}

/** The same of an answer below what it quotes, where the quoted lines are introduced. */
function withoutLeadingQuote(lines: readonly string[], isOwn: (line: string) => boolean): readonly string[] {
  const quoteFrom = lines.findIndex(isQuoted);
  const begin = lines.findIndex((line) => !isEmpty(line));
  if (quoteFrom === -1 || begin === -1) return lines;
  const end = lines.slice(0, quoteFrom).findLastIndex((line) => !isEmpty(line)) + 1;
  const isIntroduced = end > 0 && introductionFrom(lines, end, isOwn) === begin;
  if (!isIntroduced) return lines;
  const quoted = lines.slice(quoteFrom).findIndex((line) => !isQuoted(line) && !isEmpty(line));
  const rest = quoted === -1 ? [] : lines.slice(quoteFrom + quoted);
  // Quoted lines further on say that it answers point by point.
  return rest.some(isQuoted) ? lines : rest;
}

/** Where the words that introduce what is quoted begin, such as "On Monday ... wrote:"; `end` where there are none. */
function introductionFrom(lines: readonly string[], end: number, isOwn: (line: string) => boolean): number {
  if (!/[:：]\s*$/.test(lines[end - 1] ?? "")) return end;
  for (let from = end - 1; from >= Math.max(0, end - longestIntroduction); from--) {
    const line = lines[from] ?? "";
    if (isEmpty(line)) return end;
    const words = lines.slice(from, end).join(" ");
    const isBegin = from === 0 || isEmpty(lines[from - 1] ?? "");
    if (isBegin && (isOwn(words) || isDated(words))) return from;
  }
  return end;
}

const isDated = (words: string) => /\b(19|20)\d\d\b/.test(words) && /\d{1,2}\s?[:h.]\s?\d{2}/.test(words);
