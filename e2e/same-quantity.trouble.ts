/** What each screen says of containers that somebody has to look after, as it writes it. */
import { expect, type Page } from "@playwright/test";

import { find, type Shown } from "./same-quantity.shown.ts";

/** Without when power is expected back, which a narrow place leaves out. */
const cutSentence = /(Loads cut since [^.]*?\(\d[^)]*\))/;

/** Of a container with an open warning. */
export async function warnedHeaderOf(page: Page): Promise<Shown> {
  const header = page.locator("main header");
  // The gravest stands there in words, and only how many others are is counted.
  await expect(header.locator('a[href*="incident="]')).toBeVisible();
  const [, others = "0"] = /(\d+) more warnings? open/.exec(await header.innerText()) ?? [];
  return { "open warnings": String(1 + Number(others)) };
}

/** Of a container whose loads have no power: its header, its card of trouble, its row and its card on the map. */
export async function darkHeaderOf(page: Page): Promise<Shown> {
  return { "sentence where loads are cut": await find(page.getByRole("main"), cutSentence) };
}

export async function darkNeedOf(page: Page, name: string): Promise<Shown> {
  const needs = page.getByRole("region", { name: /Needs attention/ }).getByRole("listitem");
  return { "sentence where loads are cut": await find(needs.filter({ hasText: name }), cutSentence) };
}

export async function darkRowOf(page: Page, name: string): Promise<Shown> {
  const cell = page
    .getByRole("row")
    .filter({ has: page.getByRole("link", { name }) })
    .getByRole("cell")
    .nth(1);
  const hint = (await cell.locator("[title]").first().getAttribute("title")) ?? "no hint";
  return {
    "word where loads are cut": await find(cell, /^(.+?)(?: since .*)?$/),
    "sentence where loads are cut": cutSentence.exec(hint.replaceAll(/\s+/g, " "))?.[1] ?? hint,
  };
}

export async function placeOfDark(page: Page, name: string): Promise<Shown> {
  const map = page.getByRole("main").getByRole("figure");
  const mark = map.getByRole("button", { name: new RegExp(`^${name}`) });
  const label = (await mark.getAttribute("aria-label")) ?? "";
  await mark.click();
  const place = map.getByRole("listitem").filter({ has: page.getByRole("link", { name }) });
  return {
    "word where loads are cut": /: ([^,]+),/.exec(label)?.[1] ?? label,
    "sentence where loads are cut": await find(place, cutSentence),
  };
}
