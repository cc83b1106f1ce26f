import { ChartDefinition } from "@offgrid/contract/charts/chart-definition.schema";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import type { ChartLink, SavedChart } from "../../../domain/charts/charts.data.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { timeReady } from "../../../core/time.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { type Look, looks, render, say as sayOf } from "../../../testing/render.tsx";
import { ShareDialog } from "./share-dialog.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`charts:${key}`, values);
const at = "2026-06-10T00:00:00.000Z";
const midnight = Date.parse(at);

const definition = ChartDefinition.parse({
  name: "Sun",
  groupBy: "hour",
  series: [{ id: "a", kind: "metric", metric: "solar.power", of: { kind: "containers", ids: ["gao"] } }],
});
const chart: SavedChart = {
  ...{ id: "c-1", definition, version: 1, owner: { name: "Amina" }, isOwn: true, readers: null, links: 0 },
  ...{ createdAt: at, updatedAt: at },
};
const range = { kind: "fixed", from: midnight, to: midnight + 3_600_000 } as const;
const preview = {
  ...{ name: "Sun", t: [], from: range.from, to: range.to, zone: "UTC", groupBy: "hour", isOpen: false, lines: [] },
  ...{ missing: 0, compared: null, containers: [], thresholds: [], aggregates: [], range, csv: false },
};
const drawn = {
  ...{ t: [], from: midnight, to: midnight + 3_600_000, zone: "Africa/Niamey", groupBy: "hour", tier: "rollups" },
  ...{ isOpen: false, lines: [], faults: [], compared: null },
};
const link = (more: Partial<ChartLink>): ChartLink => ({
  ...{ id: "l-1", chartId: "c-1", chart: "Sun", zone: "Africa/Niamey", hint: "abcd", range },
  ...{ names: false, csv: false, compared: null, hasPassword: false },
  ...{ createdAt: at, expiresAt: "2027-06-10T00:00:00.000Z", lastUsedAt: null, uses: 0 },
  ...{ isOutdated: false, isOfEarlierRole: false, isExpired: false },
  ...more,
});

beforeEach(async () => {
  await timeReady();
  await loadTexts("charts", "drawing", "ui", "shared");
});
afterEach(() => vi.restoreAllMocks());

/** The dialog of a chart with these links. @returns what the portal is asked to make, and to end */
async function show(links: readonly ChartLink[] = [], known = "", shared = chart, look: Look = {}) {
  const made: Record<string, unknown>[] = [];
  const asked: string[] = [];
  const revoked: unknown[] = [];
  vi.spyOn(window, "fetch").mockImplementation(async (url, init) => {
    const name = (url instanceof Request ? url.url : url.toString()).split("/").at(-1);
    const body = init?.body as string;
    if (name === "setChartToken") {
      const { password } = JSON.parse(body) as { password?: string };
      if (known !== "" && password === known) {
        const fields = { password: "It is too well known." };
        return Response.json(
          { status: "error", code: "bad_input", message: "-", fields, requestId: "r-1" },
          { status: 400 },
        );
      }
      made.push(JSON.parse(body) as Record<string, unknown>);
      return Response.json({ status: "ok", data: { id: "l-9", token: "the-token", url: "/x", expiresAt: at } });
    }
    asked.push(body);
    if (name === "chartTokenRevoke") revoked.push(JSON.parse(body));
    const containers = [
      { containerId: "gao", name: "Gao water works" },
      { containerId: "ansongo", name: "Ansongo" },
    ];
    const data: Record<string, unknown> = {
      chartTokenList: links,
      chartTokenPreview: preview,
      getSitesV2: containers,
      chartDraw: drawn,
    };
    return Response.json({ status: "ok", total: 0, data: data[name ?? ""] ?? [] });
  });
  const client = new QueryClient();
  await render(
    () => (
      <QueryClientProvider client={client}>
        <ShareDialog chart={shared} onClose={() => {}} />
      </QueryClientProvider>
    ),
    look,
  );
  return { made, asked, revoked };
}
const make = () => page.getByRole("button", { name: say("share.make"), exact: true });
const field = () => page.getByLabelText(say("share.password"), { exact: true });

