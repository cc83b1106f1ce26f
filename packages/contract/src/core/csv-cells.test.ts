import fc from "fast-check";
import { expect, test } from "vitest";

import { csvLine, safeText } from "./csv-cells.ts";

const oneOf = (characters: string) => fc.constantFrom(...Array.from(characters));
/** What a text meant to harm is made of; any other character may stand between. */
const piece = fc.oneof(
  oneOf("=+-@＝＋－＠﹦﹢﹣﹫⁼⁺⁻₌₊₋−⩵﬩"),
  oneOf(";|\t\r\n\u0085\u2028\u2029,\"' 5}"),
  fc.constantFrom("cmd", "1", "\uD800", "\u{E0020}", "\u0301"),
  oneOf("\0\u0001\u000B\u001F\u007F\u00A0\u00AD\u034F\u061C\u115F\u200B\u200E\u202E\u2060\u2800\u3000\uFE0F"),
  oneOf("\uFEFF\uFFFE\uFFFF\uE000"),
  fc.string({ unit: "binary", maxLength: 2 }),
);
const nasty = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));

const blank = /[^\P{C}\t\r\n\u0085]|[^\P{Z}\u2028\u2029]|\p{M}|\p{Default_Ignorable_Code_Point}|\u2800/gu;
const asNumber = /^-?\d+(?:\.\d+)?(?:$|[\]},])/;

/** The cells as the least careful program reads them: it drops what is not seen, and wide characters are plain ones to it. */
function carelesslyRead(text: string): string[] {
  return text
    .replace(blank, "")
    .split(/[;|\t\r\n\u0085\u2028\u2029]/)
    .map((cell, index) => (index === 0 ? cell : cell.replace(/^"+/, "")))
    .map((cell) => cell.normalize("NFKC").replaceAll("\u2212", "-").replace(blank, "").replace("﬩", "+"));
}

test("however carelessly a cell is read, none begins as a formula", () => {
  fc.assert(
    fc.property(nasty, (text) => {
      const formulas = carelesslyRead(safeText(text)).filter((cell) => /^[=+\-@]/.test(cell) && !asNumber.test(cell));
      expect(formulas).toEqual([]);
    }),
    { numRuns: 5_000 },
  );
});

test("nothing that XML does not allow is left, and nothing is added but '", () => {
  fc.assert(
    fc.property(nasty, (text) => {
      const safe = safeText(text);
      // oxlint-disable-next-line no-control-regex -- control characters are what this looks for
      const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g;
      expect(safe).not.toMatch(forbidden);
      expect(safe.replaceAll("'", "")).toBe(text.replaceAll(forbidden, "").replaceAll("'", ""));
    }),
  );
});

test.each([
  ["\u0001=cmd|calc", "'=cmd|calc"],
  ["x;\u0001=1", "x;'=1"],
  ["\u200B=1", "'\u200B=1"],
  ["\u00AD=1", "'\u00AD=1"],
  ["\u061C=1", "'\u061C=1"],
  ["\u200E=1", "'\u200E=1"],
  ["\u202E=1", "'\u202E=1"],
  ["a;\u202E=1", "a;\u202E'=1"],
  ["﹦1", "'﹦1"],
  ["a;﹦1", "a;'﹦1"],
  ["－1+cmd", "'－1+cmd"],
  ["a\u2028=1", "a\u2028'=1"],
  ["\u22121", "\u22121"],
  ["-5\u200B+cmd", "'-5\u200B+cmd"],
  ["\u1FCD=1", "'\u1FCD=1"],
  ["a;\u00B4=1", "a;\u00B4'=1"],
])("%j becomes %j", (text, expected) => {
  expect(safeText(text)).toBe(expected);
});

test("whatever character stands alone before a formula, it is no formula to whoever normalizes the text", () => {
  for (let code = 0; code <= 0x10_ff_ff; code++) {
    const text = `${String.fromCodePoint(code)}=1`;
    const isFormula = carelesslyRead(safeText(text)).some((cell) => cell.startsWith("="));
    if (isFormula) expect.fail(`U+${code.toString(16)}`);
  }
});

test("a long text of what may end a cell is read once", () => {
  const text = `${"\t".repeat(200_000)}x`;
  expect(safeText(text)).toBe(`'${text}`);
});

test("a line has numbers bare, texts safe and quoted where they need it", () => {
  expect(csvLine([-5, null, "\u0001=1", 'a "b"', "c;\u0001=1"])).toBe(`-5,,'=1,"a ""b""","c;'=1"\r\n`);
});
