/** Why a text is not accepted as input. */
export class UnfitJson extends Error {}

const utf8 = new TextDecoder("utf-8", { fatal: true });
const loneSurrogate = /\p{Surrogate}/u;

/**
 * Parses untrusted JSON and refuses everything that causes trouble later: bad UTF-8, nesting beyond a depth, keys that
 * reach for prototypes, and text that PostgreSQL cannot store (NUL, lone surrogates).
 * @param mostKeys Of one object.
 * @throws UnfitJson with the reason.
 */
export function parseStrictJson(bytes: Uint8Array, maxDepth: number, mostKeys = Infinity): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw new UnfitJson("not UTF-8");
  }
  refuseSize(text, maxDepth, mostKeys);
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
const colon = 0x3a;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Scans the text, since parsing first would already spend what deep nesting and large objects cost. */
function refuseSize(text: string, maxDepth: number, mostKeys: number): void {
  const keys: number[] = [0];
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
      keys[depth] = 0;
    } else if (character === colon) {
      const count = (keys[depth] ?? 0) + 1;
      if (count > mostKeys) throw new UnfitJson(`an object of more than ${mostKeys} keys`);
      keys[depth] = count;
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
