/** The same quantity, read on every screen that shows it, with data that do not change. */
import { randomUUID } from "node:crypto";

import type { Locator, Page } from "@playwright/test";
import { connectAsync } from "mqtt";

import { expect, test } from "./fixtures.ts";
import type { Stage } from "./fixtures.ts";
import { addPerson, sessionFor } from "./people.ts";

test.use({ viewport: { width: 1440, height: 1000 } });

const minute = 60_000;
const history = { "solar.power": 1_200, "load.power": 600, "battery.power": 600, "battery.soc": 60 };
const live = {
  "solar.power": 1_840,
  "load.power": 730,
  "battery.power": 860,
  "battery.soc": 64,
  "battery.temperature": 26.4,
  "battery.voltage": 52.3,
  "battery.capacity": 10_240,
  "grid.power": -250,
};

/** A container with nine days of history, whose loads are expected to be cut tonight, and one live frame. */
async function measured(stage: Stage): Promise<{ containerId: string; name: string; atMs: number }> {
  const containerId = `same-${randomUUID().slice(0, 8)}`;
  const name = `Sameness ${containerId.slice(-4)}`;
  const about = { containerId, name, serialNumber: containerId, zoneName: "Africa/Nairobi" };
  const { data } = await stage.call("ada", "registerNewContainer", about);
  const { secret } = data as { secret: string };
  const now = Math.floor(Date.now() / minute) * minute;
  const metrics = Object.keys(history);
  const lines = [["at", ...metrics].join()];
  for (let atMs = now - 9 * 1440 * minute; atMs < now; atMs += 5 * minute)
    lines.push([atMs, ...Object.values(history)].join());
  await stage.call("ada", "importData", {
    containerId,
    step: "import",
    file: lines.join("\n"),
    mapping: {
      time: { column: "at", format: "epoch-ms" },
      columns: metrics.map((metric) => ({ column: metric, metric })),
    },
  });
  const client = await connectAsync(stage.mqttUrl, {
    clientId: containerId,
    username: containerId,
    password: secret,
    protocolVersion: 4,
    reconnectPeriod: 0,
  });
  const atMs = Date.now();
  const message = JSON.stringify({ ts: atMs, values: live });
  await client.publishAsync(`offgrid/1/${containerId}/data`, message, { qos: 1 });
  return { containerId, name, atMs };
}

/** Texts of one screen by quantity, as it writes them. */
type Shown = Partial<Record<Quantity, string>>;
const quantities = [
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
] as const;
type Quantity = (typeof quantities)[number];

/** What a pattern finds in the text of a part of the page; the part is read until it is there. */
async function find(part: Locator, pattern: RegExp): Promise<string> {
  let found: string | undefined;
  await expect(async () => {
    const text = (await part.innerText()).replaceAll(/\s+/g, " ");
    found = pattern.exec(text)?.[1];
    expect(text, `no ${String(pattern)}`).toMatch(pattern);
  }).toPass({ timeout: 20_000 });
  return found ?? "";
}

const percent = /(\d+ %)/;
const watts = /(-?[\d.]+ k?W)(?!h)/;
const wattHours = /(-?[\d.]+ k?Wh)/;
const sentence = /(Loads cut at about [^.]*?, in \d+ h)/;
const age = /(now|\d+ (?:sec|min)\w* ago)/;

/** The screens of a container, each with what it says of it. */
const containerScreens: Record<string, (page: Page) => Promise<Shown>> = {
  overview: async (page) => {
    const region = (name: string) => page.getByRole("region", { name, exact: true });
    const today = region("Energy today");
    return {
      charge: await find(region("Battery charge"), percent),
      "solar power": await find(region("Solar"), watts),
      consumption: await find(region("Consumption"), watts),
      "battery power": await find(region("Battery power"), watts),
      "solar energy today": await find(today, /Solar (.*?Wh)/),
      "consumption today": await find(today, /Consumption (.*?Wh)/),
      "sentence of the state of energy": await find(region("Hours to blackout"), sentence),
      "hours left": await find(region("Hours to blackout"), /in (\d+ h)/),
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
      "solar energy today": await find(balance, /Sources Solar (.*?Wh)/),
      "consumption today": await find(balance, /Consumption (.*?Wh)/),
    };
  },
};

