import type { CurrentUser } from "@offgrid/contract/users/users.schema";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { callQuery } from "../../core/api/use-call.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { fakeIncident } from "../../domain/incidents/incident.fake.ts";
import type { Incident } from "../../domain/incidents/incidents.data.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { looks, render, say } from "../../testing/render.tsx";
import { IncidentsView } from "./incidents.view.tsx";

const nowMs = Date.parse("2026-11-24T12:00:00Z");
const single = { cause: "single", open: 1, total: 1, containersTotal: 1, containersOpen: 1 } as const;
const listed = fakeIncident({ ...single, id: "i1", content: "Charge low" });
const linked = fakeIncident({ ...single, id: "i2", content: "Battery hot", containerName: "Kayes" });

/** Somebody who may acknowledge, with a list that was fetched and an incident that was opened by its address. */
function View({ incident }: { incident: Incident }) {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: "always", staleTime: Infinity } },
  });
  const info = { id: "u", permissions: ["view", "rules"], excludes: [] } as unknown as CurrentUser;
  client.setQueryData(callQuery("getCurrentUserInfo", {}).queryKey, { status: "ok", info } as never);
  const page1 = { status: "ok", data: [listed], total: 1, isMore: false } as const;
  client.setQueryData(callQuery("incidentList", { page: 1, pageSize: 50 }).queryKey, page1 as never);
  const detail = { status: "ok", data: { incident, warnings: [], timeline: [], changes: [] } };
  client.setQueryData(callQuery("incidentGet", { id: incident.id }).queryKey, detail as never);
  const search = { incident: incident.id };
  const list = { search, asked: search, change: () => {}, step: () => {}, put: () => {}, page: 1, toPage: () => {} };
  return (
    <QueryClientProvider client={client}>
      <IncidentsView list={list} now={nowMs} action={null} filters={null} alarms={null} openNow={undefined} />
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

test("an incident that a link leads to and that the list does not show can be looked after all the same", async () => {
  for (const look of looks.slice(0, 2)) {
    await render(() => <View incident={linked} />, look);
    const named = (key: string) => page.getByRole("button", { name: new RegExp(`^${say(key)}.*Kayes`) });
    await expect.element(named("warning-history:acts.acknowledge")).toBeVisible();
    await expect.element(page.getByRole("combobox", { name: /Kayes/ })).toBeVisible();
    await expect.element(named("warning-history:incident.merge")).toBeVisible();
    await expect
      .element(page.getByText(say("warning-history:incident.open", { count: 1 }), { exact: false }).first())
      .toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
});
