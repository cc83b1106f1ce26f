import fc from "fast-check";
import { expect, test } from "vitest";

import { replyText } from "./reply-text.ts";

const own = ["portal@example.org"];
const cut = (...lines: string[]) => replyText(lines.join("\r\n"), own);
const quoted = ["> Salif wrote:", ">", "> Is the fuse in?", ">> older"];

test("of an answer above what it quotes the answer stays, whatever language introduces the quote", () => {
  const introductions = [
    ["On Mon, 5 Jan 2026 at 09:00, Offgrid Portal <portal@example.org> wrote:"],
    ["Le lun. 5 janv. 2026 à 09:00, Offgrid Portal", "<portal@example.org> a écrit :"],
    ["Am 05.01.2026 um 09:00 schrieb Offgrid Portal:"],
    ["في الاثنين، Offgrid Portal <portal@example.org> كتب:"],
    [],
  ];
  for (const introduction of introductions)
    expect(cut("Yes, it is in.", "", "Amina", "", ...introduction, "", ...quoted, "")).toBe("Yes, it is in.\n\nAmina");
});

test("of an answer below what it quotes the answer stays", () => {
  const introduction = "On Mon, 5 Jan 2026 at 09:00, Offgrid Portal <portal@example.org> wrote:";
  expect(cut(introduction, ...quoted, "", "Yes, it is in.", "", "-- ", "Amina, Gao")).toBe("Yes, it is in.");
});

test("an answer point by point keeps what it answers, and loses what is quoted at the end", () => {
  const text = ["> Is the fuse in?", "Yes.", "> And the lamp?", "No.", "", "> -- ", "> You get this mail"];
  expect(cut(...text)).toBe("> Is the fuse in?\nYes.\n> And the lamp?\nNo.");
});

test("a mail below the answer that is not marked by line is cut from its head on", () => {
  const heads = [
    ["-----Original Message-----", "From: somebody"],
    ["________________________________", "From: Offgrid Portal <portal@example.org>", "Sent: Monday", "To: Amina"],
    ["", "De : Offgrid Portal <portal@example.org>", "Envoyé : lundi 5 janvier 2026", "Objet : [t-1] Dark"],
    ["Von: Offgrid Portal <PORTAL@example.org>", "Gesendet: Montag"],
  ];
  for (const head of heads) expect(cut("It is in.", "", ...head, "", "Is the fuse in?")).toBe("It is in.");
});

test("lines that look like a head or an introduction stay where nothing of the portal is quoted", () => {
  const text = "Battery: 12 V\nPanel: 30 V\n\nMy three questions:\nWhy? When? Who?";
  expect(replyText(text, own)).toBe(text);
});

test("nothing but a quote leaves nothing", () => {
  expect(cut(...quoted)).toBe("");
});

test("what is left are lines of the mail in their order, and no mail takes longer for being odd", () => {
  const line = fc.constantFrom(
    "",
    "Word",
    "> quoted",
    "-- ",
    "a 2026 09:00:",
    "From: portal@example.org",
    "To: x",
    "___",
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
      const text = cut(...lines);
      const left = text === "" ? [] : text.split("\n");
      let at = 0;
      for (const one of lines) if (one.trim() === left[at]?.trim()) at++;
      expect(at).toBe(left.length);
      expect(replyText("> ".repeat(100_000) + lines.join("\n"), own)).toBeTypeOf("string");
    }),
    { numRuns: 200 },
  );
});
