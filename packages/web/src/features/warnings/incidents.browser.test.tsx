import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { formatList } from "../../core/format.ts";
import { timeReady } from "../../core/time.ts";
import type { Incident } from "../../domain/incidents/incidents.data.ts";
import { fakeIncident } from "../../domain/incidents/incident.fake.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, looks, readText, render, say as sayOf } from "../../testing/render.tsx";
import type { IncidentDetail } from "./incident-acts.ts";
import { IncidentDetails } from "./incident-detail.tsx";
import { IncidentList } from "./incident-list.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`warning-history:${key}`, values);
const read = (key: string, values: Record<string, unknown> = {}) => readText(`warning-history:${key}`, values);
const button = (name: string) => page.getByRole("button", { name, exact: true });
const nowMs = Date.parse("2026-11-24T12:00:00Z");
const hoursAgo = (hours: number) => new Date(nowMs - hours * 3_600_000).toISOString();

const may = { chart: true, commands: true, rules: true };

const orange = fakeIncident({ beganAt: hoursAgo(10) });
const acknowledged = fakeIncident({
  id: "i2",
  state: "acknowledged",
  cause: "single",
  severity: "warning",
  containerName: "Kayes",
  content: "Charge low",
  beganAt: hoursAgo(3),
  open: 1,
  total: 1,
  containersOpen: 1,
  containersTotal: 1,
  containersOf: null,
  isQuiet: true,
  reopened: 2,
  acknowledgedBy: { userId: "u", name: "Amina" },
  acknowledgedAt: hoursAgo(2),
  acknowledgedUntil: hoursAgo(-22),
  acknowledgeNote: "On my way",
  mutedUntil: hoursAgo(-7),
});
const over = fakeIncident({
  id: "i3",
  state: "resolved",
  cause: "change",
  subject: { id: "software", name: "2.4.1" },
  beganAt: hoursAgo(30),
  calmAt: hoursAgo(28),
  open: 0,
  containersOpen: 0,
  containerIds: [],
});

beforeEach(async () => {
  await Promise.all([
    loadTexts(
      "warning-history",
      "incidents",
      "configuration",
      "automation-words",
      "container",
      "container-facts",
      "ui",
      "shared",
    ),
    timeReady(),
  ]);
});

test("on a phone all that can be done about an incident stands on one line", async () => {
  const acts = {
    onAcknowledge: () => {},
    onMute: () => {},
    onMerge: () => {},
    onWorks: () => {},
    onWithdraw: () => undefined,
  };
  for (const language of ["en", "fr"] as const) {
    await render(
      () => (
        // As wide as the screen without its edges.
        <div style={{ width: 376 }}>
          <IncidentList incidents={[orange]} now={nowMs} opened={undefined} onOpen={() => {}} acts={acts}>
            {() => null}
          </IncidentList>
        </div>
      ),
      { language, width: 400 },
    );
    await expect.poll(() => page.getByRole("button").elements().length).toBe(3);
    const parts = page.getByRole("button").elements();
    await expectFittingWords();
    const middles = parts.map((part) => {
      const { top, bottom } = part.getBoundingClientRect();
      return (top + bottom) / 2;
    });
    expect(Math.max(...middles) - Math.min(...middles), language).toBeLessThan(8);
  }
});

