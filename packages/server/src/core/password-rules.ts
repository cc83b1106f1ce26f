import { Refusal } from "@offgrid/contract/core/refusal";
import { shortestPassword } from "@offgrid/contract/core/constants";

import words from "./well-known-words.json" with { type: "json" };

/** Longest first, so that "password" is not read as "pass" and a rest. */
const known = [...new Set(words)].sort((one, other) => other.length - one.length);
const leet: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "@": "a",
  $: "s",
  "!": "i",
};
const rows = [
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
  "azertyuiopqsdfghjklmwxcvbn",
  "01234567890123456789",
];

/**
 * @param personal Words that belong to the person or the portal (names, address): no password of their own.
 * @throws Refusal weak_password
 */
export function mustBeStrong(password: string, personal: readonly string[]): void {
  if (password.length < shortestPassword || isWellKnown(password, personal)) throw new Refusal("weak_password");
}

/**
 * Would one of the first guesses hit it? True when nothing is left of a password, or less than four characters, after its
 * well-known words, keyboard rows, sequences, repetitions, and digits and signs around them are taken away. So it
 * covers each word with every ending and every usual spelling ("P@ssw0rd2024!!") rather than a list of those.
 */
export function isWellKnown(password: string, personal: readonly string[] = []): boolean {
  const lower = password.toLowerCase();
  const plain = (text: string) => Array.from(text, (character) => leet[character] ?? character).join("");
  // Signs and digits around a word are an ending; within it they stand for letters.
  const kernel = lower.replaceAll(/^[^a-z]+|[^a-z]+$/g, "");
  return [lower, plain(lower), plain(kernel)].some((text) => restOf(text, personal).length < 4);
}

function restOf(text: string, personal: readonly string[]): string {
  let rest = text;
  const own = personal.flatMap((word) => word.toLowerCase().split(/[^a-z0-9]+/)).filter((word) => word.length >= 4);
  for (const word of [...own, ...known]) rest = rest.replaceAll(word, " ");
  for (const row of rows) rest = withoutRuns(withoutRuns(rest, row), row.split("").reverse().join(""));
  return rest.replaceAll(/(.{1,4}?)\1{2,}/g, " ").replaceAll(/[^\p{L}]+/gu, "");
}

/** Four and more neighbours of a row, such as "2345" or "asdf", are no secret. */
function withoutRuns(text: string, row: string): string {
  let rest = "";
  for (let at = 0; at < text.length;) {
    let length = 0;
    while (at + length < text.length && row.includes(text.slice(at, at + length + 1))) length++;
    rest += length >= 4 ? " " : text[at];
    at += length >= 4 ? length : 1;
  }
  return rest;
}
