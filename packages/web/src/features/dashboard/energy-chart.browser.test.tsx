import { readDefinitionText } from "@offgrid/contract/charts/definition-text";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { callQuery } from "../../core/api/use-call.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { fakeContainer } from "../../domain/containers/container-row.fake.ts";
import { render, say } from "../../testing/render.tsx";
import { EnergyChart } from "./energy-chart.tsx";

const dayMs = 86_400_000;
const fromMs = Date.UTC(2026, 10, 19);
const t = Array.from({ length: 7 }, (_, day) => fromMs + day * dayMs);
const energy = {
  ...{ t, values: t.map(() => 1_000), measuredHours: t.map(() => 24) },
  ...{ total: 7_000, coverage: 1, zone: "UTC", groupBy: "day" as const },
};
const zoom = { view: undefined, onView: () => {}, addressOf: () => "" };

/** With the menu of the chart open. */
async function show(containers: number): Promise<void> {
  await Promise.all([loadTexts("dashboard", "chart", "ui"), timeReady()]);
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const data = Array.from({ length: containers }, (_, index) => fakeContainer({ containerId: `c${index}` }));
  client.setQueryData(callQuery("getSitesV2", {}).queryKey, { status: "ok", total: containers, data });
  client.setQueryData(callQuery("getCurrentUserInfo", {}).queryKey, {
    status: "ok",
    info: { id: "u1", permissions: ["view", "charts"], excludes: [] },
  } as never);
  await render(() => (
    <QueryClientProvider client={client}>
      <EnergyChart
        energy={{ generation: energy, consumption: energy }}
        range={{ fromMs, toMs: fromMs + 7 * dayMs }}
        period="7_days"
        {...{ hours: undefined, zoom, beforeMs: fromMs - 7 * dayMs, forecast: undefined, connected: containers }}
        {...{ zone: "UTC", otherZones: 0, apart: { ahead: 0, behind: 0 } }}
      />
    </QueryClientProvider>
  ));
  await page.getByRole("button", { name: say("chart:menu.label") }).click();
  await expect.element(page.getByRole("menuitem", { name: say("chart:menu.csv"), exact: true })).toBeVisible();
}

const builder = () => page.getByRole("menuitem", { name: say("chart:menu.builder") });

test("the fleet's chart says whose days they are, and a chart of one's own has the energy that it shows", async () => {
  await show(2);
  await expect.element(page.getByText(say("chart:said.ownDays"))).toBeInTheDocument();
  const address = builder().element().getAttribute("href") ?? "";
  const text = new URL(address, location.href).searchParams.get("d") ?? "";
  const built = readDefinitionText(text);
  expect(built?.series).toMatchObject(["solar", "load"].map((of) => ({ metric: `${of}.power`, func: "energy" })));
  // It goes on with the time, as this one does.
  expect(built).toMatchObject({ period: "7_days" });
  expect(built).not.toHaveProperty("from");
});

test("of more containers than a chart adds up, none is offered that would be of a part of them, and it is said why", async () => {
  await show(251);
  await expect.element(page.getByText(say("dashboard:energy.tooMany", { most: 250, count: 251 }))).toBeVisible();
  await expect.element(builder()).not.toBeInTheDocument();
  await show(250);
  await expect.element(builder()).toBeVisible();
  expect(page.getByText(/at most 250/).elements()).toEqual([]);
});
