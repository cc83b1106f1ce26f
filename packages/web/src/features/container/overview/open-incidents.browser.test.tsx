import type { CurrentUser } from "@offgrid/contract/users/users.schema";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { callQuery } from "../../../core/api/use-call.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { timeReady } from "../../../core/time.ts";
import { fakeIncident } from "../../../domain/incidents/incident.fake.ts";
import { render, say } from "../../../testing/render.tsx";
import type { TabProps } from "../tabs/container-tabs.ts";
import { OpenIncidentsSection } from "./open-incidents.section.tsx";

const nowMs = Date.parse("2026-11-24T12:00:00Z");
const cut = { id: "w1", containerName: "Gao", content: "Loads are cut", attribute: null, value: null, raisedBy: null };

test("each open warning of a container is named, whatever incident it is part of", async () => {
  await Promise.all([loadTexts("incidents", "container-facts", "ui"), timeReady()]);
  const incident = fakeIncident({
    cause: "cut",
    content: "Charge low",
    worst: cut,
    open: 3,
    total: 4,
    containersTotal: 2,
  });
  const warning = (content: string, more: object = {}) => ({
    id: content,
    content,
    containerId: "gao",
    clearedAt: null,
    ...more,
  });
  const warnings = [
    warning("Loads are cut"),
    warning("Charge low"),
    warning("Battery hot", { clearedAt: "2026-11-24T11:00:00.000Z" }),
    warning("Door open", { containerId: "kayes" }),
  ];
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const know = (key: readonly unknown[], answer: object) =>
    client.setQueryData(key, { status: "ok", ...answer } as never);
  const info = { id: "u", permissions: ["view"], excludes: [] } as unknown as CurrentUser;
  know(callQuery("getCurrentUserInfo", {}).queryKey, { info });
  const asked = { state: "going_on", containerId: "gao", pageSize: 20 } as const;
  know(callQuery("incidentList", asked).queryKey, { data: [incident], total: 1, isMore: false });
  know(callQuery("incidentGet", { id: incident.id }).queryKey, {
    data: { incident, warnings, timeline: [], changes: [] },
  });
  const container = { containerId: "gao", name: "Gao", zoneName: "Africa/Bamako", values: {}, everyS: 10 };
  await render(() => (
    <QueryClientProvider client={client}>
      <OpenIncidentsSection info={container as unknown as TabProps["info"]} now={nowMs} />
    </QueryClientProvider>
  ));
  await expect.element(page.getByText("and 1 more: Charge low", { exact: true })).toBeVisible();
});

test("incidents that cannot be loaded are not over: the card keeps their number, says so and asks again", async () => {
  await Promise.all([loadTexts("incidents", "container-facts", "ui", "shared"), timeReady()]);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  const info = { id: "u", permissions: ["view"], excludes: [] } as unknown as CurrentUser;
  client.setQueryData(callQuery("getCurrentUserInfo", {}).queryKey, { status: "ok", info } as never);
  // No portal answers here.
  const openWarnings = { count: 3, worst: "critical" };
  const container = {
    containerId: "gao",
    name: "Gao",
    zoneName: "Africa/Bamako",
    values: {},
    everyS: 10,
    openWarnings,
  };
  const show = (values: object) =>
    render(() => (
      <QueryClientProvider client={client}>
        <OpenIncidentsSection info={{ ...container, values } as unknown as TabProps["info"]} now={nowMs} />
      </QueryClientProvider>
    ));
  const card = page.getByRole("region", { name: say("incidents:card.title") });
  const at = new Date(nowMs).toISOString();
  await show({ "battery.charge_limit": { value: 0, at }, "battery.soc": { value: 50, at } });
  // What the battery reports stands there in words, and the header counts it with them.
  await expect.element(card.getByText("3 more warnings open", { exact: true })).toBeVisible();
  await show({});
  await expect.element(card.getByText("3 warnings open", { exact: true })).toBeVisible();
  await expect.element(card.getByRole("button", { name: say("ui:async.retry") })).toBeVisible();
});