async function headerOf(page: Page): Promise<Shown> {
  const main = page.getByRole("main");
  return {
    charge: await find(main, /Battery charge (\d+ %)/),
    "hours left": await find(main, /Hours left (\d+ h)/),
    "sentence of the state of energy": await find(main, sentence),
    "state of the link": await find(main, /(Online|Just offline|Offline)/),
    "last seen": await find(main, new RegExp(`Last seen ${age.source}`)),
  };
}

async function dashboardOf(page: Page, name: string): Promise<Shown> {
  const tile = (label: string) => page.getByRole("region", { name: label, exact: true });
  const strip = page.getByRole("navigation", { name: "Containers by state" });
  return {
    charge: await find(tile("Battery charge, median"), percent),
    "solar energy today": await find(tile("Solar today"), wattHours),
    "consumption today": await find(tile("Consumption today"), wattHours),
    "containers online": await find(strip, /(\d+) Online/),
    "word of the state of energy": await find(strip, /1 (Cut ahead)/),
    "containers about to lose power": await find(strip, /(\d+) Cut ahead/),
    containers: await find(page.getByRole("main"), /(\d+) containers/),
    "sentence of the state of energy": await find(
      page
        .getByRole("region", { name: /Needs attention/ })
        .getByRole("listitem")
        .filter({ hasText: name }),
      sentence,
    ),
  };
}

async function cardOf(page: Page, name: string): Promise<Shown> {
  const card = page.getByRole("article").filter({ has: page.getByRole("link", { name }) });
  return {
    charge: await find(card, percent),
    "solar power": await find(card, watts),
    consumption: await find(card, /Consumption ([\d.]+ k?W)/),
    "hours left": await find(card, /Hours left (\d+ h)/),
    "state of the link": await find(card, /(Online|Just offline|Offline)/),
    "age of the values": await find(card, age),
    reserve: await find(card, /Reserve (\d+ %)/),
  };
}

async function listOf(page: Page, name: string): Promise<Shown> {
  const row = page.getByRole("row").filter({ has: page.getByRole("link", { name }) });
  const cells = row.getByRole("cell");
  return {
    "word of the state of energy": await find(cells.nth(1), /(.+)/),
    "state of the link": await find(cells.nth(2), /(.+)/),
    charge: await find(cells.nth(3), percent),
    "hours left": await find(cells.nth(4), /(\d+ h)/),
    "solar power": await find(cells.nth(5), watts),
    consumption: await find(cells.nth(6), watts),
    "last seen": await find(cells.nth(7), age),
    "containers online": await find(page.getByRole("group", { name: "Filter by state" }), /Online ?(\d+)/),
    "containers about to lose power": await find(
      page.getByRole("group", { name: "Filter by energy" }),
      /Cut ahead ?(\d+)/,
    ),
    containers: await find(page.getByRole("main"), /(\d+) containers/),
  };
}

test("one quantity reads the same on every screen that shows it", async ({ page, stage, enter }) => {
  const { containerId, name, atMs } = await measured(stage);
  const never = `never-${randomUUID().slice(0, 8)}`;
  await stage.call("ada", "registerNewContainer", { containerId: never, name: never, serialNumber: never });
  const person = await addPerson(stage, { containers: [containerId, never] });
  await enter(await sessionFor(stage, person));
  // Ages are the same on all screens only while time stands still.
  await page.clock.setFixedTime(atMs + 42_500);

  const screens = new Map<string, Shown>();
  for (const [address, read] of Object.entries(containerScreens)) {
    await page.goto(`/containers/${containerId}${address === "overview" ? "" : address}`);
    screens.set(`header above ${address}`, await headerOf(page));
    screens.set(`container ${address}`, await read(page));
  }
  await page.getByRole("button", { name: `Favorite: ${name}` }).click();
  await page.goto("/");
  screens.set("dashboard", await dashboardOf(page, name));
  screens.set("card of the dashboard", await cardOf(page, name));
  await page.goto("/containers");
  screens.set("list", await listOf(page, name));
  await page.goto("/favorites");
  screens.set("card of the favorites", await cardOf(page, name));

  for (const quantity of quantities) {
    const shown = [...screens].flatMap(([screen, texts]) =>
      texts[quantity] === undefined ? [] : [[screen, texts[quantity]] as const],
    );
    const [first] = shown;
    expect(shown.length, `screens that show: ${quantity}`).toBeGreaterThan(1);
    expect(Object.fromEntries(shown), quantity).toEqual(
      Object.fromEntries(shown.map(([screen]) => [screen, first?.[1]])),
    );
  }
});
