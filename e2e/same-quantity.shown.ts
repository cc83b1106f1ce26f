/** What each screen says of a quantity, as it writes it. */
import { readFile } from "node:fs/promises";

import type { Locator, Page } from "@playwright/test";

import { durationText } from "@offgrid/contract/core/duration-text";
import { formatQuantityText } from "../packages/web/src/core/format.ts";
import { expect } from "./fixtures.ts";

/** Texts of one screen by quantity, as it writes them. */
export type Shown = Partial<Record<Quantity, string>>;
export const quantities = [
  "charge",
  "solar power",
  "consumption",
  "battery power",
  "battery temperature",
  "solar energy today",
  "consumption today",
  "hours left",
  "sentence of the state of energy",
  "word of the state of energy",
  "state of the link",
  "last seen",
  "age of the values",
  "reserve",
  "containers online",
  "containers about to lose power",
  "containers",
  "containers never connected",
  "open warnings",
  "self-sufficiency today",
  "grid power",
  "generator power",
  "grid energy today",
  "generator energy today",
  "energy directly from the sun today",
  "word where loads are cut",
  "sentence where loads are cut",
  "containers without power",
] as const;
type Quantity = (typeof quantities)[number];

/** What a pattern finds in the text of a part of the page; the part is read until it is there. */
export async function find(part: Locator, pattern: RegExp): Promise<string> {
  let found: string | undefined;
  await expect(async () => {
    const text = (await part.innerText()).replaceAll(/\s+/g, " ");
    found = pattern.exec(text)?.[1];
    expect(text, `no ${String(pattern)}`).toMatch(pattern);
  }).toPass({ timeout: 20_000 });
  return found ?? "";
}

export const percent = /(\d+ %)/;
const watts = /(-?[\d.]+ k?W)(?!h)/;
export const wattHours = /(-?[\d.]+ k?Wh)/;
/** Below six hours with their minutes; what follows may be a figure of its own. */
const left = /(\d+ h(?: [0-5]\d\b(?!\.| [%kW]))?)/;
const sentence = new RegExp(
  `(Loads will (?:probably )?be cut (?:on [^.]*? )?at about [^.]*?, in ${left.source.slice(1, -1)})`,
);
const age = /((?:just )?\bnow\b|(?:<\s)?\d+ (?:s|min) ago)/;

/** The screens of a container, each with what it says of it. */
export const containerScreens: Record<string, (page: Page) => Promise<Shown>> = {
  overview: async (page) => {
    const region = (name: string) => page.getByRole("region", { name, exact: true });
    const today = region("Energy today");
    return {
      charge: await find(region("State of charge"), percent),
      "solar power": await find(region("Solar"), watts),
      consumption: await find(region("Consumption"), watts),
      "battery power": await find(region("Battery power"), watts),
      "solar energy today": await find(today, /Solar (.*?Wh)/),
      "consumption today": await find(today, /Consumption (.*?Wh)/),
    };
  },
  "?tab=flow": async (page) => {
    const row = (name: RegExp) => page.getByRole("table", { name: /^Energy flow/ }).getByRole("row", { name });
    return {
      charge: await find(row(/Battery/), percent),
      "solar power": await find(row(/^Solar/), watts),
      consumption: await find(row(/Consumption/), watts),
      "battery power": await find(row(/Battery/), watts),
    };
  },
  "?tab=batteries": async (page) => {
    const bank = page.getByRole("region", { name: "Battery bank" });
    return {
      charge: await find(bank, percent),
      "battery power": await find(bank, /Power, \+ charging (-?[\d.]+ k?W)/),
      "battery temperature": await find(bank, /Temperature ([\d.]+ °C)/),
      reserve: await find(bank, /Reserve (\d+ %)/),
    };
  },
  "?tab=seven-days": async (page) => ({
    reserve: await find(page.getByRole("tabpanel"), /Reserve (\d+ %)/),
  }),
  "?tab=devices": async (page) => {
    await page.getByRole("button", { name: /more values/ }).click();
    const row = (name: RegExp) => page.getByRole("table", { name: "All values" }).getByRole("row", { name });
    return {
      charge: await find(row(/^State of charge/), percent),
      "solar power": await find(row(/^Solar power/), watts),
      consumption: await find(row(/^Consumption/), watts),
      "battery power": await find(row(/^Battery power/), watts),
      "battery temperature": await find(row(/^Battery temperature/), /([\d.]+ °C)/),
      "age of the values": await find(row(/^State of charge/), age),
    };
  },
  "?tab=analysis&period=today": async (page) => {
    const balance = page.getByRole("region", { name: "Energy balance" });
    return {
      "self-sufficiency today": await find(balance, /Self-sufficiency (\d+ %)/),
      "solar energy today": await find(balance, /Sources Solar (.*?Wh)/),
      "consumption today": await find(balance, /Consumption (.*?Wh)/),
    };
  },
};

