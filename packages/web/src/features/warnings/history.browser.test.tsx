import { readDefinitionText } from "@offgrid/contract/charts/definition-text";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";

import { setReachable } from "../../core/api/reach.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, looks, readText, render, say as sayOf } from "../../testing/render.tsx";
import { fakeContainer } from "../../domain/containers/container-row.fake.ts";
import { DeviceAlarms, warnedContainers } from "./device-alarms.tsx";
import type { Warning, WarningRights } from "./history.data.ts";
import { useOpenNow } from "./history-view.ts";
import { fakeNotification } from "../../domain/notifications/notification.fake.ts";
import { PersonalNotices } from "../../domain/notifications/personal-notices.tsx";
import { UnreadReports } from "./unread-reports.tsx";
import { WarningList } from "./warning-list.tsx";
import type { HistorySearch } from "./warnings.search.ts";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`warning-history:${key}`, values);
const button = (name: string) => page.getByRole("button", { name, exact: true });
const nowMs = Date.parse("2026-11-24T12:00:00Z");
const hoursAgo = (hours: number) => new Date(nowMs - hours * 3_600_000).toISOString();

const all: WarningRights = { chart: true, commands: true, rules: true };
const none: WarningRights = { chart: false, commands: false, rules: false };

const open: Warning = {
  id: "w1",
  ruleId: "r1",
  ruleName: "SOC 20",
  containerId: "gao",
  containerName: "Gao",
  severity: "critical",
  content: "SOC < 10",
  attribute: "battery.soc",
  value: 9.4,
  raisedBy: null,
  note: "",
  raisedAt: hoursAgo(3),
  clearedAt: null,
  closeReason: null,
  blindSince: hoursAgo(1),
  isFlapping: true,
  isShadow: false,
  acknowledgedBy: null,
  acknowledgedAt: null,
  acknowledgedUntil: null,
  acknowledgeNote: null,
  feedback: null,
  outcome: null,
  mutedUntil: null,
  read: false,
};
const warnings: Warning[] = [
  open,
  {
    ...open,
    id: "w2",
    containerName: "Kayes",
    severity: "warning",
    isFlapping: false,
    blindSince: null,
    read: true,
    mutedUntil: hoursAgo(-7),
    acknowledgedBy: { userId: "u", name: "Amina" },
    acknowledgedAt: hoursAgo(2),
    acknowledgedUntil: hoursAgo(1),
    acknowledgeNote: "Pompe 3",
  },
  { ...open, id: "w3", ruleId: null, clearedAt: hoursAgo(1), closeReason: "rule_removed", read: true, isShadow: true },
  { ...open, id: "w4", raisedAt: hoursAgo(60), clearedAt: hoursAgo(58), closeReason: "data", blindSince: null },
];

beforeEach(async () => {
  await Promise.all([
    loadTexts("warning-history", "automation-words", "container", "container-facts", "ui", "shared"),
    timeReady(),
  ]);
});

test.each([
  ["en", "Time until the cut-off: 5 h 54"],
  ["fr", "Temps avant le seuil de coupure : 5 h 54"],
] as const)("a warning of a cut to come says how many hours were left, in %s", async (language, words) => {
  const ahead = { ...open, content: "Cut", attribute: "hours_to_reserve", value: 5.9 };
  await render(() => <WarningList warnings={[ahead]} now={nowMs} may={all} />, { language });
  await expect.poll(() => document.body.textContent.replaceAll(/\s/g, " ")).toContain(words);
});