test("a link may be made with a password of eight characters, which is shown once beside it", async () => {
  const { made, asked } = await show();
  await field().fill("7 wells");
  // Whoever would make it is told at the field why that cannot be, and stands there.
  await make().click();
  await expect.element(page.getByText(say("share.passwordShort", { count: 8 }))).toBeVisible();
  await make().click();
  await expect.element(field()).toHaveFocus();
  expect(made).toEqual([]);
  await page.getByLabelText(say("share.csv")).click();
  await field().fill("seven dry wells");
  await make().click();
  await expect.element(page.getByLabelText(say("share.itsPassword"), { exact: true })).toHaveValue("seven dry wells");
  // It is what one came for.
  const url = page.getByLabelText(say("share.url"), { exact: true });
  await expect.element(url).toHaveFocus();
  await expect.element(url).toBeInViewport();
  await expect
    .element(page.getByLabelText(say("share.url"), { exact: true }))
    .toHaveValue(expect.stringMatching(/\/shared-chart#the-token$/));
  expect(made).toMatchObject([{ chartId: "c-1", csv: true, password: "seven dry wells" }]);
  // The portal draws what people will see without it.
  expect(asked.join()).not.toContain("wells");
});

test("what makes the link is in sight from the beginning, and so is what copies it, without scrolling", async () => {
  for (const [width, height] of [
    [1280, 480],
    [400, 600],
  ] as const) {
    await page.viewport(width, height);
    await show();
    await expect.element(page.getByText(say("nothingDrawn"))).toBeInTheDocument();
    await expect.element(make()).toBeInViewport({ ratio: 1 });
    await make().click();
    await expect.element(page.getByText(say("share.once"))).toBeInViewport({ ratio: 1 });
    await expect
      .element(page.getByRole("button", { name: say("share.copy"), exact: true }))
      .toBeInViewport({ ratio: 1 });
    vi.restoreAllMocks();
  }
});

test("a password that the portal finds too well known is said at its field, and another one makes the link", async () => {
  const { made } = await show([], "password1234");
  await field().fill("password1234");
  await make().click();
  await expect.element(page.getByText(say("share.passwordKnown"))).toBeVisible();
  await expect.element(field()).toHaveAttribute("aria-invalid", "true");
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  await field().fill("seven dry wells");
  await expect.element(page.getByText(say("share.passwordKnown"))).not.toBeInTheDocument();
  await make().click();
  await expect.element(page.getByLabelText(say("share.itsPassword"), { exact: true })).toHaveValue("seven dry wells");
  expect(made).toHaveLength(1);
});

test("a link without a password is made as before, and the list says which links have one", async () => {
  const { made } = await show([link({ hasPassword: true }), link({ id: "l-2", hint: "efgh" })]);
  const items = page.getByRole("listitem");
  await expect.element(items.nth(0)).toHaveTextContent(say("share.withPassword"));
  await expect.element(items.nth(1)).not.toHaveTextContent(say("share.withPassword"));
  await make().click();
  await expect.element(page.getByLabelText(say("share.url"), { exact: true })).toBeVisible();
  await expect.element(page.getByLabelText(say("share.itsPassword"), { exact: true })).not.toBeInTheDocument();
  expect(made).toHaveLength(1);
  expect(made[0]).not.toHaveProperty("password");
});

test("the title stands in what people see, and where it names a container that the series do not, that is said", async () => {
  const name = "Power and charge, Gao Water Works";
  await show([], "", { ...chart, definition: { ...definition, name } });
  const seen = page.getByRole("region", { name: say("share.preview") });
  await expect.element(seen.getByText(name, { exact: true })).toBeVisible();
  const said = seen.getByText(say("share.titleTells", { names: "Gao water works" }));
  await expect.element(said).toBeVisible();
  await page.getByLabelText(say("share.names")).click();
  await expect.element(said).not.toBeInTheDocument();
});

test("nothing is said of a title that names no container of the chart", async () => {
  await show([], "", { ...chart, definition: { ...definition, name: "Sun of Ansongo" } });
  await page.getByLabelText(say("share.names")).click();
  await page.getByLabelText(say("share.names")).click();
  await expect.element(page.getByText("Sun of Ansongo", { exact: true })).toBeVisible();
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
});

test("what a link shows is written as its language writes a colon", async () => {
  await show([link({ range })], "", chart, { language: "fr" });
  await expect.element(page.getByRole("listitem")).toBeVisible();
  expect(page.getByRole("listitem").element().textContent).toContain("Une période fixe\u00a0: ");
});

test("a rolling time is called by its length, and is at first as long as that of the chart", async () => {
  for (const [period, hours, en, fr] of [
    ["today", 24, "Last 24 hours", "24 dernières heures"],
    ["week", 168, "Last 7 days", "7 derniers jours"],
    ["30_days", 720, "Last 30 days", "30 derniers jours"],
    ["begin_of_year", 8_760, "Last 365 days", "365 derniers jours"],
  ] as const) {
    const { made } = await show([link({ range: { kind: "rolling", hours } })], "", {
      ...chart,
      definition: { ...definition, period },
    });
    const chosen = page.getByLabelText(say("share.range"), { exact: true });
    await expect.element(chosen).toHaveTextContent(en);
    await expect.element(chosen).toHaveValue(String(hours));
    await expect.element(page.getByRole("listitem")).toHaveTextContent(`abcd… · ${en}`);
    await make().click();
    await expect.poll(() => made).toMatchObject([{ range: { kind: "rolling", hours } }]);
    await show([link({ range: { kind: "rolling", hours } })], "", chart, { language: "fr" });
    await expect.element(page.getByRole("listitem")).toHaveTextContent(`abcd… · ${fr}`);
  }
});

test("the days that a link shows are chosen, and listed, by the clocks of where the chart was measured", async () => {
  // The 29th of November in Agadez, where the day begins at 23:00 UTC.
  const [from, to] = [Date.parse("2026-11-28T23:00:00Z"), Date.parse("2026-11-29T23:00:00Z")];
  const ofDay = { ...chart, definition: { ...definition, period: "custom" as const, from, to } };
  const { made } = await show([link({ range: { kind: "fixed", from, to } })], "", ofDay);
  await expect.element(page.getByRole("listitem")).toHaveTextContent(": 29/11/2026");
  // Whoever chose a time for the chart is offered that one first.
  await expect.element(page.getByLabelText(say("share.range"), { exact: true })).toHaveValue("fixed");
  await expect.element(page.getByLabelText(sayOf("ui:period.from"), { exact: true })).toHaveValue("29/11/2026");
  await expect.element(page.getByLabelText(sayOf("ui:period.to"), { exact: true })).toHaveValue("29/11/2026");
  await make().click();
  await expect.poll(() => made).toMatchObject([{ range: { kind: "fixed", from, to } }]);
});

test("the times of day at which a link begins and ends are chosen, and listed", async () => {
  const [from, to] = [Date.parse("2026-11-28T17:00:00Z"), Date.parse("2026-11-29T20:30:00Z")];
  const ofHours = { ...chart, definition: { ...definition, period: "custom" as const, from, to } };
  const { made } = await show([link({ range: { kind: "fixed", from, to } })], "", ofHours);
  await expect.element(page.getByRole("listitem")).toHaveTextContent(/28\/11\/2026, 6:00\spm – 29\/11\/2026, 9:30\spm/);
  const end = page.getByLabelText(sayOf("ui:period.toClock"), { exact: true });
  await expect.element(page.getByLabelText(sayOf("ui:period.fromClock"), { exact: true })).toHaveValue("6:00 pm");
  await expect.element(end).toHaveValue("9:30 pm");
  await end.fill("8:15 pm");
  await userEvent.keyboard("{Tab}");
  await make().click();
  const later = Date.parse("2026-11-29T19:15:00Z");
  await expect.poll(() => made).toMatchObject([{ range: { kind: "fixed", from, to: later } }]);
});

test("all links of a chart are ended at one act only once whoever asks for it has read how many they are", async () => {
  const { revoked } = await show([link({}), link({ id: "l-2", hint: "efgh" })]);
  const revokeAll = () => page.getByRole("button", { name: say("share.revokeAll"), exact: true });
  await revokeAll().click();
  const question = page.getByRole("dialog", { name: say("share.revokeAllAsk", { count: 2 }) });
  await expect.element(question).toBeVisible();
  await question.getByRole("button", { name: sayOf("ui:form.cancel"), exact: true }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(revoked).toEqual([]);
  await revokeAll().click();
  await question.getByRole("button", { name: say("share.revokeAll"), exact: true }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(revoked).toEqual([{ chartId: "c-1" }]);
});

const comparedWith = (kind: "previous" | "week" | "year"): SavedChart => ({
  ...chart,
  definition: { ...definition, compare: { kind } },
});
const compared = (what: string) => page.getByLabelText(say("share.compared", { what }), { exact: true });

test("the time that a chart is compared with is in a link only if its maker ticks it, with the days that people see then", async () => {
  // Two days of Agadez, where the day begins at 23:00 UTC.
  const [from, to] = [Date.parse("2026-11-22T23:00:00Z"), Date.parse("2026-11-24T23:00:00Z")];
  const shared = comparedWith("week");
  const { made, asked } = await show([], "", {
    ...shared,
    definition: { ...shared.definition, period: "custom", from, to },
  });
  await page.getByLabelText(say("share.range"), { exact: true }).selectOptions("fixed");
  const choice = compared("16/11/2026 to 17/11/2026");
  await expect.element(choice).not.toBeChecked();
  await make().click();
  await expect.poll(() => made).toMatchObject([{ range: { kind: "fixed", from, to } }]);
  expect(made[0]).not.toHaveProperty("compared");
  expect(asked.join()).not.toContain("compared");
  await choice.click();
  // What people see is asked for with it.
  await expect.poll(() => asked.filter((body) => body.includes(`"compared":"week"`))).toHaveLength(1);
});

test("for the last days, and any part of a time, it is said in words how far back people see then", async () => {
  const { made } = await show([], "", comparedWith("previous"));
  const choice = compared(say("share.comparedWith.previous"));
  await expect.element(choice).toBeVisible();
  await page.getByLabelText(say("share.range"), { exact: true }).selectOptions("168");
  await expect.element(page.getByText(say("share.comparedWhy.rolling", { count: 14 }), { exact: true })).toBeVisible();
  await page.getByLabelText(say("share.range"), { exact: true }).selectOptions("picker");
  await expect.element(page.getByText(say("share.comparedWhy.picker", { date: "" }).slice(0, 22))).toBeVisible();
  // A part of a day is compared with that part of the day before.
  await compared(say("share.comparedWith.sameHours")).click();
  await make().click();
  await expect.poll(() => made).toMatchObject([{ range: { kind: "picker" }, compared: "previous" }]);
});

test("nothing is asked about a chart that is compared with nothing, or with another container", async () => {
  const other = { kind: "container", containerId: "ansongo" } as const;
  for (const compare of [{ kind: "none" } as const, other]) {
    const { made } = await show([], "", { ...chart, definition: { ...definition, compare } });
    await make().click();
    await expect.poll(() => made).toHaveLength(1);
    expect(page.getByRole("checkbox").elements()).toHaveLength(2);
    vi.restoreAllMocks();
  }
});

test("a link that is given its chart anew keeps what was chosen for it", async () => {
  const { made } = await show([link({ isOutdated: true, compared: "week", csv: true })], "", comparedWith("week"));
  const what = say("share.comparedWith.week");
  await expect.element(page.getByRole("listitem")).toHaveTextContent(say("share.withCompared", { what }));
  await page.getByRole("button", { name: say("share.update"), exact: true }).click();
  await expect.poll(() => made).toMatchObject([{ id: "l-1", chartId: "c-1", range, csv: true, compared: "week" }]);
});

test("the dialog of a chart that is compared with an earlier time is good in every look, for each kind of time", async () => {
  for (const look of looks) {
    await show([link({ compared: "year", hasPassword: true })], "", comparedWith("previous"), look);
    const kind = page.getByLabelText(say("share.range"), { exact: true });
    for (const value of ["rolling", "fixed", "picker"] as const) {
      await kind.selectOptions(value === "rolling" ? "168" : value);
      const said = page.getByText(say(`share.comparedWhy.${value}`, { date: "", count: 14 }).slice(0, 22));
      await expect.element(said).toBeVisible();
      await expectFittingWords();
    }
    await expectAccessible();
    vi.restoreAllMocks();
  }
});
