/** The same quantity, read on every screen that shows it, with data that do not change. */
import { randomUUID } from "node:crypto";

import { connectAsync } from "mqtt";

import { expect, post, test } from "./fixtures.ts";
import type { Session, Stage } from "./fixtures.ts";
import { go } from "./looks.ts";
import { addPerson, sessionFor } from "./people.ts";
import { againstOf, originsOf, ownOfPeriod, ranksOf } from "./same-quantity.analysis.ts";
import {
  cardOf,
  clustersOf,
  comparedOf,
  containerScreens,
  dashboardOf,
  exportedOf,
  headerOf,
  listOf,
  quantities,
  type Shown,
  suppliedScreens,
} from "./same-quantity.shown.ts";
import { darkHeaderOf, darkNeedOf, darkRowOf, placeOfDark, warnedHeaderOf } from "./same-quantity.trouble.ts";

test.use({ viewport: { width: 1440, height: 1000 } });

const minute = 60_000;
/** A day that began some hours ago, so that there is something of it to show and it does not end meanwhile. */
const zoneName = [20, 21].includes(new Date().getUTCHours()) ? "Africa/Abidjan" : "Africa/Nairobi";

interface Measured {
  name: string;
  /** Of each five minutes of the last nine days. */
  history: Record<string, number>;
  live: Record<string, number>;
}
/** Its loads are expected to be cut tonight. */
const main: Measured = {
  name: "Sameness",
  history: { "solar.power": 1_200, "load.power": 600, "battery.power": 600, "battery.soc": 60, "grid.power": 0 },
  live: {
    "solar.power": 1_840,
    "load.power": 730,
    "battery.power": 860,
    "battery.soc": 64,
    "battery.temperature": 26.4,
    "battery.voltage": 52.3,
    "battery.capacity": 10_240,
    "grid.power": -250,
  },
};
const supplied: Measured = {
  name: "Standby",
  history: { "grid.power": 320, "generator.power": 1_500 },
  live: { "grid.power": 310, "generator.power": 1_480 },
};
/** Its loads have no power; it measures nothing that others are added up with. */
const dark: Measured = { name: "Darkness", history: {}, live: { "inverter.state": 0 } };

/** Met by what the supplied container has just sent. */
const generatorRule = (containerId: string) => ({
  ruleName: "Generator at work",
  sites: [containerId],
  severity: "warning",
  conditions: [{ name: "At work", type: "above", attributes: ["generator.power"], threshold: 1_000, duration: 0 }],
});

/** A warning that is open at one container, and another whose loads are cut, as the list of a person has them. */
async function troubled(stage: Stage, session: Session, warned: Sent, cut: Sent) {
  const own = { "x-auth-token": session.authToken, "x-user-id": session.userId };
  await post(stage, "registerWarning", generatorRule(warned.containerId), own);
  await expect(async () => {
    // Rules judge what comes after them.
    await warned.send();
    const { data } = (await post(stage, "getSitesV2", {}, own)) as {
      data: { containerId: string; warnings: number; energy: { level: string } }[];
    };
    const rowOf = ({ containerId }: Sent) => data.find((row) => row.containerId === containerId);
    expect([rowOf(warned)?.warnings, rowOf(cut)?.energy.level]).toEqual([1, "cut"]);
  }).toPass({ timeout: 60_000 });
}

type Sent = Awaited<ReturnType<typeof measured>>;

/** A container with its history and one live frame. */
async function measured(stage: Stage, { history, live, ...about }: Measured) {
  const containerId = `same-${randomUUID().slice(0, 8)}`;
  const name = `${about.name} ${containerId.slice(-4)}`;
  const facts = { ...about, containerId, name, serialNumber: containerId, zoneName };
  const { data } = await stage.call("ada", "registerNewContainer", facts);
  const { secret } = data as { secret: string };
  const now = Math.floor(Date.now() / minute) * minute;
  const metrics = Object.keys(history);
  const lines = [["at", ...metrics].join()];
  for (let atMs = now - 9 * 1440 * minute; atMs < now; atMs += 5 * minute)
    lines.push([atMs, ...Object.values(history)].join());
  if (metrics.length > 0)
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
    keepalive: keepaliveMs / 1000,
    reconnectPeriod: 0,
  });
  const send = async () => {
    const message = JSON.stringify({ ts: Date.now(), values: live });
    await client.publishAsync(`offgrid/1/${containerId}/data`, message, { qos: 1 });
  };
  const atMs = Date.now();
  await send();
  // The portal sums up the day of what was imported right after the import, and the page asks only once: its time stands.
  const ofToday = async () => {
    const { data: info } = await stage.call("ada", "getContainerInfoV4", { containerId });
    return (info as { energyToday: { coverage: number } }).energyToday.coverage;
  };
  if ("load.power" in history) await expect.poll(ofToday, "the measured share of the day").toBeGreaterThan(0.9);
  return { containerId, name, atMs, send };
}

