import { readXlsx } from "hucre/xlsx";
import { ChartFileEvent } from "@offgrid/contract/charts/saved-charts.calls";
import { eventCodes } from "@offgrid/contract/events/event-codes";
import { personalCodes } from "@offgrid/contract/notifications/notification-types";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";

import { type Actor, cast, thePortal } from "../../../testing/cast.ts";
import { testClock } from "../../../testing/test-clock.ts";
import { insertEvents } from "../../events/events.store.ts";

const minute = 60_000;
const midnight = Date.UTC(2026, 5, 10);
const clock = testClock(midnight + 720 * minute);

beforeAll(async () => {
  await thePortal({ clock });
});

/** A file of yesterday's chart, as somebody takes it in a language. */
async function fileOf(who: Actor, containerId: string, language: "en" | "fr", format: string) {
  const definition = {
    ...{ name: "Power", period: "yesterday", groupBy: "hour" },
    series: [{ id: "a", kind: "metric", metric: "solar.power", of: { kind: "containers", ids: [containerId] } }],
  };
  return fetch(`${(await thePortal()).api}/chartExport`, {
    method: "POST",
    headers: {
      ...{ "content-type": "application/json", "accept-language": language },
      ...{ "x-auth-token": who.token, "x-user-id": who.userId },
    },
    body: JSON.stringify({ definition, format }),
  });
}

/** The sheets of a spreadsheet of it. */
async function sheetsOf(...asked: [who: Actor, containerId: string, language: "en" | "fr"]) {
  const answer = await fileOf(...asked, "xlsx");
  const book = await readXlsx(Buffer.from(await answer.arrayBuffer()));
  return book.sheets.map(({ rows }) => rows);
}

/** Level and text of each row of the sheet of events but the first. */
async function textsOf(...asked: Parameters<typeof sheetsOf>) {
  const [, events] = await sheetsOf(...asked);
  return events!.slice(1).map((row) => [row[2], String(row[3]).replaceAll(/[\u00A0\u202F]/g, " ")]);
}

test("the events of a file are told as on screens, in its language, with the names that outputs have there", async () => {
  const { admin } = await cast({ admin: { role: "admin", containers: ["segou"] } });
  const { db } = (await thePortal()).database;
  const names = JSON.stringify({ "relay.1": { name: "Fridge", feeds: "" } });
  await db.insertInto("outputNames").values({ containerId: "segou", names }).execute();
  const happened = [
    ["warning", "pump.flooded", "pump", {}],
    ["info", "warning.cleared", undefined, { content: "Charge low" }],
    ["info", "warning.cleared", undefined, { content: "Loads are cut" }],
    ["warning", "output.stuck", "relay.2", { value: true }],
    ["info", "works.began", undefined, { by: admin.userId, reason: "New battery" }],
    ["info", "output.changed", "ac", { value: "cool 24.5 60", by: "controller", reason: "schedule" }],
    ["info", "output.changed", "relay.1", { value: false, by: "loadProtection", reason: "protection" }],
  ] as const;
  const events = happened.map(([level, code, device, data], index) => ({
    ...{ containerId: "segou", boot: null, seq: null },
    event: { ts: midnight - (60 - index) * minute, code, level, data, ...(device !== undefined && { device }) },
  }));
  await db.transaction().execute((tx) => insertEvents(tx, events, clock.now()));
  expect(await textsOf(admin, "segou", "en")).toEqual([
    ["Information", "Fridge is off. Load protection keeps it off so that the battery is not emptied."],
    ["Information", "Air conditioner: cooling to 24.5 °C, fan at 60 %. A schedule wants it so."],
    ["Information", expect.stringMatching(/^\S.* has begun works: New battery$/)],
    ["Warning", "Relay 2 was to be switched on, but does not read on."],
    ["Information", "The warning “Loads are cut” is over."],
    ["Information", "The warning “Charge low” is over."],
    ["Warning", "Its controller reports “pump.flooded”"],
  ]);
  expect(await textsOf(admin, "segou", "fr")).toEqual([
    [
      "Information",
      expect.stringMatching(/^Fridge est hors tension\. La protection des charges maintient cette sortie coupée/),
    ],
    ["Information", expect.stringMatching(/^Climatiseur : froid à 24,5 °C, ventilateur à 60 %\./)],
    ["Information", expect.stringMatching(/ a commencé des travaux : New battery$/)],
    ["Alerte", "Relais 2 devait passer sous tension, mais ne l’est pas à la relecture."],
    ["Information", "L’alerte « Charges coupées » est terminée."],
    ["Information", "L’alerte « Charge basse » est terminée."],
    ["Alerte", "Son contrôleur signale « pump.flooded »"],
  ]);
});