test("many containers of one operator are one line, and what can be done about it is done to all of it", async () => {
  const done: unknown[] = [];
  const acts = {
    onAcknowledge: ({ id }: Incident) => done.push(["acknowledge", id]),
    onMute: ({ id }: Incident, hours: number) => done.push(["mute", id, hours]),
    onMerge: ({ id }: Incident) => done.push(["merge", id]),
    onWithdraw: () => undefined,
    onWorks: ({ id }: Incident) => done.push(["works", id]),
  };
  for (const look of looks) {
    done.length = 0;
    await render(
      () => (
        <IncidentList
          incidents={[orange, acknowledged, over]}
          // Others are on the next page.
          goingOn={52}
          over={148}
          now={nowMs}
          opened="i1"
          onOpen={(id) => done.push(["open", id])}
          acts={acts}
        >
          {({ id }) => <p>{`All of ${id}`}</p>}
        </IncidentList>
      ),
      look,
    );
    const sections = page.getByRole("region");
    await expect.element(sections.nth(0)).toHaveAccessibleName(say("incident.goingOn", { count: 52 }));
    await expect.element(sections.nth(1)).toHaveAccessibleName(say("incident.over", { count: 148 }));
    const line = readText("incidents:dark", { name: "Orange", count: 23, of: 41 });
    await expect.element(page.getByText(line).first()).toBeVisible();
    await expect.element(page.getByText("All of i1", { exact: true })).toBeVisible();
    expect(page.getByText("All of i2").elements()).toEqual([]);
    await expect.element(page.getByText(say("noted", { note: "On my way" }), { exact: true })).toBeVisible();
    await expect.element(page.getByText(read("incident.quiet"), { exact: true })).toBeVisible();
    await expect.element(page.getByText(say("incident.states.acknowledged"), { exact: true })).toBeVisible();

    const named = (start: string) => page.getByRole("button", { name: new RegExp(`^${start}.*Orange`) });
    const again = page.getByRole("button", { name: new RegExp(`^${say("acts.again")}`) });
    // Whoever looks after one already begins that anew.
    expect(again.elements()).toHaveLength(1);
    await named(say("acts.acknowledge")).click();
    await named(read("incident.muteName", { title: "" }).trim()).click();
    // The keys only move the choice: what they pass by mutes nothing.
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    expect(done).toEqual([["acknowledge", "i1"]]);
    await page.getByRole("menuitem", { name: say("acts.muteFor", { count: 8 }) }).click();
    await named(say("incident.works")).click();
    await named(say("incident.merge")).click();
    await named(say("incident.hide")).click();
    expect(done).toEqual([
      ["acknowledge", "i1"],
      ["mute", "i1", 8],
      ["works", "i1"],
      ["merge", "i1"],
      ["open", undefined],
    ]);
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("how many there are is said only where that is known, whatever a page shows of them", async () => {
  await render(() => (
    <IncidentList incidents={[orange, over]} now={nowMs} opened={undefined} onOpen={() => {}}>
      {() => null}
    </IncidentList>
  ));
  await expect.element(page.getByRole("region", { name: say("incident.goingOnSome"), exact: true })).toBeVisible();
  await expect.element(page.getByRole("region", { name: say("incident.overSome"), exact: true })).toBeVisible();
});

test("whoever may only read opens an incident, and is offered nothing else", async () => {
  const opened: (string | undefined)[] = [];
  await render(() => (
    <IncidentList incidents={[orange]} now={nowMs} opened={undefined} onOpen={(id) => opened.push(id)}>
      {() => null}
    </IncidentList>
  ));
  await page.getByRole("button").click();
  expect(opened).toEqual(["i1"]);
});

const detail: IncidentDetail = {
  incident: fakeIncident({ total: 3, containersTotal: 2 }),
  warnings: ["w1", "w2"].map((id) => ({
    id,
    ruleId: "r1",
    ruleName: "SOC 20",
    containerId: "gao",
    containerName: `Gao ${id}`,
    severity: "warning",
    content: "Silent",
    attribute: null,
    value: null,
    raisedBy: null,
    note: "",
    raisedAt: hoursAgo(3),
    clearedAt: null,
    closeReason: null,
    blindSince: null,
    isFlapping: false,
    isShadow: false,
    acknowledgedBy: null,
    acknowledgedAt: null,
    acknowledgedUntil: null,
    acknowledgeNote: null,
    feedback: null,
    outcome: null,
    mutedUntil: null,
    read: true,
  })),
  timeline: [
    { at: hoursAgo(3), kind: "opened", by: null, data: {} },
    { at: hoursAgo(3), kind: "joined", by: null, data: { count: 3 } },
    { at: hoursAgo(2), kind: "acknowledged", by: { userId: "u", name: "Amina" }, data: { note: "On my way" } },
    {
      at: hoursAgo(1.5),
      kind: "raised",
      by: null,
      data: { notified: { people: [{ userId: "u", name: "Amina", channels: ["mail", "webhook"] }], total: 3 } },
    },
    {
      at: hoursAgo(1.2),
      kind: "merged",
      by: null,
      data: { count: 2, isFrom: true, other: { content: "Charge low", containerName: "Kayes" } },
    },
    { at: hoursAgo(1), kind: "taken", by: null, data: {} },
    {
      at: hoursAgo(0.8),
      kind: "worksBegan",
      by: { userId: "u", name: "Amina" },
      data: { reason: "New inverter", containers: { names: ["Gao", "Kayes"], total: 3 } },
    },
    { at: hoursAgo(0.7), kind: "acknowledged", by: { userId: "u", name: "Amina" }, data: { count: 2, of: 5 } },
    { at: hoursAgo(0.6), kind: "withdrawn", by: { userId: "u", name: "Amina" }, data: { count: 1 } },
    { at: hoursAgo(0.55), kind: "other", by: null, data: {} },
    { at: hoursAgo(0.5), kind: "split", by: null, data: { count: 1, containers: { names: ["Kayes"], total: 1 } } },
  ],
  changes: [
    {
      ...{ kind: "software", what: "2.4.1", outputName: null, at: hoursAgo(4), by: { userId: "u", name: "Binta" } },
      containers: 2,
    },
    { kind: "hand", what: "relay.3", outputName: null, at: hoursAgo(3.5), by: null, containers: 1 },
    { kind: "command", what: "relay.4", outputName: "Pump", at: hoursAgo(3.6), by: null, containers: 1 },
  ],
};

test("an incident is opened to what was done before, its warnings, one of which is taken out, and what became of it", async () => {
  const split: string[] = [];
  const acts = {
    onAcknowledge: () => undefined,
    onWithdraw: () => undefined,
    onMute: () => undefined,
    onRead: () => undefined,
    onSplit: ({ id }: { id: string }) => split.push(id),
  };
  for (const look of looks) {
    await render(() => <IncidentDetails detail={detail} now={nowMs} may={may} acts={acts} />, look);
    const before = page.getByRole("region", { name: say("incident.before"), exact: true });
    const [first, second, third] = before.getByRole("listitem").elements();
    expect(first?.textContent).toContain(say("incident.changes.software", { what: "2.4.1" }));
    expect(first?.textContent).toContain("Binta");
    expect(second?.textContent).toContain(sayOf("shared:output.relay", { number: 3 }));
    expect(third?.textContent).toMatch(/(Commande\u00A0: Pump \(Relais 4\)|Command: Pump \(Relay 4\))/);
    await expect.element(page.getByText(read("incident.more", { count: 1 }), { exact: true })).toBeVisible();
    const timeline = page.getByRole("region", { name: say("incident.timeline"), exact: true });
    await expect.element(timeline.getByText("Amina · On my way", { exact: true })).toBeVisible();
    expect(timeline.getByRole("listitem").elements()).toHaveLength(11);
    const places = formatList(["Gao", "Kayes", say("incident.moreContainers", { count: 1 })], look.language);
    await expect.element(timeline.getByText(say("incident.entries.worksBegan"))).toBeVisible();
    await expect.element(timeline.getByText(`${places} · Amina · New inverter`, { exact: true })).toBeVisible();
    await expect.element(timeline.getByText("Kayes", { exact: true })).toBeVisible();
    await expect.element(timeline.getByText(say("incident.uncounted.taken"))).toBeVisible();
    // Of a part how much it was; of what a later version wrote that it is there.
    await expect.element(timeline.getByText(say("incident.part.acknowledged", { count: 2, of: 5 }))).toBeVisible();
    await expect.element(timeline.getByText(say("incident.some.withdrawn", { count: 1 }))).toBeVisible();
    await expect.element(timeline.getByText(say("incident.entries.other"))).toBeVisible();
    // Who was told on which channel, and which incident it was that came in.
    const ways = formatList([sayOf("command-words:news.channel.mail"), "webhook"], look.language);
    const amina = say("incident.toldBy", { name: "Amina", channels: ways });
    const people = formatList([amina, say("incident.toldMore", { count: 2 })], look.language);
    await expect.element(timeline.getByText(read("incident.told.raised", { people }))).toBeVisible();
    const title = look.language === "fr" ? "Charge basse · Kayes" : "Charge low · Kayes";
    await expect.element(timeline.getByText(read("incident.other.mergedFrom", { count: 2, title }))).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
  await button(say("acts.splitName", { name: "Silent", container: "Gao w2" })).click();
  expect(split).toEqual(["w2"]);
});

test("nothing that was done before is said too, and of a single warning nothing is taken out", async () => {
  const acts = {
    onAcknowledge: () => undefined,
    onWithdraw: () => undefined,
    onMute: () => undefined,
    onRead: () => undefined,
    onSplit: () => undefined,
  };
  const single = {
    ...detail,
    incident: { ...detail.incident, total: 1, containersTotal: 1 },
    warnings: detail.warnings.slice(0, 1),
    changes: [],
  };
  await render(() => <IncidentDetails detail={single} now={nowMs} may={may} acts={acts} />);
  await expect.element(page.getByText(read("incident.beforeNone", { count: 1 }), { exact: true })).toBeVisible();
  // What can be done is at its incident.
  expect(page.getByRole("button").elements()).toEqual([]);
});
