import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { alarmLevels } from "../containers/alarm-levels.ts";
import { fakeIncident } from "./incident.fake.ts";
import type { Incident } from "./incidents.data.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, looks, render, say as sayOf } from "../../testing/render.tsx";
import { OpenIncidents, type OpenIncidentsProps } from "./open-incidents.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`incidents:${key}`, values);
const now = Date.parse("2026-11-24T05:02:00Z");
const low = fakeIncident({
  id: "i1",
  cause: "single",
  content: "Charge low",
  severity: "critical",
  beganAt: "2026-11-24T02:02:00.000Z",
  open: 1,
  total: 1,
  containersTotal: 1,
});
const seen = fakeIncident({
  id: "i2",
  cause: "container",
  subject: { id: "gao", name: "Gao" },
  severity: "warning",
  state: "acknowledged",
  beganAt: "2026-11-24T04:02:00.000Z",
  acknowledgedBy: { userId: "u", name: "Amina" },
  acknowledgeNote: "Pump 3",
});

async function show(props: Partial<OpenIncidentsProps> = {}, look = looks[0]) {
  await Promise.all([loadTexts("incidents", "container-facts", "ui"), timeReady()]);
  await render(
    () => (
      <OpenIncidents
        title={say("card.title")}
        incidents={[low, seen]}
        total={2}
        alarms={[]}
        container={{ containerId: "gao", zoneName: "Africa/Nairobi" }}
        now={now}
        onAcknowledge={() => undefined}
        {...props}
      />
    ),
    look,
  );
}

test("a container says what goes on there, in its own time and without its own name, and who looks after it", async () => {
  const asked: Incident[] = [];
  await show({ onAcknowledge: (incident) => asked.push(incident) });
  await expect.element(page.getByRole("link", { name: "Charge low", exact: true })).toBeVisible();
  await expect.element(page.getByText(/^raised .*5:02.am, .* ago$/)).toBeVisible();
  await expect.element(page.getByRole("link", { name: "The container is dark", exact: true })).toBeVisible();
  await expect.element(page.getByText(/^raised .*7:02.am, 1.h ago · Amina looks after it · Pump 3$/)).toBeVisible();
  // Green is for what is well.
  const colorOf = (element: Element) => getComputedStyle(element).color;
  expect(colorOf(page.getByRole("link").first().element())).toBe(colorOf(page.getByRole("heading").element()));
  const buttons = page.getByRole("button");
  await expect.poll(() => buttons.elements().length).toBe(1);
  await buttons.click();
  expect(asked).toEqual([low]);
});

test("loads that are cut are the title of their incident, and what else is open once they have power again", async () => {
  const cut = { ...low, id: "i4", cause: "cut" as const, open: 2, total: 2 };
  const worst = { ...cut.worst, content: "Loads are cut", attribute: "loads_cut" };
  await show({
    incidents: [
      { ...cut, worst },
      { ...cut, id: "i5", open: 1 },
    ],
  });
  await expect.element(page.getByRole("link", { name: "Loads are cut", exact: true })).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "Loads were cut; 1 warning is still open", exact: true }))
    .toBeVisible();
});

test("what the battery reports is listed with what rules raised, since the count of open warnings has it too", async () => {
  await show({ alarms: ["cold"] });
  await expect
    .element(page.getByRole("link", { name: sayOf("container-facts:alarm.cold", alarmLevels()) }))
    .toHaveAttribute("href", expect.stringContaining("/containers/gao?tab=batteries"));
  await expect.element(page.getByText(say("card.reported"))).toBeVisible();
});

test("whoever may only read sees no button, and of many the first with the way to all", async () => {
  const many = ["1", "2", "3", "4", "5", "6"].map((id) => ({ ...low, id }));
  await show({ incidents: many, total: 23, onAcknowledge: undefined });
  await expect.poll(() => page.getByRole("listitem").elements().length).toBe(5);
  expect(page.getByRole("button").elements()).toEqual([]);
  await expect.element(page.getByRole("link", { name: "All warnings of this container · 18 more" })).toBeVisible();
});

test("what goes on can be read in every look, also with a long name", async () => {
  const longest = { ...low, id: "i3", content: "Batterie-".repeat(14), isQuiet: true };
  for (const look of looks) {
    await show({ incidents: [longest, seen], alarms: ["hot"] }, look);
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("what else is open of an incident stands with it", async () => {
  await show({ alsoOpen: ({ id }) => (id === "i1" ? <span>And the inverter</span> : null) });
  await expect.element(page.getByRole("listitem").first().getByText("And the inverter")).toBeVisible();
  expect(page.getByText("And the inverter").elements()).toHaveLength(1);
});