export async function headerOf(page: Page): Promise<Shown> {
  const main = page.getByRole("main");
  return {
    charge: await find(main, /State of charge (\d+ %)/),
    "hours left": await find(main, new RegExp(`Hours left ${left.source}`)),
    "sentence of the state of energy": await find(main, sentence),
    "state of the link": await find(main, /(Online|Just offline|Offline)/),
    "last seen": await find(main, new RegExp(`Last seen ${age.source}`)),
  };
}

export async function dashboardOf(page: Page, name: string): Promise<Shown> {
  const tile = (label: string) => page.getByRole("region", { name: label, exact: true });
  const strip = page.getByRole("navigation", { name: "Containers by state" });
  return {
    charge: await find(tile("State of charge, median"), percent),
    "solar energy today": await find(tile("Solar today"), wattHours),
    "consumption today": await find(tile("Consumption today"), wattHours),
    "containers online": await find(strip, /(\d+) Online/),
    "containers never connected": await find(strip, /(\d+) Never connected/),
    // Only one container has a warning, and it has one: containers and warnings are as many.
    "open warnings": await find(strip, /(\d+) With a warning/),
    "containers without power": await find(strip, /(\d+) Loads cut/),
    "word of the state of energy": await find(strip, /1 (Cut ahead)/),
    "containers about to lose power": await find(strip, /(\d+) Cut ahead/),
    containers: await find(await linkToAll(page), /(\d+) containers/),
    "sentence of the state of energy": await find(
      page
        .getByRole("region", { name: /Needs attention/ })
        .getByRole("listitem")
        .filter({ hasText: name }),
      sentence,
    ),
  };
}

/** How many there are leads to all of them. */
async function linkToAll(page: Page): Promise<Locator> {
  const link = page.getByRole("main").getByRole("link", { name: /^\d+ containers$/ });
  await expect(link).toHaveAttribute("href", "/containers");
  return link;
}

export async function cardOf(page: Page, name: string): Promise<Shown> {
  const card = page.getByRole("article").filter({ has: page.getByRole("link", { name }) });
  return {
    charge: await find(card, percent),
    "solar power": await find(card, watts),
    consumption: await find(card, /Consumption ([\d.]+ k?W)/),
    "hours left": await find(card, new RegExp(`Hours left ${left.source}`)),
    "state of the link": await find(card, /(Online|Just offline|Offline)/),
    "age of the values": await find(card, age),
    reserve: await find(card, /Reserve (\d+ %)/),
  };
}

export async function listOf(page: Page, name: string): Promise<Shown> {
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name }) });
  const cells = row.getByRole("cell");
  const states = page.getByRole("group", { name: "Filter by state" });
  await page.getByRole("main").getByTitle("Filter by state").click();
  return {
    // The time of a cut stands below the word.
    "word of the state of energy": await find(cells.nth(1), /^(.+?)(?: (?:since|at about|on) .*)?$/),
    "state of the link": await find(cells.nth(2), /(.+)/),
    charge: await find(cells.nth(3), percent),
    "hours left": await find(cells.nth(4), left),
    "solar power": await find(cells.nth(5), watts),
    consumption: await find(cells.nth(6), watts),
    "last seen": await find(cells.nth(7), age),
    "containers online": await find(states, /Online ?(\d+)/),
    "containers never connected": await find(states, /Never connected ?(\d+)/),
    "containers about to lose power": await find(
      page.getByRole("group", { name: "Filter by energy" }),
      /Cut ahead ?(\d+)/,
    ),
    "containers without power": await find(page.getByRole("group", { name: "Filter by energy" }), /Loads cut ?(\d+)/),
    "open warnings": await find(states, /Warning ?(\d+)/),
    containers: await find(page.getByRole("main"), /(\d+) containers/),
  };
}

/** The same container beside another one. */
export async function comparedOf(page: Page): Promise<Shown> {
  const figures = page.getByRole("region", { name: "Figures side by side" });
  const cell = (name: string) => figures.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
  const first = (name: string) => cell(name).getByRole("cell").first();
  return {
    "word of the state of energy": await find(first("Energy"), /(.+)/),
    "state of the link": await find(first("Link"), /(.+)/),
    charge: await find(first("Battery"), percent),
    "hours left": await find(first("Hours left"), left),
    "battery power": await find(first("Battery power"), watts),
    "solar power": await find(first("Solar"), watts),
    consumption: await find(first("Consumption"), watts),
    "solar energy today": await find(first("Solar today"), wattHours),
    "consumption today": await find(first("Consumption today"), wattHours),
    "last seen": await find(first("Last seen"), age),
  };
}