test("a note stands among the events of a file, and none is run as a formula", async () => {
  const { admin } = await cast({ admin: { role: "admin", containers: ["djenne"] } });
  const at = new Date(midnight - 60 * minute).toISOString();
  await admin.call("noteAdd", { containerId: "djenne", at, text: 'Seen; =HYPERLINK("https://example.org")' });
  expect(await textsOf(admin, "djenne", "fr")).toEqual([
    ["Information", `Note de admin : Seen; =HYPERLINK("https://example.org")`],
  ]);
});

test("JSON has what happened at the containers of a chart, and a CSV of its own has the same", async () => {
  const { admin } = await cast({ admin: { role: "admin", containers: ["sikasso"] } });
  const at = midnight - 60 * minute;
  const note = await admin.call("noteAdd", {
    ...{ containerId: "sikasso", at: new Date(at).toISOString(), text: "=Panels washed; dust" },
  });
  expect(note.status).toBe("ok");
  const json = (await (await fileOf(admin, "sikasso", "en", "json")).json()) as Record<string, unknown>;
  expect(z.array(ChartFileEvent).parse(json["events"])).toEqual([
    {
      ...{ at, container: "Sikasso", level: "info", text: "Note by admin: =Panels washed; dust" },
      ...{ since: null, ended: null },
    },
  ]);
  expect(json["eventsFrom"]).toBe(midnight - 1440 * minute);
  const csv = await fileOf(admin, "sikasso", "fr", "events");
  expect(csv.headers.get("content-disposition")).toContain("power-events_2026-06-09.csv");
  expect((await csv.text()).replaceAll("\u00A0", " ").split("\r\n")).toEqual([
    "Datetime,Conteneur,Niveau,Événement,Depuis,Fin",
    '09/06/2026 23:00:00,Sikasso,Information,"Note de admin : =Panels washed; dust",,',
    "",
    "Conteneur,Sikasso",
    "Période,09/06/2026 00:00:00 – 10/06/2026 00:00:00",
    "Fuseau horaire,UTC",
    "",
  ]);
});

test("no event of a file speaks another language than the file, whatever its code and as little as it says", async () => {
  const { admin } = await cast({ admin: { role: "admin", containers: ["kita"] } });
  const { db } = (await thePortal()).database;
  const isPersonal = (code: string) => (personalCodes as readonly string[]).includes(code);
  // What concerns one person alone is in nobody else's file.
  const events = eventCodes.map((code, index) => ({
    ...{ containerId: "kita", boot: null, seq: null, ...(isPersonal(code) && { only: [] }) },
    event: { ts: midnight - (index + 1) * minute, code, level: "info" as const, device: "sensors", data: {} },
  }));
  await db.transaction().execute((tx) => insertEvents(tx, events, clock.now()));
  const [english, french] = [await textsOf(admin, "kita", "en"), await textsOf(admin, "kita", "fr")];
  expect(english).toHaveLength(eventCodes.length - personalCodes.length);
  expect(french).toHaveLength(english.length);
  for (const [index, [, text]] of english.entries()) {
    expect(text).not.toMatch(/^[a-z_]+[ .][a-z_]+ \(/);
    expect(french[index]?.[1]).not.toBe(text);
  }
});

test("a file that has not all events says so beside what it is about, in its language", async () => {
  const { admin } = await cast({ admin: { role: "admin", containers: ["gossi"] } });
  const { db } = (await thePortal()).database;
  const opened = (index: number) => ({
    ...{ containerId: "gossi", boot: null, seq: null },
    event: { ts: midnight - (index + 1) * 1000, code: "door.opened", level: "info" as const, data: {} },
  });
  const saidIn = async (language: "en" | "fr") => {
    const [, , about] = await sheetsOf(admin, "gossi", language);
    return about!.filter(([label]) => label === "Events" || label === "Événements").map((row) => row.slice(0, 2));
  };
  const add = (from: number, count: number) =>
    db.transaction().execute((tx) =>
      insertEvents(
        tx,
        Array.from({ length: count }, (_, index) => opened(from + index)),
        clock.now(),
      ),
    );
  await add(0, 2_000);
  expect(await saidIn("en")).toEqual([]);
  await add(2_000, 1);
  expect(await saidIn("en")).toEqual([
    ["Events", "Only the newest 2,000 events are listed, from 09/06/2026 23:26:40 on."],
  ]);
  expect(await saidIn("fr")).toEqual([
    ["Événements", "Seuls les 2\u202F000 événements les plus récents sont listés, à partir du 09/06/2026 23:26:40."],
  ]);
});
