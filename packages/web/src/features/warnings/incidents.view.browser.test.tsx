import type { CurrentUser } from "@offgrid/contract/users/users.schema";
import { Notifications } from "@mantine/notifications";
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
import type { Warning } from "./history.data.ts";
import { IncidentsView } from "./incidents.view.tsx";

const nowMs = Date.parse("2026-11-24T12:00:00Z");
const single = { cause: "single", open: 1, total: 1, containersTotal: 1, containersOpen: 1 } as const;
const listed = fakeIncident({ ...single, id: "i1", content: "Charge low" });
const linked = fakeIncident({ ...single, id: "i2", content: "Battery hot", containerName: "Kayes" });

const amina = { userId: "u", name: "Amina" };
const binta = { userId: "u2", name: "Binta" };
/** A warning that is open, and who looks after it. */
function warningOf(id: string, acknowledgedBy: Warning["acknowledgedBy"], content = "Charge low"): Warning {
  const at = new Date(nowMs - 3_600_000).toISOString();
  return {
    ...{ id, ruleId: "r1", ruleName: "SOC 20", containerId: "gao", containerName: "Gao", severity: "warning", content },
    ...{ attribute: null, value: null, raisedBy: null, note: "", raisedAt: at, clearedAt: null, closeReason: null },
    ...{ blindSince: null, isFlapping: false, isShadow: false, acknowledgedBy, acknowledgeNote: null },
    acknowledgedAt: acknowledgedBy && at,
    acknowledgedUntil: acknowledgedBy && "2126-11-24T00:00:00.000Z",
    ...{ feedback: null, outcome: null, mutedUntil: null, read: true },
  };
}

/** Somebody who may acknowledge, with a list that was fetched and an incident that was opened by its address. */
function View({
  incident,
  warnings = [],
  first = listed,
}: {
  incident: Incident;
  warnings?: Warning[];
  first?: Incident;
}) {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: "always", staleTime: Infinity } },
  });
  const info = { id: "u", permissions: ["view", "rules"], excludes: [] } as unknown as CurrentUser;
  client.setQueryData(callQuery("getCurrentUserInfo", {}).queryKey, { status: "ok", info } as never);
  const page1 = { status: "ok", data: [first], total: 1, isMore: false } as const;
  client.setQueryData(callQuery("incidentList", { page: 1, pageSize: 50 }).queryKey, page1 as never);
  const detail = { status: "ok", data: { incident, warnings, timeline: [], changes: [] } };
  client.setQueryData(callQuery("incidentGet", { id: incident.id }).queryKey, detail as never);
  const search = { incident: incident.id };
  const list = { search, asked: search, change: () => {}, step: () => {}, put: () => {}, page: 1, toPage: () => {} };
  return (
    <QueryClientProvider client={client}>
      <Notifications />
      <IncidentsView
        list={list}
        now={nowMs}
        action={null}
        filters={null}
        notices={null}
        alarms={<p>Battery cold</p>}
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

test("an incident that a link leads to and that the list does not show can be looked after all the same", async () => {
  for (const look of looks.slice(0, 2)) {
    await render(() => <View incident={linked} />, look);
    const named = (key: string) => page.getByRole("button", { name: new RegExp(`^${say(key)}.*Kayes`) });
    await expect.element(named("warning-history:acts.acknowledge")).toBeVisible();
    await expect.element(page.getByRole("button", { name: /^(Mute|Sourdine).*Kayes/ })).toBeVisible();
    await expect.element(named("warning-history:incident.merge")).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
});

const two = fakeIncident({ ...linked, open: 2, total: 2 });
const withdraw = () =>
  page.getByRole("button", { name: new RegExp(`^${say("warning-history:incident.withdraw")}.*Kayes`) });

test("whoever looks after a part of an incident can take that back, whoever looks after the rest", async () => {
  await render(() => <View incident={two} warnings={[warningOf("w1", amina), warningOf("w2", null)]} />);
  await expect.element(withdraw()).toBeVisible();
  const all = fakeIncident({ ...two, state: "acknowledged", acknowledgedBy: binta });
  await render(() => <View incident={all} warnings={[warningOf("w1", amina), warningOf("w2", binta)]} />);
  await expect.element(withdraw()).toBeVisible();
  await render(() => <View incident={all} warnings={[warningOf("w1", binta), warningOf("w2", binta)]} />);
  await expect.element(page.getByText(/Binta/).first()).toBeVisible();
  expect(withdraw().elements()).toEqual([]);
});

test("an acknowledged part of an incident is offered back, and taken back alone, whatever else of it is looked after", async () => {
  const answer = (request: RequestInfo | URL) =>
    String(request instanceof Request ? request.url : request).includes("warningAcknowledge")
      ? Promise.resolve(Response.json({ status: "ok", data: warningOf("w1", amina) }))
      : // Refused: without a connection nothing could be done.
        Promise.resolve(Response.json({ status: "error", code: "forbidden", message: "-" }, { status: 403 }));
  const fetched = vi.spyOn(window, "fetch").mockImplementation(answer);
  const acknowledge = async (name: string) => {
    await page.getByRole("button", { name: `Acknowledge ${name}, Gao`, exact: true }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: say("incidents:acknowledge.act"), exact: true })
      .click();
    return page.getByRole("status").filter({ hasText: name });
  };
  const undo = { name: say("shared:action.undo"), exact: true };
  const others = warningOf("w2", null, "Battery cold");
  await render(() => <View incident={two} warnings={[warningOf("w1", null), others]} />);
  const done = await acknowledge("Charge low");
  await expect.element(done.getByRole("button", undo)).toBeVisible();
  await render(() => <View incident={two} warnings={[warningOf("w1", amina), others]} />);
  const doneToo = await acknowledge("Battery cold");
  await doneToo.getByRole("button", undo).click();
  const sent = () => fetched.mock.calls.map(([one]) => (one instanceof Request ? one.url : String(one)));
  await expect.poll(() => sent().some((url) => url.includes("warningWithdraw"))).toBe(true);
  expect(sent().some((url) => url.includes("incidentWithdraw"))).toBe(false);
});

test("who acknowledges an incident is told what it is, and not again since when", async () => {
  vi.spyOn(window, "fetch").mockImplementation(async () => Response.json({ status: "ok", data: linked }));
  await render(() => <View incident={linked} />);
  await page.getByRole("button", { name: /^Acknowledge.*Kayes/ }).click();
  const dialog = page.getByRole("dialog", { name: /Kayes: Battery hot, raised / });
  await dialog.getByRole("button", { name: say("incidents:acknowledge.act"), exact: true }).click();
  const done = say("incidents:acknowledge.done", { name: "Kayes: Battery hot" });
  await expect.element(page.getByText(done, { exact: true })).toBeVisible();
});

test("what a battery reports stands below what is critical, and above the rest", async () => {
  const isAfter = async (first: Incident) => {
    await render(() => <View incident={linked} first={first} />);
    const alarm = page.getByText("Battery cold", { exact: true });
    await expect.element(alarm).toBeVisible();
    const [row] = page.getByText("Charge low").elements();
    if (!row) throw new Error("The list shows no incident.");
    return Boolean(row.compareDocumentPosition(alarm.element()) & Node.DOCUMENT_POSITION_FOLLOWING);
  };
  expect(await isAfter({ ...listed, severity: "critical" })).toBe(true);
  expect(await isAfter({ ...listed, severity: "warning" })).toBe(false);
});
