import { menu } from "@offgrid/contract/core/menu";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, looks, render, say } from "../../testing/render.tsx";
import { Bell } from "./bell.tsx";

const entries = menu.filter(({ badge }) => badge !== undefined);
const unread = (count: number) => say("shell:unread", { count });

test("the bell counts what is not read of events, warnings and tickets, up to 99+, and leads to each", async () => {
  await loadTexts("shell", "shared");
  for (const look of looks) {
    await render(() => <Bell entries={entries} unread={{ events: 95, warnings: 3, tickets: 2 }} notices={[]} />, look);
    const bell = page.getByRole("button", { name: `${say("shell:bell")}: ${unread(100)}`, exact: true });
    await expect.element(bell).toHaveTextContent("99+");
    await bell.click();
    const lists = page.getByRole("menuitem");
    await expect.element(lists.nth(0)).toHaveTextContent(`${say("shared:screen.events")}${unread(95)}`);
    await expect.element(lists.nth(1)).toHaveTextContent(`${say("shared:screen.warnings")}${unread(3)}`);
    await expect.element(lists.nth(2)).toHaveTextContent(`${say("shared:screen.tickets")}${unread(2)}`);
    await expect.element(lists.nth(0)).toHaveAttribute("href", expect.stringMatching(/\/events$/));
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("with nothing unread, or no count known, the bell has no badge, and without lists there is none", async () => {
  await loadTexts("shell", "shared");
  await render(() => <Bell entries={entries} unread={{ events: 0, warnings: undefined, tickets: 0 }} notices={[]} />);
  await expect.element(page.getByRole("button", { name: say("shell:bell"), exact: true })).toHaveTextContent("");
  await render(() => <Bell entries={[]} unread={{ events: 4, warnings: 2, tickets: 1 }} notices={[]} />);
  expect(page.getByRole("button").elements()).toEqual([]);
});

test("the bell says first what concerns the person themself, and leads to where they look after it", async () => {
  await loadTexts("shell", "shared", "command-words");
  const unreadOf = { events: 0, warnings: 1, tickets: 0 };
  for (const look of looks) {
    const kind = say("command-words:news.channelNamed", {
      kind: say("command-words:news.channel.webhook"),
      name: "Control",
    });
    const text = say("command-words:news.paused", { kind });
    await render(() => <Bell entries={entries} unread={unreadOf} notices={[{ id: "n1", text }]} />, look);
    await page.getByRole("button", { name: `${say("shell:bell")}: ${unread(1)}`, exact: true }).click();
    const first = page.getByRole("menuitem").first();
    await expect.element(first).toHaveTextContent(text.replaceAll("\u00a0", " "));
    await expect.element(first).toHaveAttribute("href", expect.stringMatching(/\/users\/profile$/));
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});
