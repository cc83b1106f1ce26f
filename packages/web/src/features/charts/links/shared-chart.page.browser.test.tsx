import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { arriveWith, carriedForms } from "../../../core/i18n/carried.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { looks, type Look, render, say as sayOf } from "../../../testing/render.tsx";
import type { PublicChart } from "./public-view.tsx";
import { SharedChartPage } from "./shared-chart.page.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`charts:${key}`, values);
const midnight = Date.UTC(2026, 5, 10);
const hour = 3_600_000;
const password = "seven dry wells";

const chart: PublicChart = {
  ...{ name: "Sun at the school", t: [midnight, midnight + hour], from: midnight, to: midnight + 2 * hour },
  ...{
    zone: "UTC",
    groupBy: "hour",
    isOpen: false,
    missing: 0,
    compared: null,
    containers: [],
    thresholds: [],
    aggregates: [],
  },
  ...{ range: { kind: "fixed", from: midnight, to: midnight + 2 * hour }, csv: false },
  lines: [
    {
      ...{ id: "line-0", title: "Solar power", unit: "W", values: [100, 200], coverage: 1, ghost: null, type: "line" },
      ...{ axis: "left", plot: 0, color: null, quantity: "solar.power" },
    },
  ],
};

const refused = (code: string, status: number, headers = {}) =>
  Response.json({ status: "error", code, message: code, requestId: "r-1" }, { status, headers });

beforeEach(() => loadTexts("charts", "drawing", "ui", "shared"));
afterEach(() => {
  vi.restoreAllMocks();
  location.hash = "";
});

/** The page of a link with a password. @param toWrong What the portal answers to a wrong one. */
async function show(look: Look = {}, toWrong = () => refused("password_needed", 403)) {
  const sent: (string | undefined)[] = [];
  vi.spyOn(window, "fetch").mockImplementation(async (_, init) => {
    const given = (JSON.parse(init?.body as string) as { password?: string }).password;
    sent.push(given);
    if (given === undefined) return refused("password_needed", 403);
    return given === password ? Response.json({ status: "ok", data: chart }) : toWrong();
  });
  const client = new QueryClient();
  await render(
    () => (
      <QueryClientProvider client={client}>
        <SharedChartPage />
      </QueryClientProvider>
    ),
    look,
  );
  return sent;
}
const field = () => page.getByLabelText(say("public.password"), { exact: true });
const heading = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });

test("a link with a password asks for it in every look, and shows nothing of the chart before", async () => {
  for (const look of looks) {
    await show(look);
    await expect.element(heading(say("public.lockedTitle"))).toBeVisible();
    await expect.element(field()).toHaveFocus();
    await expect.element(page.getByRole("button", { name: say("public.print") })).not.toBeInTheDocument();
    await expectFittingWords();
    await expectAccessible();
    vi.restoreAllMocks();
  }
});

test("by the keyboard alone: nothing is sent without a password, a wrong one is said, and the right one shows the chart", async () => {
  const sent = await show();
  await expect.element(field()).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(say("public.noPassword"))).toBeVisible();
  expect(sent).toEqual([undefined]);
  await userEvent.keyboard("a guess{Enter}");
  await expect.element(page.getByText(say("public.wrong"))).toBeVisible();
  await expect.element(field()).toHaveFocus();
  // The wrong one is marked, so that the next is written over it.
  await userEvent.keyboard(`${password}{Enter}`);
  await expect.element(heading(chart.name)).toBeVisible();
  await expect.element(heading(chart.name)).toHaveFocus();
  await expect.element(field()).not.toBeInTheDocument();
  expect(sent).toEqual([undefined, "a guess", password]);
  // The tab alone knows it.
  expect(location.href).not.toContain("wells");
  expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie])).not.toContain(
    "wells",
  );
});

test("whoever gave the password is not asked for it again when the page comes in another language", async () => {
  await show();
  await field().fill(password);
  await userEvent.keyboard("{Enter}");
  await expect.element(heading(chart.name)).toBeVisible();
  const forms = carriedForms();
  // Of another link it is not the password.
  expect(forms).toEqual([[expect.stringContaining(location.hash.slice(1)), password]]);
  arriveWith(forms);
  vi.restoreAllMocks();
  const sent = await show();
  await expect.element(heading(chart.name)).toBeVisible();
  expect(sent).toEqual([password]);
});

