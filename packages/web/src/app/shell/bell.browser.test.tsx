import { menu } from "@offgrid/contract/core/menu";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { ApiError } from "../../core/api/api-error.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { fakeNotification } from "../../domain/notifications/notification.fake.ts";
import { timeReady } from "../../core/time.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { tokenColor } from "../../testing/token-color.ts";
import { axeLooks, looks, render, say } from "../../testing/render.tsx";
import { Bell, type BellProps } from "./bell.tsx";
import { Menu } from "@mantine/core";
import { NewsList } from "./bell-news.tsx";

const entries = menu.filter(({ badge }) => badge !== undefined);
const asOf = "2026-11-24T12:00:00.000Z";
const asked: [name: string, input: unknown][] = [];

const grave = fakeNotification({
  id: "w1",
  type: "warning",
  code: "warning.raised",
  level: "critical",
  data: { content: "SOC < 10" },
  incidentId: "i1",
  containerName: "Kayes",
  at: "2026-11-24T11:50:00.000Z",
});

/** What the portal answers, by call. */
const answers: Record<string, unknown> = {
  getNotifications: {
    data: [
      fakeNotification({ id: "e9", code: "generator.started", at: "2026-11-24T11:58:00.000Z" }),
      grave,
      ...[1, 2].map((id) => fakeNotification({ id: `d${id}`, at: "2026-11-24T11:00:00.000Z", read: true })),
      ...[3, 4, 5, 6, 7].map((id) => fakeNotification({ id: `d${id}`, containerId: `c${id}`, read: true })),
    ],
    total: 9,
    isMore: false,
  },
  graveUnread: { data: [grave], total: 1, isMore: false },
  getUnreadNotificationCount: { count: 95, asOf },
  getWarningUnreadCount: { count: 3, asOf },
  maskAllNotificationAsRead: { count: 0 },
  maskAllWarningAsRead: { count: 0 },
};

beforeEach(async () => {
  asked.length = 0;
  vi.spyOn(window, "fetch").mockImplementation(async (url, init) => {
    const name = (url instanceof Request ? url.url : String(url)).split("/").at(-1) ?? "";
    const input: { unread?: true } = typeof init?.body === "string" ? JSON.parse(init.body) : {};
    asked.push([name, input]);
    const answer = input.unread ? answers["graveUnread"] : answers[name];
    return Response.json({ status: "ok", ...(answer as object) });
  });
  await Promise.all([loadTexts("shell", "shared", "event-words", "command-words"), timeReady()]);
});
afterEach(() => {
  vi.restoreAllMocks();
});

function Shown({
  counts = { events: 95, warnings: 3, tickets: 2 },
  own = entries,
  notices = [],
}: {
  counts?: BellProps["unread"];
  own?: BellProps["entries"];
  notices?: BellProps["notices"];
}) {
  return (
    <QueryClientProvider client={new QueryClient()}>
      <Bell entries={own} unread={counts} notices={notices} />
    </QueryClientProvider>
  );
}

const unread = (count: number) => say("shell:unread", { count });

test("the bell counts what is not read of events, warnings and tickets, up to 99+, and leads to each", async () => {
  for (const look of looks) {
    await render(() => <Shown />, look);
    const bell = page.getByRole("button", { name: `${say("shell:bell")}: ${unread(100)}`, exact: true });
    await expect.element(bell).toHaveTextContent("99+");
    // Whoever does not open it asks for nothing.
    expect(asked).toEqual([]);
    await bell.click();
    const lists = page.getByRole("menuitem");
    await expect.element(lists.nth(0)).toHaveTextContent(`${say("shared:screen.events")}${unread(95)}`);
    await expect.element(lists.nth(1)).toHaveTextContent(`${say("shared:screen.warnings")}${unread(3)}`);
    await expect.element(lists.nth(2)).toHaveTextContent(`${say("shared:screen.tickets")}${unread(2)}`);
    await expect.element(lists.nth(0)).toHaveAttribute("href", expect.stringMatching(/\/events$/));
    // Below them what happened last, the repeats of it once.
    const news = page.getByRole("menuitem", { name: /Gao|Kayes/ });
    await expect.poll(() => news.elements().length).toBe(6);
    // What is grave and not read stands first.
    await expect.element(news.nth(1)).toHaveTextContent(say("command-words:news.codes.generator_started"));
    await expect.element(news.nth(1)).toHaveTextContent(say("shell:news.unread"));
    await expect.element(news.nth(1)).toHaveAttribute("href", expect.stringMatching(/\/events\?event=e9$/));
    await expect.element(news.nth(0)).toHaveTextContent(/SOC < 10.*Kayes/);
    await expect
      .element(news.nth(0))
      .toHaveAttribute("href", expect.stringMatching(/\/warning\/history\?incident=i1$/));
    await expect.element(news.nth(2)).toHaveTextContent(say("shell:news.times", { count: 2 }));
    await expect.element(news.nth(2)).not.toHaveTextContent(say("shell:news.unread"));
    await expect
      .element(page.getByRole("menuitem", { name: say("shell:news.all"), exact: true }))
      .toHaveAttribute("href", expect.stringMatching(/\/events$/));
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    await userEvent.keyboard("{Escape}");
    asked.length = 0;
  }
});

