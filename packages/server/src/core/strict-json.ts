/** Why a text is not taken as input. */
export class UnfitJson extends Error {}

const utf8 = new TextDecoder("utf-8", { fatal: true });
const loneSurrogate = /\p{Surrogate}/u;

/**
 * Parses JSON from outside, with everything refused that makes trouble later: bad UTF-8, nesting beyond a depth, keys
 * that reach for prototypes, and text that PostgreSQL cannot store (NUL, lone surrogates).
 * @throws UnfitJson saying why.
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

/** Looks at the text, since parsing first would already spend the memory that deep nesting costs. */
function refuseDepth(text: string, maxDepth: number): void {
  let depth = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const character = text[index];
    if (isQuoted) {
      if (character === "\\") index++;
      else if (character === '"') isQuoted = false;
    } else if (character === '"') isQuoted = true;
    else if (character === "{" || character === "[") {
      if (++depth > maxDepth) throw new UnfitJson(`nested deeper than ${maxDepth}`);
    } else if (character === "}" || character === "]") depth--;
  }
}

function refuseContents(value: unknown): void {
  if (typeof value === "string") refuseText(value);
  else if (Array.isArray(value)) value.forEach(refuseContents);
  else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      refuseText(key);
      if (key === "__proto__" || (key === "constructor" && isObjectWith(inner, "prototype"))) {
        throw new UnfitJson(`the key ${key} is not allowed`);
      }
      refuseContents(inner);
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