test("what is open comes first, then what is over by its days, each with since when, what was measured and who looks after it", async () => {
  const done: unknown[] = [];
  const acts = {
    onAcknowledge: (one: Warning) => done.push(["acknowledge", one.id]),
    onWithdraw: (one: Warning) => (one.id === "w2" ? () => done.push(["withdraw", one.id]) : undefined),
    onMute: (one: Warning, hours: number) => done.push(["mute", one.id, hours]),
    onRead: (one: Warning) => done.push(["read", one.id]),
  };
  for (const look of looks) {
    done.length = 0;
    await render(() => <WarningList warnings={warnings} open={52} now={nowMs} may={all} acts={acts} />, look);
    const sections = page.getByRole("region");
    await expect.element(sections.nth(0)).toHaveAccessibleName(say("open", { count: 52 }));
    expect(sections.elements()).toHaveLength(3);
    await expect.element(page.getByText(say("flapping"), { exact: true }).first()).toBeVisible();
    await expect.element(page.getByText(say("noted", { note: "Pompe 3" }), { exact: true })).toBeVisible();
    await expect.element(page.getByText(readText("warning-history:closed.rule_removed"))).toBeVisible();
    await button(say("acts.acknowledgeName", { name: "SOC < 10", container: "Gao" })).click();
    await button(say("acts.muteName", { name: "SOC < 10", container: "Gao" })).click();
    await page.getByRole("menuitem", { name: say("acts.muteFor", { count: 8 }) }).click();
    await button(say("acts.withdrawName", { name: "SOC < 10", container: "Kayes" })).click();
    expect(button(say("acts.againName", { name: "SOC < 10", container: "Kayes" })).elements()).toEqual([]);
    await button(say("acts.unmuteName", { name: "SOC < 10", container: "Kayes" })).click();
    await button(say("acts.readName", { name: "SOC < 10", container: "Gao" }))
      .first()
      .click();
    expect(done).toEqual([
      ["acknowledge", "w1"],
      ["mute", "w1", 8],
      ["withdraw", "w2"],
      ["mute", "w2", 0],
      ["read", "w1"],
    ]);
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("of somebody else's rule a warning says whose it is", async () => {
  const other = { ...open, ruleOwner: { userId: "u9", name: "Moussa Keïta" } };
  for (const look of looks) {
    await render(() => <WarningList warnings={[other]} now={nowMs} may={all} />, look);
    await expect.element(page.getByText(`${say("ruleOf", { name: "Moussa Keïta" })} SOC 20`)).toBeVisible();
    await expectFittingWords();
  }
  await render(() => <WarningList warnings={[{ ...other, ruleName: other.content }]} now={nowMs} may={all} />);
  await expect.element(page.getByText(say("ruleBy", { name: "Moussa Keïta" }), { exact: true })).toBeVisible();
});

test("a warning leads to what was measured around it, and to its rule where that is the reader's own", async () => {
  const own = { ...open, isOwnRule: true };
  const link = (name: string) => page.getByRole("link", { name });
  for (const look of looks) {
    await render(() => <WarningList warnings={[own]} now={nowMs} may={all} />, look);
    const chart = link(say("leads.chart"));
    await expect.element(chart).toHaveAccessibleName(`${say("leads.chart")} SOC < 10, Gao`);
    const address = new URL(chart.element().getAttribute("href") ?? "", "http://portal");
    expect(address.pathname).toMatch(/\/charts\/add$/);
    expect(readDefinitionText(address.searchParams.get("d") ?? "")).toMatchObject({
      period: "custom",
      from: Date.parse(hoursAgo(4)),
      series: [{ metric: "battery.soc", of: { kind: "containers", ids: ["gao"] } }],
    });
    await expect.element(link("SOC 20").first()).toHaveAttribute("href", expect.stringMatching(/\/warning\/r1$/));
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
  await render(() => <WarningList warnings={[own]} now={nowMs} may={none} />);
  await expect.element(page.getByText("SOC 20").first()).toBeVisible();
  expect(
    page
      .getByRole("link")
      .elements()
      .map((one) => one.getAttribute("href")),
  ).not.toContainEqual(expect.stringMatching(/\/charts\/add|\/warning\/r1$/));
  await render(() => <WarningList warnings={[open]} now={nowMs} may={all} />);
  await expect.element(page.getByText("SOC 20").first()).toBeVisible();
  expect(
    page
      .getByRole("link")
      .elements()
      .map((one) => one.getAttribute("href")),
  ).not.toContainEqual(expect.stringMatching(/\/warning\/r1$/));
});

test("what nothing was measured for leads to what it was raised by", async () => {
  const raised = (type: "event" | "command" | "silent", attribute: string | null): Warning => ({
    ...open,
    attribute,
    raisedBy: { type, attributes: attribute === null ? [] : [attribute], level: 1, command: null },
  });
  const hrefOf = async (warning: Warning, key: string) => {
    await render(() => <WarningList warnings={[warning]} now={nowMs} may={all} />);
    const link = page.getByRole("link", { name: say(`leads.${key}`) });
    await expect.element(link).toBeVisible();
    return link.element().getAttribute("href");
  };
  const around = Date.parse(open.raisedAt);
  expect(await hrefOf(raised("event", "door.opened"), "events")).toMatch(
    new RegExp(`/events\\?show=all&container=gao&around=${around}$`),
  );
  expect(await hrefOf(raised("command", "relay.2"), "commands")).toMatch(/\/commands\?container=gao$/);
  expect(await hrefOf(raised("silent", null), "container")).toMatch(/\/containers\/gao$/);
});

test("of a rule that is gone the value that was measured is said, without its level", async () => {
  for (const language of ["en", "fr"] as const) {
    await render(() => <WarningList warnings={[open]} now={nowMs} may={none} />, { language });
    const line = page.getByText(new RegExp(`${findMetric("battery.soc")?.[language]}\\s?:`));
    await expect.element(line).toBeVisible();
    expect(line.element().textContent).toMatch(/9\s%/);
    expect(line.element().textContent).not.toMatch(/,\s*$/);
  }
});

test("whoever may only read is offered nothing to do", async () => {
  await render(() => <WarningList warnings={warnings} now={nowMs} may={none} />);
  await expect.element(page.getByText(say("shadow"), { exact: true })).toBeVisible();
  expect(page.getByRole("button").elements()).toEqual([]);
});

test("what a container reported by itself is said in words, and marked as read", async () => {
  await loadTexts("command-words", "event-words");
  const report = {
    containerId: "gao",
    containerName: "Gao",
    type: "warning" as const,
    device: "relay.9",
    incidentId: null,
    outputName: null,
    by: null,
    level: "warning" as const,
    content: "",
    at: hoursAgo(1),
    read: false,
  };
  const data = { by: "loadProtection", low: "charge", value: false, reason: "protection", blocked: [9] };
  const reports = [
    { ...report, id: "e1", code: "output.changed", data },
    { ...report, id: "e2", code: "inverter.fault", data: {} },
    { ...report, id: "e3", code: "load.shed", data: {} },
    { ...report, id: "e4", code: "inverter.fault", data: {}, at: hoursAgo(3) },
  ];
  const read: (readonly string[])[] = [];
  const fault = () => {
    const text = sayOf("command-words:news.reported", { code: "inverter.fault" });
    return sayOf("command-words:news.about", { text, device: "relay.9" });
  };
  for (const look of looks) {
    await render(() => <UnreadReports reports={reports} now={nowMs} onRead={(ids) => read.push(ids)} />, look);
    await expect.element(page.getByRole("region", { name: say("reports", { count: 4 }) })).toBeVisible();
    await expect.element(page.getByText(fault(), { exact: true })).toBeVisible();
    await expect.element(page.getByText(sayOf("event-words:unread", { count: 2 }), { exact: true })).toBeVisible();
    const shed = sayOf("command-words:news.about", {
      text: sayOf("command-words:news.codes.load_shed"),
      device: "relay.9",
    });
    await expect.element(page.getByText(shed, { exact: true })).toBeVisible();
    expect(page.getByText("output.changed").elements()).toEqual([]);
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
  await button(sayOf("event-words:readName", { name: fault(), container: "Gao" })).click();
  expect(read).toEqual([["e2", "e4"]]);
});

test("what concerns the person themself stands apart, and leads to where they look after it", async () => {
  const read: string[][] = [];
  const data = { channelId: "c", channelKind: "webhook", channelName: "Control room", reason: "unreachable" };
  const paused = fakeNotification({ id: "p1", containerId: null, containerName: null, code: "channel.paused", data });
  const notice = { ...paused, level: "warning" as const, type: "warning" as const, at: hoursAgo(1), read: false };
  for (const look of looks) {
    await render(() => <PersonalNotices notices={[notice]} now={nowMs} onRead={(ids) => read.push([...ids])} />, look);
    const region = page.getByRole("region", { name: sayOf("event-words:personal", { count: 1 }) });
    const kind = sayOf("command-words:news.channelNamed", {
      kind: sayOf("command-words:news.channel.webhook"),
      name: "Control room",
    });
    await expect.element(region.getByText(sayOf("command-words:news.paused", { kind }))).toBeVisible();
    await expect
      .element(region.getByRole("link", { name: sayOf("event-words:profile") }))
      .toHaveAttribute("href", expect.stringMatching(/\/users\/profile$/));
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
  await page.getByRole("button", { name: new RegExp(sayOf("event-words:profile")) }).click();
  expect(read).toEqual([["p1"]]);
});

test("what batteries report is listed with the warnings, also of containers that are silent", async () => {
  const containers = [
    fakeContainer({ name: "Gao", clusterId: "sahel", alarms: ["spread", "hot"], valuesAt: hoursAgo(0) }),
    fakeContainer({ name: "Tamale", alarms: ["cold"], status: "offline", valuesAt: hoursAgo(30) }),
    fakeContainer({ name: "Kayes", openWarnings: { count: 2, worst: "critical" } }),
  ];
  const named = (search: HistorySearch) => warnedContainers(containers, search).map(({ name }) => name);
  for (const look of looks) {
    await render(() => <DeviceAlarms containers={containers} now={nowMs} />, look);
    const region = page.getByRole("region", { name: say("alarms", { count: 3 }) });
    await expect
      .element(region.getByRole("link", { name: "Tamale" }))
      .toHaveAttribute("href", expect.stringContaining("/containers/tamale?tab=batteries"));
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
  expect(named({})).toEqual(["Gao", "Tamale", "Kayes"]);
  expect(named({ cluster: "sahel", state: "open" })).toEqual(["Gao"]);
  expect(named({ container: "tamale", severity: "warning" })).toEqual(["Tamale"]);
  const ofRules: HistorySearch[] = [{ state: "cleared" }, { severity: "critical" }, { rule: "r1" }, { search: "x" }];
  for (const search of ofRules) expect(named(search)).toEqual([]);
});

test("what batteries reported is not said to be so now while nothing comes here", async () => {
  setReachable(false);
  onTestFinished(() => setReachable(true));
  await render(() => <DeviceAlarms containers={[fakeContainer({ alarms: ["cold"] })]} now={nowMs} />);
  await expect.element(page.getByRole("heading", { name: say("alarmsThen", { count: 1 }) })).toBeVisible();
});

test("the list counts as many warnings as the header of a container, and says how many of them batteries report", async () => {
  const reporting = fakeContainer({ name: "Gao", alarms: ["cold"] });
  const warned = fakeContainer({ name: "Kayes", openWarnings: { count: 8, worst: "critical" } });
  function Headings() {
    const headings = [
      useOpenNow([reporting, warned], {}),
      useOpenNow([reporting], {}),
      useOpenNow([warned], {}),
      useOpenNow([reporting, warned], { severity: "warning" }) ?? "unsaid",
    ];
    return headings.map((heading) => <p key={heading}>{heading}</p>);
  }
  await render(() => <Headings />);
  for (const heading of [
    "9 warnings open, 1 of them reported by a battery",
    "1 warning open, 1 of them reported by a battery",
    sayOf("container-facts:trouble.rule_warning", { count: 8 }),
    "unsaid",
  ])
    await expect.element(page.getByText(heading, { exact: true })).toBeVisible();
});