test("all that the bell counts is marked as read from it, by keyboard, and what came later is not", async () => {
  await render(() => <Shown />);
  page.getByRole("button").element().focus();
  await userEvent.keyboard("{Enter}");
  const all = page.getByRole("menuitem", { name: say("shell:news.readAll"), exact: true });
  await expect.element(all).toBeVisible();
  // From the first upwards is the last, which leads to all events.
  await expect.element(page.getByRole("menuitem").first()).toHaveFocus();
  await userEvent.keyboard("{ArrowUp}{ArrowUp}");
  await expect.element(all).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  const marks = () => asked.filter(([name]) => name.startsWith("maskAll"));
  await expect.poll(marks).toEqual([
    ["maskAllNotificationAsRead", { until: asOf }],
    ["maskAllWarningAsRead", { until: asOf }],
  ]);
});

test("what is critical and not read is asked for by itself, said with its number and listed first, however old", async () => {
  const bamba = { containerId: "bamba", containerName: "Bamba", at: "2026-11-22T09:00:00.000Z" };
  vi.mocked(window.fetch).mockImplementation(async (url, init) => {
    const name = (url instanceof Request ? url.url : String(url)).split("/").at(-1) ?? "";
    const input = typeof init?.body === "string" ? JSON.parse(init.body) : {};
    const isGrave = name === "getNotifications" && input.unread === true && input.level === "critical";
    const old = { data: [{ ...grave, id: "old", ...bamba }], total: 4, isMore: false };
    return Response.json({ status: "ok", ...(isGrave ? old : (answers[name] as object)) });
  });
  for (const look of looks) {
    await render(() => <Shown />, look);
    await page.getByRole("button").click();
    await expect.element(page.getByText(say("shell:news.unreadGrave", { count: 4 }), { exact: true })).toBeVisible();
    const news = page.getByRole("menuitem", { name: /Gao|Kayes|Bamba/ });
    await expect.element(news.nth(0)).toHaveTextContent(/Kayes/);
    await expect.element(news.nth(1)).toHaveTextContent(/SOC < 10.*Bamba/);
    await expectFittingWords();
    await userEvent.keyboard("{Escape}");
  }
});

test("a critical warning that is not read stands before whatever came after it", async () => {
  const warning = {
    type: "warning",
    code: "warning.raised",
    level: "critical",
    at: "2026-11-24T09:00:00.000Z",
  } as const;
  const newer = [1, 2, 3, 4, 5, 6, 7].map((id) =>
    fakeNotification({ id: `d${id}`, containerId: `c${id}`, containerName: `Gao ${id}`, read: true }),
  );
  const older = (id: string, read: boolean) =>
    fakeNotification({ ...warning, id, read, containerId: id, containerName: id, data: { content: "SOC < 10" } });
  const data = [...newer, older("Kayes", true), older("Bamba", false)];
  await render(() => (
    <Menu opened>
      <Menu.Target>
        <button type="button">Bell</button>
      </Menu.Target>
      <Menu.Dropdown>
        <NewsList news={{ data, error: null, isFetching: false, refetch: vi.fn() }} now={Date.parse(asOf)} />
      </Menu.Dropdown>
    </Menu>
  ));
  const news = page.getByRole("menuitem");
  await expect.poll(() => news.elements().length).toBe(6);
  await expect.element(news.nth(0)).toHaveTextContent(/SOC < 10.*Bamba/);
  await expect.element(news.nth(1)).toHaveTextContent(/Gao 1/);
});

