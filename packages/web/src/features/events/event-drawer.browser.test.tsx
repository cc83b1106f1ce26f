import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { readDefinitionText } from "@offgrid/contract/charts/definition-text";
import { suggestedRules } from "@offgrid/contract/warnings/suggested-rules";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { foldRepeats } from "../../domain/notifications/fold-repeats.ts";
import { fakeNotification } from "../../domain/notifications/notification.fake.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, looks, readText, render, say as sayOf } from "../../testing/render.tsx";
import { EventDrawer, type EventDrawerProps } from "./event-drawer.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`events:${key}`, values);
const nowMs = Date.parse("2026-11-24T12:00:00Z");
const hourMs = 3_600_000;
const at = (hours: number) => new Date(nowMs - hours * hourMs).toISOString();
const all = { chart: true, warnings: true, rules: true, commands: true, automations: true, tickets: true };

const raised = { code: "battery.cell_spread", level: "warning" as const, incidentId: "i1" };
const repeats = foldRepeats(
  [2, 3, 4].map((hours) =>
    fakeNotification({ id: `e${hours}`, at: at(hours), ...raised, data: { limit: 80, warningId: "w1" } }),
  ),
  () => "Cells 80",
);

/** The portal has drawn a line of a quarter hour each. */
const t = Array.from({ length: 9 }, (_, index) => nowMs - 3 * hourMs + index * 900_000);
const drawing = {
  status: "ok",
  data: {
    t,
    from: t[0],
    to: t.at(-1),
    zone: "UTC",
    groupBy: "15m",
    isOpen: false,
    lines: [
      {
        id: "s1",
        series: "s1",
        title: "Cell voltage spread",
        unit: "mV",
        values: t.map((_, index) => 60 + index * 5),
        ghost: null,
        coverage: 1,
      },
    ],
    faults: [],
  },
};

function show(props: Partial<EventDrawerProps>, look = looks[0]!) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    () => (
      <QueryClientProvider client={client}>
        <EventDrawer event={repeats[0]} now={nowMs} may={all} onClose={() => {}} {...props} />
      </QueryClientProvider>
    ),
    look,
  );
}

beforeEach(async () => {
  vi.spyOn(window, "fetch").mockImplementation(async () => new Response(JSON.stringify(drawing)));
  await Promise.all([
    loadTexts("events", "event-words", "command-words", "container-facts", "chart", "drawing", "ui", "shared"),
    timeReady(),
  ]);
});
afterEach(() => {
  vi.restoreAllMocks();
});

test("an event is opened to all that is known of it, what was measured around it, and the ways on", async () => {
  for (const look of looks) {
    await show({}, look);
    const dialog = page.getByRole("dialog");
    await expect.element(dialog).toBeVisible();
    await expect.element(dialog.getByText("battery.cell_spread", { exact: true })).toBeVisible();
    await expect.element(dialog.getByText(readText("events:drawer.repeats"), { exact: true })).toBeVisible();
    await expect.element(dialog.getByText(readText("events:says.limit"), { exact: true })).toBeVisible();
    expect(dialog.getByText("w1").elements()).toEqual([]);
    const chart = dialog.getByRole("link", { name: say("leads.chart") });
    const address = new URL(chart.element().getAttribute("href") ?? "", "http://portal");
    expect(readDefinitionText(address.searchParams.get("d") ?? "")).toMatchObject({
      from: nowMs - 3 * hourMs,
      to: nowMs - hourMs,
      series: [{ metric: "battery.cell_spread", of: { ids: ["gao"] } }],
    });
    await expect
      .element(dialog.getByRole("link", { name: say("leads.incident") }))
      .toHaveAttribute("href", expect.stringMatching(/\/warning\/history\?incident=i1$/));
    await expect.element(dialog.getByRole("region", { name: say("drawer.measured") })).toBeVisible();
    await expect.poll(() => document.querySelectorAll("canvas").length).toBeGreaterThan(0);
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("who may go nowhere reads it without dead links, and one that is not there is said to be gone", async () => {
  const none = { chart: false, warnings: false, rules: false, commands: false, automations: false, tickets: false };
  await show({ may: none });
  await expect.element(page.getByText("battery.cell_spread", { exact: true })).toBeVisible();
  expect(
    page
      .getByRole("link")
      .elements()
      .map((one) => one.textContent),
  ).toEqual(["Gao"]);
  await show({ event: undefined });
  await expect.element(page.getByText(say("drawer.goneWhy"), { exact: true })).toBeVisible();
});

test("an event is closed by its button, which is named", async () => {
  const onClose = vi.fn();
  await show({ onClose });
  await page.getByRole("button", { name: say("drawer.close") }).click();
  expect(onClose).toHaveBeenCalledOnce();
});

test("what was measured has the unit of what the event is about", async () => {
  const data = { attribute: "battery.soc", value: 67.2, threshold: 70, count: 3 };
  const [event] = foldRepeats([fakeNotification({ code: "warning.raised", data })], () => "SOC < 70");
  await show({ event });
  const says = page.getByRole("region", { name: say("drawer.says") });
  await expect.element(says).toHaveTextContent(/67\s%/);
  await expect.element(says).toHaveTextContent(/70\s%/);
  await expect.element(says).not.toHaveTextContent(/3\s%/);
});

test("what a suggested rule says in another language is said in the reader's", async () => {
  const { en, fr } = suggestedRules.find(({ key }) => key === "charge_low")!;
  const data = { content: en.ruleName, ruleName: en.ruleName, note: en.note };
  const [event] = foldRepeats([fakeNotification({ code: "warning.raised", data })], () => fr.ruleName);
  await show({ event }, looks[1]);
  const says = page.getByRole("region", { name: say("drawer.says") });
  await expect.element(says.getByText(fr.note, { exact: true })).toBeVisible();
  await expect.element(says).toHaveTextContent(fr.ruleName);
  await expect.element(says).not.toHaveTextContent(en.note);
});
