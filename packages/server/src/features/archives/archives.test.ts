import { randomBytes } from "node:crypto";

import { unzipSync } from "fflate";
import { beforeAll, expect, test } from "vitest";

import { store } from "../charts/charts.fixture.ts";
import { ask, bring, say } from "../tickets/tickets.fixture.ts";
import { type Actor, cast, ensureContainer, thePortal } from "../../testing/cast.ts";
import { zipOf } from "./archive.ts";
import { testClock } from "../../testing/test-clock.ts";

const noon = Date.UTC(2026, 5, 30, 12);
const clock = testClock(noon);
beforeAll(() => thePortal({ clock }));

const minute = 60_000;

/** The files of an archive that somebody asks for. */
async function take(who: Actor, name: "containerArchive" | "personArchive", input: object, language = "en") {
  const { api } = await thePortal();
  const identity = { "x-auth-token": who.token, "x-user-id": who.userId, "accept-language": language };
  const response = await fetch(`${api}/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...identity },
    body: JSON.stringify(input),
  });
  expect(response.headers.get("content-type")).toBe("application/zip");
  const files = unzipSync(new Uint8Array(await response.arrayBuffer()));
  return new Map(Object.entries(files).map(([path, bytes]) => [path, Buffer.from(bytes).toString("utf8")]));
}

const linesOf = (text: string | undefined) => (text ?? "").replace("\uFEFF", "").trimEnd().split("\r\n");

const crowd = () =>
  cast({
    boss: { role: "super_admin" },
    amina: { role: "user", containers: ["gao"] },
    brahim: { role: "user", containers: ["kayes"] },
    guest: { role: "customer_staff", containers: ["gao"] },
  });

test("the archive of a container has every reading with its unit, and whatever else is known of it, and says what that is", async () => {
  const { boss, amina } = await crowd();
  const frames = Array.from({ length: 3_000 }, (_, place): [number, (number | null)[]] => [
    noon - 2_999 * 20 * minute + place * 20 * minute,
    [place, place % 2 === 0 ? null : 48.5],
  ]);
  await store("gao", ["solar.power", "battery.voltage"], frames);
  await amina.call("noteAdd", {
    containerId: "gao",
    at: new Date(noon - minute).toISOString(),
    text: "=Panels cleaned",
  });
  const ticket = await ask(amina, { containerId: "gao", subject: "No light" });
  await say(amina, ticket.id, "See the picture.", {
    files: [(await bring(amina, "lamp.txt", "dark lamp")).id],
  });
  await say(boss, ticket.id, "Between us.", { isInternal: true });
  await boss.call("containerSave", { containerId: "gao", zoneName: "Africa/Niamey" });

  const files = await take(boss, "containerArchive", { containerId: "gao" });
  expect([...files.keys()]).toEqual(
    expect.arrayContaining([
      "README.txt",
      "configuration.json",
      "events.csv",
      "warnings.csv",
      "commands.csv",
      "audit.csv",
    ]),
  );
  const months = [...files.keys()].filter((path) => path.startsWith("readings/"));
  expect(months).toEqual(["readings/2026-05.csv", "readings/2026-06.csv"]);
  const rows = months.flatMap((path) => linesOf(files.get(path)).slice(1));
  expect(linesOf(files.get("readings/2026-06.csv"))[0]).toBe("time,localTime,solar.power,battery.voltage");
  expect(rows).toHaveLength(frames.length);
  expect(rows[0]).toBe(`${new Date(frames[0]?.[0] ?? 0).toISOString()},2026-05-19 21:20:00.000,0,`);
  expect(rows.at(-1)).toBe("2026-06-30T12:00:00.000Z,2026-06-30 13:00:00.000,2999,48.5");
  expect(linesOf(files.get("metrics.csv"))[1]).toMatch(/^solar\.power,W,gauge,/);
  // No spreadsheet runs what people typed.
  expect(linesOf(files.get("notes.csv"))[1]).toMatch(/,'=Panels cleaned,/);
  expect(files.get(`attachments/${[...files.keys()].find((path) => path.endsWith("lamp.txt"))?.slice(12)}`)).toBe(
    "dark lamp",
  );
  expect(files.get("messages.csv")).toContain("Between us.");
  expect(JSON.parse(files.get("configuration.json") ?? "")).toMatchObject({
    container: { id: "gao", zoneName: "Africa/Niamey" },
  });
  expect(files.get("configuration.json")).not.toMatch(/secret/i);
  expect(files.get("audit.csv")).toContain("containerSave");

  const readMe = files.get("README.txt") ?? "";
  expect(readMe).toContain("in the zone Africa/Niamey");
  expect(readMe).toMatch(
    /readings\/\n[^\n]+\nRows: 3000\. From 2026-05-19T20:20:00\.000Z to 2026-06-30T12:00:00\.000Z\./,
  );
  for (const path of files.keys())
    if (path !== "README.txt") expect(readMe).toContain(path.includes("/") ? `${path.split("/")[0]}/` : path);
  const [line] = (await boss.call("auditList", { filter: { actions: ["containerArchive"] } })).data;
  expect(line).toMatchObject({ userId: boss.userId, target: "gao", result: "ok" });
});

test("who sees less of a container gets less, and is told what is missing; others get nothing", async () => {
  const { boss, amina, brahim, guest } = await crowd();
  const ticket = await ask(amina, { containerId: "gao", subject: "Noise" });
  await say(boss, ticket.id, "Hidden from customers.", { isInternal: true });
  const files = await take(amina, "containerArchive", { containerId: "gao" }, "fr");
  expect(files.get("messages.csv")).toContain("The lamps are dark.");
  expect(files.get("messages.csv")).not.toContain("Hidden from customers.");
  expect(files.has("audit.csv")).toBe(false);
  expect(files.get("README.txt")).toContain("lignes du journal d'audit");
  await expect(brahim.call("containerArchive", { containerId: "gao" })).refusesWith("not_found");
  await expect(guest.call("containerArchive", { containerId: "gao" })).refusesWith("forbidden");
});

test("only the days that are asked for have readings in the archive", async () => {
  const { boss } = await crowd();
  const day = 24 * 60 * minute;
  await store(
    "segou",
    ["battery.soc"],
    [
      [noon - 3 * day, [50]],
      [noon - 2 * day, [60]],
      [noon - day, [70]],
    ],
  );
  const files = await take(boss, "containerArchive", { containerId: "segou", from: "2026-06-28", to: "2026-06-28" });
  expect(
    linesOf(files.get("readings/2026-06.csv"))
      .slice(1)
      .map((line) => line.split(",")[2]),
  ).toEqual(["60"]);
});

test("a container without readings has an archive that says so", async () => {
  const { boss } = await crowd();
  await ensureContainer("ansongo");
  const files = await take(boss, "containerArchive", { containerId: "ansongo" });
  expect([...files.keys()].filter((path) => path.startsWith("readings"))).toEqual([]);
  expect(linesOf(files.get("events.csv"))).toEqual(["at,receivedAt,code,level,device,data"]);
  expect(files.get("README.txt")).toContain("events.csv");
});

test("a person takes out all that the portal has of them, and nothing that somebody could sign in with", async () => {
  const { amina, brahim } = await crowd();
  const { token } = await amina.call("apiTokenCreate", {
    name: "Spreadsheet",
    permissions: ["view"],
    mayChange: false,
    days: 30,
  });
  await amina.call("saveUserAccount", { firstName: "Amina", lastName: "Traoré", phone: "+223 70 00 00 00" });
  const ticket = await ask(amina, { containerId: "gao", subject: "Mine" });
  await say(amina, ticket.id, "Written by me.");
  await ask(brahim, { containerId: "kayes", subject: "Not hers" });
  await amina.call("noteAdd", { containerId: "gao", at: new Date(noon).toISOString(), text: "My note" });

  const files = await take(amina, "personArchive", {});
  const { account, containers } = JSON.parse(files.get("account.json") ?? "");
  expect(account).toMatchObject({ email: amina.email, lastName: "Traoré", phone: "+223 70 00 00 00", role: "user" });
  expect(containers).toMatchObject([{ id: "gao" }]);
  expect(files.get("tickets.csv")).toContain("Mine");
  expect(files.get("messages.csv")).toContain("Written by me.");
  expect(files.get("notes.csv")).toContain("My note");
  expect(files.get("api-tokens.csv")).toContain("Spreadsheet");
  expect(files.get("audit.csv")).toContain("saveUserAccount");
  expect(linesOf(files.get("sessions.csv"))).toHaveLength(2);
  const all = [...files.values()].join("\n");
  for (const hidden of ["Not hers", brahim.email, amina.token, token]) expect(all).not.toContain(hidden);
  expect(all).not.toMatch(/passwordHash|tokenHash|totpSealed/);
});

test("an archive of all data asks for a fresh confirmation", async () => {
  const { boss, amina } = await crowd();
  clock.advance(11 * minute);
  await expect(boss.call("containerArchive", { containerId: "gao" })).refusesWith("confirm_needed");
  await expect(amina.call("personArchive", {})).refusesWith("confirm_needed");
});

test("an archive is made as it is taken: what was taken is not kept, and nothing is read ahead of it", async () => {
  let read = 0;
  const pieces = async function* () {
    for (; read < 400; read++) yield randomBytes(64 * 1024);
  };
  const entries = async function* () {
    yield { path: "noise.bin", kind: "readings", pieces: pieces() };
  };
  let [bytes, mostAhead] = [0, 0];
  for await (const piece of zipOf(entries(), new Date(noon))) {
    bytes += piece.length;
    mostAhead = Math.max(mostAhead, read * 64 * 1024 - bytes);
  }
  expect(read).toBe(400);
  expect(bytes).toBeGreaterThan(400 * 64 * 1024);
  // Noise cannot be made smaller, so what was read and not given is what is held.
  expect(mostAhead).toBeLessThan(1024 * 1024);
});