test("whoever sees only one of the lists is told of that alone", async () => {
  const own = entries.filter(({ badge }) => badge === "warnings");
  await render(() => <Shown own={own} />);
  await page.getByRole("button").click();
  await expect.poll(() => asked.find(([name]) => name === "getNotifications")?.[1]).toMatchObject({ type: "warning" });
  await expect.element(page.getByRole("menuitem", { name: /Kayes/ })).toBeVisible();
  expect(page.getByRole("menuitem", { name: say("shell:news.all"), exact: true }).elements()).toEqual([]);
});

test("the bell says that nothing happened, that it loads, that it could not, and that there is no connection", async () => {
  const pending = { data: undefined, error: null, isFetching: true, refetch: () => asked.push(["again", undefined]) };
  const failure = (code: "internal" | "unreachable") =>
    new ApiError({ code, status: code === "internal" ? 500 : 0, message: code });
  const states = {
    none: { ...pending, data: [], isFetching: false },
    loading: pending,
    notLoaded: { ...pending, error: failure("internal"), isFetching: false },
    away: { ...pending, error: failure("unreachable"), isFetching: false },
    outdated: { ...pending, data: [fakeNotification({})], error: failure("unreachable"), isFetching: false },
  };
  for (const look of looks)
    for (const [name, news] of Object.entries(states)) {
      await render(
        () => (
          <Menu opened withinPortal={false} withInitialFocusPlaceholder={false} width={320}>
            <Menu.Target>
              <button type="button">7</button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item>7</Menu.Item>
              <NewsList news={news} now={Date.parse(asOf)} />
            </Menu.Dropdown>
          </Menu>
        ),
        look,
      );
      await expect.element(page.getByText(say(`shell:news.${name}`), { exact: true })).toBeInTheDocument();
      await expectFittingWords();
      if (axeLooks.has(look)) await expectAccessible();
      if (name === "notLoaded") await page.getByRole("menuitem", { name: say("shell:news.retry") }).click();
    }
  expect(asked).toHaveLength(looks.length);
});

test("with nothing unread, or no count known, the bell has no badge, and without lists there is none", async () => {
  await render(() => <Shown counts={{ events: 0, warnings: undefined, tickets: 0 }} />);
  await expect.element(page.getByRole("button", { name: say("shell:bell"), exact: true })).toHaveTextContent("");
  await render(() => <Shown own={[]} />);
  expect(page.getByRole("button").elements()).toEqual([]);
});

test("a count that could not be asked is not 0: bell and list say that it is not known, beside those that are", async () => {
  await render(() => <Shown counts={{ events: "unknown", warnings: undefined, tickets: 0 }} />);
  const unknown = say("shell:unread_unknown");
  const bell = page.getByRole("button", { name: `${say("shell:bell")}: ${unknown}`, exact: true });
  await expect.element(bell).toHaveTextContent("?");
  const fill = () => getComputedStyle(page.getByText(/^[?3]$/).element()).backgroundColor;
  expect(fill()).toBe(tokenColor("--og-muted"));
  await bell.click();
  await expect.element(page.getByRole("menuitem").getByText(unknown)).toBeVisible();
  await render(() => <Shown counts={{ events: "unknown", warnings: 3, tickets: 0 }} />);
  await expect.element(page.getByRole("button", { name: `${say("shell:bell")}: ${unread(3)}` })).toHaveTextContent("3");
  expect(fill()).toBe(tokenColor("--og-danger-fill"));
});

test("the bell says first what concerns the person themself, and leads to where they look after it", async () => {
  const unreadOf = { events: 0, warnings: 1, tickets: 0 };
  for (const look of looks) {
    const kind = say("command-words:news.channelNamed", {
      kind: say("command-words:news.channel.webhook"),
      name: "Control",
    });
    const text = say("command-words:news.paused", { kind });
    await render(() => <Shown counts={unreadOf} notices={[{ id: "e9", text }]} />, look);
    await page.getByRole("button", { name: `${say("shell:bell")}: ${unread(1)}`, exact: true }).click();
    const first = page.getByRole("menuitem").first();
    await expect.element(first).toHaveTextContent(text.replaceAll("\u00a0", " "));
    await expect.element(first).toHaveAttribute("href", expect.stringMatching(/\/users\/profile$/));
    // What stands there is not said again below.
    await expect.element(page.getByRole("menuitem", { name: /Kayes/ })).toBeVisible();
    expect(page.getByText(say("command-words:news.codes.generator_started")).elements()).toEqual([]);
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});
