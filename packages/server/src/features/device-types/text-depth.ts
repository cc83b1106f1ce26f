/** Far below what a parser that calls itself can bear, and far above what a file of types needs. */
const mostOpen = 100;
const longIndent = new RegExp(String.raw`^[ \t?:-]{${2 * mostOpen}}`, "m");

/**
 * Is a text of JSON or YAML nested so deep that no parser should see it? It is a first look, in one pass: brackets in
 * quotes do not count, and a text that hides some of them from it is stopped by the limits of the program that reads it.
 */
export function isNestedDeep(text: string): boolean {
  if (longIndent.test(text)) return true;
  let open = 0;
  let quote = "";
  for (let place = 0; place < text.length; place++) {
    const sign = text.charAt(place);
    if (quote !== "") {
      if (sign === "\\" && quote === '"') place++;
      else if (sign === quote) quote = "";
    } else if (sign === '"' || sign === "'") quote = isStart(text.charAt(place - 1)) ? sign : "";
    else if (sign === "[" || sign === "{") open++;
    else if (sign === "]" || sign === "}") open--;
    if (open > mostOpen) return true;
  }
  return false;
}

/** May a quoted text begin after this? An apostrophe within a word is none. */
const isStart = (before: string) => /^[\s[{,:]?$/.test(before);
