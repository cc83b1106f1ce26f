import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { fakeNotification } from "../../domain/notifications/notification.fake.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, looks, render, say as sayOf } from "../../testing/render.tsx";
import { EventDays } from "./event-days.tsx";
import { NoEvents } from "./events.page.tsx";
import type { EventsSearch } from "./events.search.ts";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`events:${key}`, values);
const sayWord = (key: string, values: Record<string, unknown> = {}) => sayOf(`event-words:${key}`, values);
const button = (name: string) => page.getByRole("button", { name, exact: true });

const nowMs = Date.parse("2026-11-24T12:00:00Z");
const hoursAgo = (hours: number) => new Date(nowMs - hours * 3_600_000).toISOString();

const events = [
  fakeNotification({ id: "e6", at: hoursAgo(0.1) }),
  fakeNotification({ id: "e5", at: hoursAgo(1), code: "link.flapping", level: "warning", type: "warning" }),
  fakeNotification({ id: "e4", at: hoursAgo(2), read: true }),
  fakeNotification({ id: "e3", at: hoursAgo(3) }),
  fakeNotification({ id: "e2", at: hoursAgo(30), containerId: "kayes", containerName: "Kayes", read: true }),
  fakeNotification({ id: "e1", at: hoursAgo(31), code: "pump.dry", device: "pump.2", read: true }),
];

beforeEach(async () => {
  await Promise.all([
    loadTexts("events", "event-words", "command-words", "container-facts", "ui", "shared"),
    timeReady(),
  ]);
});

test("events stand under their days, repeats as one line that is read as a whole", async () => {
  const read: (readonly string[])[] = [];
  for (const look of looks) {
    read.length = 0;
    await render(() => <EventDays events={events} now={nowMs} onRead={(ids) => read.push(ids)} />, look);
    const opened = sayOf("command-words:news.codes.door_opened");
    await expect.element(page.getByText(opened, { exact: true }).first()).toBeVisible();
    expect(page.getByRole("region").elements()).toHaveLength(2);
    // Three of Gao's are one line, beside the warning, which has its own list.
    expect(page.getByRole("region").nth(0).getByRole("listitem").elements()).toHaveLength(2);
    await expect.element(page.getByText(sayWord("unread", { count: 2 }), { exact: true })).toBeVisible();
    await expect.element(page.getByText(sayOf("command-words:news.reported", { code: "pump.dry" }))).toBeVisible();
    expect(page.getByRole("button").elements()).toHaveLength(1);
    await button(sayWord("readName", { name: opened, container: "Gao" })).click();
    expect(read).toEqual([["e6", "e3"]]);
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("what concerns the person and no container leads to their profile", async () => {
  const mine = { containerId: null, containerName: null, code: "channel.paused", data: { channelKind: "sms" } };
  const lines = [fakeNotification({ id: "p1", at: hoursAgo(0.1), ...mine }), ...events];
  for (const look of looks) {
    await render(() => <EventDays events={lines} now={nowMs} onRead={() => undefined} />, look);
    const profile = page.getByRole("link", { name: sayWord("profile"), exact: true });
    await expect.element(profile).toHaveAttribute("href", expect.stringContaining("/users/profile"));
    await expect.element(page.getByRole("button", { name: new RegExp(`${sayWord("profile")}.*$`) })).toBeVisible();
    await expectFittingWords();
  }
});

test("what failed at several outputs at once is one line that names them, and is read as a whole", async () => {
  const names = ["Cuisine", "Chambres", "Relay 3"];
  const failed = names.map((outputName, index) =>
    fakeNotification({
      id: `f${index}`,
      at: hoursAgo(0.1),
      code: "output.changed",
      device: `relay.${index + 1}`,
      outputName: outputName === "Relay 3" ? null : outputName,
      data: { value: false, reason: "equipment" },
    }),
  );
  const read: (readonly string[])[] = [];
  await render(() => <EventDays events={failed} now={nowMs} onRead={(ids) => read.push(ids)} />, looks[0]);
  await expect
    .element(page.getByText(/^Chambres, Cuisine,? and Relay 3 are off\. The equipment itself keeps them off\.$/))
    .toBeVisible();
  expect(page.getByRole("listitem").elements()).toHaveLength(1);
  await page.getByRole("button").click();
  expect(read).toEqual([["f0", "f1", "f2"]]);
});

test("an empty list says why, and leads to what there is", async () => {
  const searches: EventsSearch[] = [];
  const show = (search: EventsSearch) =>
    render(() => <NoEvents search={search} onSearch={(next) => searches.push(next)} />);
  await show({});
  await button(say("none.showAll")).click();
  await show({ show: "unread" });
  await expect.element(page.getByText(say("none.unread"), { exact: true })).toBeVisible();
  await button(say("none.showNotified")).click();
  await show({ show: "all", container: "gao" });
  await expect.element(page.getByText(say("none.match"), { exact: true })).toBeVisible();
  await button(say("clear")).click();
  expect(searches).toEqual([{ show: "all" }, {}, { show: "all" }]);
  await show({ show: "all" });
  await expect.element(page.getByText(say("none.all"), { exact: true })).toBeVisible();
  expect(page.getByRole("button").elements()).toEqual([]);
});