/** After so long without another message a client shows that it is there. */
const keepaliveMs = 60_000;

test("one quantity reads the same on every screen that shows it", async ({ page, stage, enter }) => {
  const [{ containerId, name, atMs }, standby, without] = (await Promise.all(
    [main, supplied, dark].map((one) => measured(stage, one)),
  )) as [Sent, Sent, Sent];
  const never = `never-${randomUUID().slice(0, 8)}`;
  await stage.call("ada", "registerNewContainer", { containerId: never, name: never, serialNumber: never });
  const containers = [containerId, standby.containerId, without.containerId, never];
  const person = await addPerson(stage, { containers });
  const session = await sessionFor(stage, person);
  await troubled(stage, session, standby, without);
  await enter(session);
  // Ages are the same on all screens only while time stands still.
  await page.clock.setFixedTime(atMs + 42_500);

  const screens = new Map<string, Shown>();
  // Each of the two is opened anew, so that nothing is read of the one before; its tabs are reached as by links.
  await page.goto(`/containers/${containerId}`);
  for (const [address, read] of Object.entries(containerScreens)) {
    await go(page, `/containers/${containerId}${address === "overview" ? "" : address}`);
    screens.set(`header above ${address}`, await headerOf(page));
    screens.set(`container ${address}`, await read(page));
  }
  await page.goto(`/containers/${standby.containerId}`);
  for (const [address, read] of Object.entries(suppliedScreens)) {
    await go(page, `/containers/${standby.containerId}${address === "overview" ? "" : address}`);
    screens.set(`supplied container ${address}`, await read(page));
  }
  screens.set("header of the supplied container", await warnedHeaderOf(page));
  await go(page, `/containers/${without.containerId}`);
  screens.set("header of the container without power", await darkHeaderOf(page));

  // What one page says of the sun in several places is one figure, and of where the consumption came from on two pages.
  await go(page, `/containers/${containerId}`);
  screens.set("origins of the overview", await originsOf(page, "Energy today"));
  await go(page, `/containers/${containerId}?tab=analysis&period=today`);
  screens.set("origins of the analysis", await originsOf(page, "Where the consumption came from"));
  screens.set("ranks of the analysis", await ranksOf(page));
  screens.set("comparison of the analysis", await ownOfPeriod(page));

  await go(page, `/containers/${standby.containerId}?tab=analysis&period=today&against=${containerId}`);
  const { own, other } = await againstOf(page);
  screens.set("analysis of the supplied container", own).set("analysis beside another container", other);

  await go(page, `/containers/${containerId}`);
  await page.getByRole("button", { name: `Favorite: ${name}` }).click();
  await go(page, "/");
  screens.set("dashboard", await dashboardOf(page, name));
  screens.set("card of the dashboard", await cardOf(page, name));
  screens.set("trouble of the container without power", await darkNeedOf(page, without.name));
  await go(page, "/containers");
  screens.set("list", await listOf(page, name));
  screens.set("row of the container without power", await darkRowOf(page, without.name));
  screens.set("exported list", await exportedOf(page, name));
  await go(page, `/containers/compare?ids=${containerId},${standby.containerId}`);
  screens.set("comparison", await comparedOf(page));
  await go(page, "/favorites");
  screens.set("card of the favorites", await cardOf(page, name));
  await stage.call("ada", "clusterSave", { name: `All with ${name}`, containers });
  // A position would change the forecast, by the sun that is expected there.
  await page.route("**/api/getSitesV2", async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as { data: { name: string; location: object | null }[] };
    for (const row of answer.data) {
      if (row.name === name) row.location = { lat: 3.1, long: 35.6 };
      if (row.name === without.name) row.location = { lat: -12, long: 49 };
    }
    await route.fulfill({ response, json: answer });
  });
  await page.goto("/clusters");
  screens.set("clusters and map", await clustersOf(page, name));
  screens.set("map card of the container without power", await placeOfDark(page, without.name));

  // A machine on which this takes long: a sign of life of the connection is a contact, and later screens tell that one.
  if (Date.now() - atMs > keepaliveMs) for (const shown of screens.values()) delete shown["last seen"];
  for (const quantity of quantities) {
    const shown = [...screens].flatMap(([screen, texts]) =>
      texts[quantity] === undefined ? [] : [[screen, texts[quantity]] as const],
    );
    const [first] = shown;
    if (quantity === "last seen" && shown.length === 0) continue;
    expect(shown.length, `screens that show: ${quantity}`).toBeGreaterThan(1);
    expect(Object.fromEntries(shown), quantity).toEqual(
      Object.fromEntries(shown.map(([screen]) => [screen, first?.[1]])),
    );
  }
});