function hoursOf(hours: number): string {
  const text = hours < 6 ? durationText(Math.round(hours * 60) * 60, "en") : `${Math.round(hours)} h`;
  return text.replaceAll("\u00a0", " ");
}

/** A line of the exported list: plain numbers, written here as screens write them. */
export async function exportedOf(page: Page, name: string): Promise<Shown> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  const text = await readFile(await (await download).path(), "utf8");
  const [head = [], ...lines] = text
    .replace("\uFEFF", "")
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(","));
  const own = lines.find((line) => line.includes(name)) ?? [];
  const cell = (title: string) => own[head.indexOf(title)] ?? `no ${title} in ${head.join()}`;
  const figure = (title: string, unit: "percent" | "W" | "Wh") =>
    formatQuantityText(Number(cell(title)), unit, "en").replaceAll("\u00a0", " ");
  return {
    "word of the state of energy": cell("Energy"),
    "state of the link": cell("Link"),
    charge: figure("Battery (%)", "percent"),
    "hours left": hoursOf(Number(cell("Hours left (h)"))),
    "solar power": figure("Solar (W)", "W"),
    consumption: figure("Consumption (W)", "W"),
    containers: String(lines.length),
    "containers online": String(lines.filter((line) => line.includes("Online")).length),
    "containers never connected": String(lines.filter((line) => line.includes("Never connected")).length),
  };
}

/** The clusters with their map: the card of a place on it, and what the containers of a cluster come to. */
export async function clustersOf(page: Page, name: string): Promise<Shown> {
  // Drawn without a graphics card, it may take its time.
  await page.locator("figure[aria-busy='false']").waitFor();
  const map = page.getByRole("main").getByRole("figure");
  await map.getByRole("button", { name: new RegExp(`^${name}`) }).click();
  const place = map.getByRole("listitem").filter({ has: page.getByRole("link", { name }) });
  const cluster = page.getByRole("region", { name: `All with ${name}` });
  return {
    "sentence of the state of energy": await find(place, sentence),
    "state of the link": await find(place, /(Online|Just offline|Offline)/),
    charge: await find(place, /Battery (\d+ %)/),
    "age of the values": await find(place, new RegExp(`%, ${age.source}`)),
    "solar power": await find(cluster, /Solar (-?[\d.]+ k?W)(?!h)/),
    consumption: await find(cluster, /Consumption (-?[\d.]+ k?W)(?!h)/),
    "solar energy today": await find(cluster, /Solar today ([\d.]+ k?Wh)/),
    "consumption today": await find(cluster, /Used today ([\d.]+ k?Wh)/),
    "containers online": await find(cluster, /(\d+) Online/),
    "containers never connected": await find(cluster, /(\d+) Never connected/),
    "containers about to lose power": await find(cluster, /(\d+) Cut ahead/),
    containers: await find(cluster, /(\d+) containers/),
    "containers without power": await find(cluster, /(\d+) Loads cut/),
    "open warnings": await find(cluster, /Open warnings (\d+)/),
  };
}

/** The screens of a container with a grid and a generator, each with what it says of them. */
export const suppliedScreens: Record<string, (page: Page) => Promise<Shown>> = {
  overview: async (page) => {
    const values = page.getByRole("region", { name: "All latest values" });
    await values.getByRole("button").first().click();
    return {
      "grid power": await find(values.getByRole("row", { name: /^Grid power/ }), watts),
      "generator power": await find(values.getByRole("row", { name: /^Generator power/ }), watts),
    };
  },
  "?tab=flow": async (page) => {
    const row = (name: RegExp) => page.getByRole("table", { name: /^Energy flow/ }).getByRole("row", { name });
    const today = page.getByRole("region", { name: "Energy of the day" });
    return {
      "grid power": await find(row(/Grid/), watts),
      "generator power": await find(row(/Generator/), watts),
      "grid energy today": await find(today, /Grid (.*?Wh)/),
      "generator energy today": await find(today, /Generator (.*?Wh)/),
    };
  },
  "?tab=devices": async (page) => {
    await page.getByRole("button", { name: /more values/ }).click();
    const row = (name: RegExp) => page.getByRole("table", { name: "All values" }).getByRole("row", { name });
    return {
      "grid power": await find(row(/^Grid power/), watts),
      "generator power": await find(row(/^Generator power/), watts),
    };
  },
};