test("after too many wrong ones it is said when to try again, and the same can be tried again then", async () => {
  let isOver = false;
  const sent = await show({}, () =>
    isOver ? refused("password_needed", 403) : refused("too_many", 429, { "Retry-After": "240" }),
  );
  await field().fill("a guess");
  await userEvent.keyboard("{Enter}");
  const alert = page.getByRole("alert");
  await expect.element(alert).toHaveTextContent(say("public.waitUntil", { time: "" }).slice(0, 24));
  expect(alert.element().textContent).toMatch(/\d{1,2}:\d{2}/);
  isOver = true;
  await page.getByRole("button", { name: say("public.open"), exact: true }).click();
  await expect.element(page.getByText(say("public.wrong"))).toBeVisible();
  expect(sent).toEqual([undefined, "a guess", "a guess"]);
});

test("the end of a time is the same below the drawing, in the table of its values and on paper", async () => {
  const to = midnight + 21.5 * hour;
  const data: PublicChart = { ...chart, to, range: { kind: "fixed", from: midnight, to } };
  vi.spyOn(window, "fetch").mockImplementation(async () => Response.json({ status: "ok", data }));
  await render(() => (
    <QueryClientProvider client={new QueryClient()}>
      <SharedChartPage />
    </QueryClientProvider>
  ));
  await expect.element(page.getByText(/^10\/06\/2026, 12:00\sam – 9:30\spm · /)).toBeVisible();
  await expect.element(page.getByText(/^Values: 10\/06\/2026, 12:00\sam – 9:30\spm \(UTC\) · /)).toBeInTheDocument();
  window.dispatchEvent(new Event("beforeprint"));
  await expect.element(page.getByText(/^10\/06\/2026, 12:00\sam – 9:30\spm \(UTC\)$/)).toBeVisible();
  window.dispatchEvent(new Event("afterprint"));
});

test("another link in the same tab shows its own chart, or that it opens nothing, and nothing of the one before", async () => {
  const sent: { token: string; password?: string }[] = [];
  vi.spyOn(window, "fetch").mockImplementation(async (_, init) => {
    const asked = JSON.parse(init?.body as string) as (typeof sent)[number];
    sent.push(asked);
    const isOpened = asked.password === password;
    if (asked.token === "school")
      return isOpened ? Response.json({ status: "ok", data: chart }) : refused("password_needed", 403);
    if (asked.token === "over") return refused("not_found", 404);
    return Response.json({ status: "ok", data: { ...chart, name: "Charge of the clinic" } });
  });
  location.hash = "#school";
  const client = new QueryClient();
  await render(() => (
    <QueryClientProvider client={client}>
      <SharedChartPage />
    </QueryClientProvider>
  ));
  await field().fill(password);
  await userEvent.keyboard("{Enter}");
  await expect.element(heading(chart.name)).toBeVisible();
  location.hash = "#clinic";
  await expect.element(heading("Charge of the clinic")).toBeVisible();
  location.hash = "#over";
  await expect.element(heading(say("public.goneTitle"))).toBeVisible();
  await expect.element(page.getByRole("button", { name: say("public.print") })).not.toBeInTheDocument();
  // The password of one link is sent with no other.
  expect(sent).toEqual([{ token: "school" }, { token: "school", password }, { token: "clinic" }, { token: "over" }]);
});

test("a day outside of what a link shows is refused with the bound, and stays in its field", async () => {
  const day = 24 * hour;
  const range = { kind: "picker", from: midnight, to: midnight + 9 * day } as const;
  const asked: unknown[] = [];
  vi.spyOn(window, "fetch").mockImplementation(async (_, init) => {
    asked.push(JSON.parse(init?.body as string));
    return Response.json({ status: "ok", data: { ...chart, to: midnight + 9 * day, range } });
  });
  location.hash = "#days";
  await render(() => (
    <QueryClientProvider client={new QueryClient()}>
      <SharedChartPage />
    </QueryClientProvider>
  ));
  const from = page.getByLabelText(sayOf("ui:period.from"), { exact: true });
  await from.fill("01/06/2026");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(sayOf("ui:date.early", { date: "10/06/2026" }))).toBeVisible();
  await expect.element(from).toHaveValue("01/06/2026");
  expect(asked).toHaveLength(1);
});

