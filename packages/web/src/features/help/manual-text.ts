import { type Token, type Tokens, marked } from "marked";

import type { ManualPage } from "./help.data.ts";

/** The manual as sections, to read and to look things up in. Pure. */

export interface ManualSection {
  slug: string;
  pageTitle: string;
  /** Of its heading in the page; undefined: the words before the first heading. */
  id: string | undefined;
  title: string;
  /** Its words, without marks. */
  text: string;
}

/** Tokens of a page, which screens draw; markup in the text is left out. */
export function readMarkdown(markdown: string): Token[] {
  return marked.lexer(markdown);
}

/** The id of a heading within its page: "Ce que vous voyez" is ce-que-vous-voyez. */
export function headingId(title: string): string {
  return plain(title)
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
}

/** Second-level headings of a page, in order. */
export function headingsOf(markdown: string): { id: string; title: string }[] {
  return readMarkdown(markdown)
    .filter((token): token is Tokens.Heading => token.type === "heading" && token.depth === 2)
    .map((token) => ({ id: headingId(wordsOf(token.tokens)), title: wordsOf(token.tokens) }));
}

/** Every section of all pages. */
export function sectionsOf(pages: readonly ManualPage[]): ManualSection[] {
  return pages.flatMap(({ slug, title: pageTitle, markdown }) => {
    let section: ManualSection = { slug, pageTitle, id: undefined, title: pageTitle, text: "" };
    const sections = [section];
    for (const token of readMarkdown(markdown)) {
      if (token.type === "heading" && (token as Tokens.Heading).depth === 2) {
        const title = wordsOf([token]);
        sections.push((section = { slug, pageTitle, id: headingId(title), title, text: "" }));
      } else section.text = `${section.text} ${wordsOf([token])}`.trim();
    }
    return sections;
  });
}

/** Sections with every word typed, ignoring case and accents; those with the words in their title first. */
export function findSections(sections: readonly ManualSection[], query: string): ManualSection[] {
  const words = plain(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const found = sections.filter(({ title, text }) => {
    const all = plain(`${title} ${text}`);
    return words.every((word) => all.includes(word));
  });
  const isTitled = ({ title }: ManualSection) => words.every((word) => plain(title).includes(word));
  return [...found.filter(isTitled), ...found.filter((section) => !isTitled(section))];
}

const excerptLength = 160;

/** The part of a section around the first match. */
export function excerptOf({ text }: ManualSection, query: string): string {
  const word = plain(query).split(/\s+/).find(Boolean) ?? "";
  const at = Math.max(0, plain(text).indexOf(word));
  const from = at < excerptLength / 2 ? 0 : text.lastIndexOf(" ", at - excerptLength / 3) + 1;
  const part = text.slice(from, from + excerptLength);
  return `${from > 0 ? "… " : ""}${part}${from + excerptLength < text.length ? " …" : ""}`;
}

/** Lower-case letters without accents; the length stays the same, so that positions stay valid. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/\P{ASCII}/gu, (letter) => {
    const base = letter.normalize("NFKD").replaceAll(/\p{Mark}/gu, "");
    return base.length === letter.length ? base : letter;
  });
}

/** The words of some tokens, without marks. */
export function wordsOf(tokens: readonly Token[] | undefined): string {
  return (tokens ?? [])
    .map((token) => {
      if (token.type === "html" || token.type === "space") return "";
      if (token.type === "list")
        return (token as Tokens.List).items.map(({ tokens: inner }) => wordsOf(inner)).join(" ");
      if (token.type === "table") {
        const { header, rows } = token as Tokens.Table;
        return [header, ...rows]
          .flat()
          .map(({ tokens: inner }) => wordsOf(inner))
          .join(" ");
      }
      const inner = (token as Tokens.Generic).tokens;
      return inner ? wordsOf(inner) : ((token as { text?: string }).text ?? "");
    })
    .join("");
}
