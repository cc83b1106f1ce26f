import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { fakeIncident } from "../../domain/incidents/incident.fake.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { looks, render, say } from "../../testing/render.tsx";
import { IncidentsView } from "./incidents.view.tsx";
import type { HistorySearch } from "./warnings.search.ts";
import { WarningsView } from "./warnings.view.tsx";

const nowMs = Date.parse("2026-11-24T12:00:00Z");
const minute = 60_000;
const incident = fakeIncident({ id: "i1", cause: "single", open: 1, total: 1, containersTotal: 1, containersOpen: 1 });

/** Without a network, and with what the dashboard was answered twelve minutes ago. */
function leftDashboard(incidents: readonly (typeof incident)[] | undefined): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: "always" } } });
  const answer = incidents && { status: "ok", data: incidents, total: incidents.length, isMore: false };
  client.setQueryData(["incidentList", { state: "going_on", pageSize: 200 }], answer, {
    updatedAt: nowMs - 12 * minute,
  });
  return client;
}

function View({ client, search }: { client: QueryClient; search: HistorySearch }) {
  const Shown = search.view === "warnings" ? WarningsView : IncidentsView;
  const list = { search, asked: search, change: () => {}, step: () => {}, put: () => {}, page: 1, toPage: () => {} };
  return (
    <QueryClientProvider client={client}>
      <Shown
        list={list}
        now={nowMs}
        action={null}
        filters={<p>Gao 7</p>}
        notices={null}
        alarms={null}
        openNow={undefined}
      />
    </QueryClientProvider>
  );
}

beforeEach(async () => {
  vi.spyOn(window, "fetch").mockRejectedValue(new TypeError("Failed to fetch"));
  await Promise.all([
    loadTexts("warning-history", "incidents", "automation-words", "container", "container-facts", "ui", "shared"),
    timeReady(),
  ]);
});
afterEach(() => {
  vi.restoreAllMocks();
});

test("without a network the history lists what the dashboard showed, as old as it is, and says that it is not all", async () => {
  for (const look of looks.slice(0, 2)) {
    const client = leftDashboard([incident]);
    await render(() => <View client={client} search={{ incident: "i1" }} />, look);
    await expect
      .element(page.getByRole("region", { name: say("warning-history:incident.goingOn", { count: 1 }) }))
      .toBeVisible();
    await expect.element(page.getByText(/12\smin/).first()).toBeVisible();
    // Only what was never opened is not there, and says so.
    await expect.poll(() => page.getByText(say("ui:async.away"), { exact: true }).elements().length).toBe(1);
    await expectFittingWords();
    await expectAccessible();
  }
});

test("that nothing went on when the dashboard was left is no missing list", async () => {
  await render(() => <View client={leftDashboard([])} search={{}} />);
  await expect.element(page.getByText(/12\smin/).first()).toBeVisible();
  await expect.poll(() => page.getByText(say("ui:async.away"), { exact: true }).elements()).toEqual([]);
});

test("a list of which nothing was ever shown says once that it is not on this device", async () => {
  await render(() => <View client={leftDashboard(undefined)} search={{}} />);
  await expect.poll(() => page.getByText(say("ui:async.away"), { exact: true }).elements().length).toBe(1);
});

test("single warnings without a network are those that opened incidents showed, as old as they are, under title and filters", async () => {
  const warning = {
    id: "w1",
    ruleId: "r1",
    ruleName: "Charge",
    containerId: "gao",
    containerName: "Gao",
    severity: "critical",
    content: "Charge low",
    attribute: "battery.soc",
    value: 9,
    raisedBy: null,
    note: "",
    raisedAt: new Date(nowMs - 60 * minute).toISOString(),
    clearedAt: null,
    closeReason: null,
    blindSince: null,
    acknowledgedBy: null,
    acknowledgedUntil: null,
    acknowledgeNote: null,
    feedback: null,
    outcome: null,
    mutedUntil: null,
    read: true,
  };
  for (const look of looks.slice(0, 2)) {
    const client = leftDashboard([incident]);
    client.setQueryData(
      ["incidentGet", { id: "i1" }],
      { status: "ok", data: { incident, warnings: [warning], timeline: [], changes: [] } },
      { updatedAt: nowMs - 7 * minute },
    );
    await render(() => <View client={client} search={{ view: "warnings" }} />, look);
    await expect.element(page.getByRole("heading", { level: 1 })).toHaveTextContent(say("shared:screen.warnings"));
    await expect.element(page.getByText("Charge low", { exact: true })).toBeVisible();
    await expect.element(page.getByText(/7\smin/)).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
  await render(() => <View client={leftDashboard(undefined)} search={{ view: "warnings" }} />);
  await expect.element(page.getByText(say("ui:async.away"), { exact: true })).toBeVisible();
  await expect.element(page.getByText("Gao 7", { exact: true })).toBeVisible();
});