test("a part of a day is picked of what a link shows, and a time outside of it is refused with the bound", async () => {
  const [from, to] = [midnight + 6 * hour, midnight + 42 * hour];
  const range = { kind: "picker", from, to } as const;
  const asked: Partial<PublicChart>[] = [];
  vi.spyOn(window, "fetch").mockImplementation(async (_, init) => {
    const part = JSON.parse(init?.body as string) as Partial<PublicChart>;
    asked.push(part);
    return Response.json({ status: "ok", data: { ...chart, range, from: part.from ?? from, to: part.to ?? to } });
  });
  location.hash = "#hours";
  await render(() => (
    <QueryClientProvider client={new QueryClient()}>
      <SharedChartPage />
    </QueryClientProvider>
  ));
  const time = (key: string) => page.getByRole("textbox", { name: sayOf(`ui:period.${key}`), exact: true });
  await expect.element(time("fromClock")).toHaveValue("6:00\u00A0am");
  await expect.element(time("toClock")).toHaveValue("6:00\u00A0pm");
  await time("fromClock").fill("5 am");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(/10\/06\/2026, 6:00\sam\.$/)).toBeVisible();
  await expect.element(time("fromClock")).toHaveValue("5:00\u00A0am");
  expect(asked).toHaveLength(1);
  await time("fromClock").fill("8:15 am");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => asked.slice(1)).toEqual([{ token: "hours", from: midnight + 8.25 * hour, to }]);
});

test("the file of a public chart has every column that is drawn, as the legends name it, whichever its drawing", async () => {
  const [line] = chart.lines;
  const shown: PublicChart = {
    ...{ ...chart, csv: true, containers: ["Gao"], thresholds: [{ value: 150, axis: "left", plot: 0, title: "" }] },
    compared: { from: midnight - 24 * hour, to: midnight - 22 * hour, what: null },
    lines: [
      { ...line!, ghost: [50, 60] },
      { ...line!, id: "line-1", title: "Charge", unit: "percent", values: [70, 80], quantity: "battery.soc", plot: 1 },
    ],
  };
  vi.spyOn(window, "fetch").mockImplementation(async () => Response.json({ status: "ok", data: shown }));
  const files: { name: string; text: Promise<string> }[] = [];
  const urls = new Map<string, Blob>();
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    const url = `blob:${urls.size}`;
    urls.set(url, blob as Blob);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function noted(this: HTMLAnchorElement) {
    files.push({ name: this.download, text: urls.get(this.href)?.text() ?? Promise.resolve("") });
  });
  location.hash = "#files";
  await render(() => (
    <QueryClientProvider client={new QueryClient()}>
      <SharedChartPage />
    </QueryClientProvider>
  ));
  await expect.element(page.getByText("Gao", { exact: true })).toBeVisible();
  await page
    .getByRole("button", { name: say("public.csv"), exact: true })
    .first()
    .click();
  await expect.poll(() => files.length).toBe(1);
  expect(files[0]?.name).toBe("sun-at-the-school_2026-06-10.csv");
  const rows = (await files[0]!.text).replaceAll("\u00A0", " ").split("\r\n");
  expect(rows[0]?.replace(/^\uFEFF/, "")).toBe(
    "TimeStamp,Datetime,Solar power (W),Solar power (a day before) (W),Threshold 150 W (W),Charge (%)",
  );
  expect(rows[1]).toBe(`${midnight},10/06/2026 00:00:00,100,50,150,70`);
  expect(rows).toContain("Container,Gao");
  // The menu of a drawing does not offer the values a second time.
  await page
    .getByRole("button", { name: sayOf("chart:menu.label") })
    .first()
    .click();
  await expect.element(page.getByRole("menuitem", { name: sayOf("chart:menu.pngPart") })).toBeVisible();
  await expect.element(page.getByRole("menuitem", { name: sayOf("chart:menu.csvPart") })).not.toBeInTheDocument();
});
