/** A piece of a message: words, or a web address in them. */
export interface MessagePart {
  /** Where it begins. */
  at: number;
  words: string;
  isAddress: boolean;
}

/** Only what browsers open as a page; the sign that ends a sentence is no part of an address. */
const address = /https?:\/\/[^\s<>"“”«»]+[^\s<>"“”«».,;:!?)\]}'’]/g;

/** A message in its pieces, in their order. Pure. */
export function partsOf(text: string): MessagePart[] {
  const parts: MessagePart[] = [];
  let at = 0;
  const words = (until: number) => {
    if (until > at) parts.push({ at, words: text.slice(at, until), isAddress: false });
  };
  for (const { index, 0: found } of text.matchAll(address)) {
    if (!isAddressOfWeb(found)) continue;
    words(index);
    parts.push({ at: index, words: found, isAddress: true });
    at = index + found.length;
  }
  words(text.length);
  return parts;
}

function isAddressOfWeb(text: string): boolean {
  try {
    return new URL(text).host !== "";
  } catch {
    return false;
  }
}
