/** Why a text is not accepted as input. */
export class UnfitJson extends Error {}

const utf8 = new TextDecoder("utf-8", { fatal: true });
const loneSurrogate = /\p{Surrogate}/u;

/**
 * Parses untrusted JSON and refuses everything that causes trouble later: bad UTF-8, nesting beyond a depth, keys that
 * reach for prototypes, and text that PostgreSQL cannot store (NUL, lone surrogates).
 * @throws UnfitJson with the reason.
 */
export function parseStrictJson(bytes: Uint8Array, maxDepth: number): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new UnfitJson("not UTF-8");
  }
  refuseDepth(text, maxDepth);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UnfitJson("not JSON");
  }
  refuseContents(value);
  return value;
}

const quote = 0x22;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Scans the text, since parsing first would already spend the memory that deep nesting costs. */
function refuseDepth(text: string, maxDepth: number): void {
  let depth = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text.charCodeAt(index);
    if (isQuoted) {
      if (character === backslash) index++;
      else if (character === quote) isQuoted = false;
    } else if (character === quote) isQuoted = true;
    else if (character === openBrace || character === openBracket) {
      if (++depth > maxDepth) throw new UnfitJson(`nested deeper than ${maxDepth}`);
    } else if (character === closeBrace || character === closeBracket) depth--;
  }
}

function refuseContents(value: unknown): void {
  // Most input is numbers; a call for each of them would be noticeable.
  if (typeof value === "string") refuseText(value);
  else if (Array.isArray(value)) {
    for (const inner of value) if (typeof inner !== "number") refuseContents(inner);
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      refuseText(key);
      if (key === "__proto__" || (key === "constructor" && isObjectWith(inner, "prototype"))) {
        throw new UnfitJson(`the key ${key} is not allowed`);
      }
      if (typeof inner !== "number") refuseContents(inner);
    }
  }
}

function isObjectWith(value: unknown, key: string): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, key);
}

function refuseText(text: string): void {
  if (text.includes("\0") || loneSurrogate.test(text))
    throw new UnfitJson("text with characters that cannot be stored");
}
