import { auditNamespaces } from "@offgrid/contract/audit-keys";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { looks, render, say } from "../../testing/render.tsx";
import type { AuditRow } from "./audit.data.ts";
import { AuditCards, AuditTable } from "./audit.table.tsx";

const at = Date.UTC(2026, 10, 20, 12);

function line(id: string, over: Partial<AuditRow>): AuditRow {
  return {
    id,
    at: new Date(at).toISOString(),
    userId: "u-1",
    email: "ada@example.org",
    role: "user",
    address: "127.0.0.1",
    requestId: null,
    action: "setContainerControlAdam",
    target: "agadez",
    before: null,
    after: { relay: 6, on: false, output: "Fridge", commandId: "7857a73f" },
    result: "ok",
    command: { state: "refused", reason: "protected", isLate: false },
    ...over,
  };
}

const lines = [
  line("4", {}),
  line("3", { command: { state: "done", reason: null, isLate: false } }),
  line("2", {
    action: "setConfiguration",
    before: { keepAlive: { frameSeconds: 5, linkSeconds: 15 } },
    after: { keepAlive: { frameSeconds: 60, linkSeconds: 15 } },
    command: null,
  }),
  line("0", { command: { state: "expired", reason: null, isLate: false } }),
  line("1", {
    action: "updateUserContainerList",
    target: "u-2",
    before: { containers: ["agadez", "gao"] },
    after: { containers: ["agadez"] },
    command: null,
  }),
];
const names = {
  "u-1": { kind: "person", name: "Ada Diop", isGone: false },
  "u-2": { kind: "person", name: "Amina Diallo", isGone: false },
  agadez: { kind: "container", name: "Agadez", isGone: false },
  gao: { kind: "container", name: "Gao hospital", isGone: false },
} as const;

test("a line says what came of its command, and what it changed in words", async () => {
  await Promise.all(["audit", "command-words", "configuration", "roles"].map((one) => loadTexts(one as "audit")));
  for (const look of looks) {
    const Lines = look.width < 960 ? AuditCards : AuditTable;
    await render(() => <Lines lines={lines} names={names} now={at} />, look);
    await expect.element(page.getByText(say("command-words:state.refused"), { exact: true })).toBeVisible();
    await expect.element(page.getByText(say("command-words:reason.protected"))).toBeVisible();
    await expect.element(page.getByText(say("command-words:state.done"), { exact: true })).toBeVisible();
    expect(document.querySelectorAll("[data-refused]")).toHaveLength(2);
    for (const badge of document.querySelectorAll(".mantine-Badge-label"))
      expect(badge.scrollWidth).toBeLessThanOrEqual(badge.clientWidth);
    const said = document.querySelector("main")?.innerText ?? "";
    expect(said).toContain(say("configuration:field.frameSeconds"));
    expect(said).toMatch(/5\s*→\s*60/);
    expect(said).not.toContain("7857a73f");
    expect(document.querySelector("del + ins, del")?.textContent).toBeTruthy();
    await expect.element(page.getByText("Gao hospital")).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
});

test("things of one person have their names, with a link where they can be opened, and a link was opened by anyone", async () => {
  await Promise.all(["audit", "command-words", "configuration", "roles"].map((one) => loadTexts(one as "audit")));
  const plain = { before: null, after: null, command: null };
  const opened = { ...plain, action: "getChartToken", target: "l-1", email: null, role: null };
  const given = [
    line("5", { ...plain, action: "registerWarning", target: "r-1" }),
    line("4", { ...plain, action: "channelSave", target: "c-1" }),
    line("3", { ...opened, userId: null, after: { ownerId: "u-2" } }),
    // As an older portal wrote it.
    line("2", { ...opened, target: "l-2" }),
  ];
  const owned = {
    ...names,
    "r-1": { kind: "warning_rule", name: "Night door", isOwn: true, isGone: false },
    "c-1": { kind: "channel", name: "Control room", isOwn: false, isGone: false },
    "l-1": { kind: "chart_link", name: "Sun", chartId: "k-1", isOwn: true, isGone: false },
    "l-2": { kind: "chart_link", name: "Rain", isGone: true },
  } as const;
  await render(() => <AuditTable lines={given} names={owned} now={at} />);
  const link = (name: string) => page.getByRole("link", { name, exact: true });
  await expect.element(link("Night door")).toHaveAttribute("href", expect.stringContaining("/warning/r-1"));
  await expect
    .element(link(say("audit:chartLink", { name: "Sun" })))
    .toHaveAttribute("href", expect.stringContaining("/charts/k-1"));
  await expect.element(page.getByText("Control room")).toBeVisible();
  expect(link("Control room").elements()).toEqual([]);
  await expect
    .element(page.getByText(say("audit:anyoneWith", { name: "Amina Diallo" }), { exact: true }))
    .toBeVisible();
  await expect.element(page.getByText(say("audit:anyoneWith", { name: "Ada Diop" }), { exact: true })).toBeVisible();
  await expect.element(page.getByText(say("audit:chartLink", { name: "Rain" }))).toBeVisible();
});

test("a line about a ticket names it, with a link for whoever may open it, and says what is frozen, why and by whom", async () => {
  const texts = ["audit", "command-words", "configuration", "roles", "tickets"] as const;
  await Promise.all(texts.map((one) => loadTexts(one)));
  const plain = { before: null, after: null, command: null };
  const frozen = {
    packId: "p-1",
    version: 2,
    reason: "again",
    ticketId: "k-1",
    incidentId: "i-1",
    sha256: "ab".repeat(32),
  };
  const nobody = { userId: null, email: null, role: null, address: null };
  const given = [
    line("4", { ...plain, action: "updateTicketChat", target: "k-1", after: { messageId: "m-1" } }),
    line("3", { ...plain, ...nobody, action: "evidence_frozen", target: "agadez", after: frozen }),
    line("2", {
      ...plain,
      action: "ticketUpdate",
      target: "k-2",
      before: { status: "Open" },
      after: { status: "Inprogress" },
    }),
    // As somebody was refused it, by its address.
    line("1", { ...plain, action: "ticketUpdate", target: "t-6", result: "not_found" }),
  ];
  const tickets = {
    ...names,
    "k-1": { kind: "ticket", name: "t-5 Pump stands still", slug: "t-5", isGone: false },
    "k-2": { kind: "ticket", name: "t-6 Invoice", isGone: false },
    "t-6": { kind: "ticket", name: "t-6 Invoice", isGone: false },
  } as const;
  for (const look of looks) {
    const Lines = look.width < 960 ? AuditCards : AuditTable;
    await render(() => <Lines lines={given} names={tickets} now={at} />, look);
    const links = page.getByRole("link", { name: "t-5 Pump stands still", exact: true });
    await expect
      .poll(() => links.elements().map((one) => one.getAttribute("href")))
      .toEqual(["/tickets/t-5", "/tickets/t-5"]);
    expect(page.getByText("t-6 Invoice").elements()).toHaveLength(2);
    expect(page.getByRole("link", { name: "t-6 Invoice" }).elements()).toEqual([]);
    await expect.element(page.getByText(say("audit:portal"), { exact: true })).toBeVisible();
    await expect.element(page.getByText(say("tickets:evidence.reason.again"), { exact: true })).toBeVisible();
    const said = document.querySelector("main")?.innerText ?? "";
    expect(said).toContain(`${say("tickets:statuses.Open")} → ${say("tickets:statuses.Inprogress")}`);
    expect(said).not.toMatch(/k-\d|p-1|m-1|i-1|Inprogress/);
    await expectFittingWords();
    await expectAccessible();
  }
});

test("what was done on the command line of the server is said to be, with the user of the machine", async () => {
  await loadTexts("audit");
  const done = line("9", { userId: "command-line", email: null, role: null, address: "root@srv1", command: null });
  await render(() => <AuditTable lines={[done]} names={{}} now={at} />);
  await expect.element(page.getByText(say("audit:commandLine"))).toBeVisible();
  await expect.element(page.getByText("root@srv1")).toBeVisible();
});

test("settings, charts, templates and reports are said in words of their features, with units, and by their names first", async () => {
  const plain = { before: null, after: null, command: null };
  const chart = {
    ...{ name: "Sun", period: "7_days", groupBy: "hour", aggregates: ["max"], tags: [], thresholds: [] },
    compare: { kind: "week" },
    series: [
      {
        ...{
          id: "a",
          kind: "metric",
          metric: "solar.power",
          func: "hourly_average_sum",
          useIf: "positive",
          axis: "left",
        },
        ...{ of: { kind: "containers", ids: ["gao"] }, each: true, type: "stack_bar", plot: 0, multiply: 1 },
      },
    ],
  };
  const given = [
    line("9", { ...plain, action: "setAc", after: { mode: "dry", setpointDegC: 21.5, fan: 60 } }),
    line("8", { ...plain, action: "chartSave", target: "k-1", after: chart }),
    line("7", {
      ...plain,
      action: "solarTemplateApply",
      target: "s-1",
      before: { gao: { provider: "auto", tilt: 10 } },
      after: { gao: { provider: "clear_sky", tilt: 12 }, "lost-7": { tilt: 9 } },
    }),
    line("6", {
      ...plain,
      action: "savePortalSetting",
      target: "portal",
      before: { ticketTimes: { low: { answer: { amount: 1, unit: "days" } } }, supportHours: { fromMinute: 480 } },
      after: { ticketTimes: { low: { answer: { amount: 6, unit: "hours" } } }, supportHours: { fromMinute: 450 } },
    }),
    line("5", {
      ...plain,
      action: "ticketUpdate",
      target: "k-2",
      before: { closeCause: "wiring" },
      after: { closeCause: "weather" },
    }),
    line("4", {
      ...plain,
      action: "reportSave",
      target: "r-1",
      after: {
        plan: {
          name: "Oumar",
          subject: { kind: "fleet_week" },
          schedule: { time: "07:00", repeat: { kind: "week", days: [1] } },
        },
        paused: false,
      },
    }),
    line("2", {
      ...plain,
      action: "setStreetLight",
      before: { streetLights: { light1: { mode: "auto", level: 100, steps: [] } } },
      after: {
        streetLights: { light1: { mode: "schedule", level: 80, steps: [{ at: { time: "18:30" }, level: 60 }] } },
      },
    }),
    line("3", { ...plain, action: "simCardSave", after: { bundleMb: 500, expiresOn: "2027-03-31", renewalDay: 1 } }),
  ];
  const namespaces = given.flatMap(({ action }) => auditNamespaces(action));
  await loadTexts("audit", "command-words", "configuration", ...namespaces);
  for (const look of looks) {
    const Lines = look.width < 960 ? AuditCards : AuditTable;
    await render(() => <Lines lines={given} names={names} now={at} />, look);
    for (const folded of document.querySelectorAll("details")) folded.open = true;
    const said = (document.querySelector("main")?.innerText ?? "").replaceAll(/[\u00a0\u202f]/g, " ");
    for (const words of [
      ...[
        "air-conditioning:modes.dry",
        "charts:func.hourly_average_sum",
        "charts:useIf.positive",
        "charts:type.stack_bar",
      ],
      ...["charts:axis.left", "charts:group.hour", "ui:period.7_days", "charts:compare.week", "drawing:aggregate.max"],
      ...["solar-template:provider.clear_sky", "tickets:closeCause.wiring", "tickets:closeCause.weather"],
      ...["reports:kind.fleet_week", "reports:repeat.week", "street-lights:modes.schedule"],
    ])
      expect(said, words).toContain(say(words as "audit:list"));
    expect(said).toContain(look.language === "fr" ? "21,5 °C" : "21.5 °C");
    expect(said).toContain(look.language === "fr" ? "500 Mo" : "500 MB");
    expect(said).toContain("31/03/2027");
    expect(said).toContain("Gao hospital · ");
    expect(said).toContain("lost-7 · ");
    expect(said).toContain("08:00 → 07:30");
    expect(said).toContain(`6 ${say("settings:times.units.hours")}`);
    expect(said).not.toMatch(
      /hourly_average|stack_bar|clear_sky|fleet_week|closeCause|\bgao\b|[{}]|undefined|\[object/,
    );
    // What is folded is named by what it has.
    expect([...document.querySelectorAll("summary")][0]?.textContent).toContain(say("audit:key.name"));
    await expectFittingWords();
    await expectAccessible();
  }
});

test("a rule and an automation say what changed in them, in their sentences", async () => {
  const plain = { command: null };
  const below = (threshold: number) => ({
    ...{ name: "Low", description: "", type: "below", attributes: ["battery.soc"], threshold, duration: 600 },
    ...{ keepFor: 0, noData: "hold" },
  });
  const rule = (threshold: number) => ({
    name: "Low charge",
    rule: { severity: "warning", match: "all", conditions: [below(threshold)] },
  });
  const automation = (priority: number) => ({
    automations: {
      a1: {
        ...{ kind: "keep", name: "Night light", enabled: true, priority, output: "relay.3", to: true },
        ...{ while: { kind: "sun", is: "down" }, unknown: "as_before" },
      },
    },
  });
  const given = [
    line("9", { ...plain, action: "registerWarning", target: "r-1", before: rule(45), after: rule(46) }),
    line("7", {
      ...{ ...plain, action: "setDeviceSetting", before: null },
      after: { devices: { "battery/name": "Rev battery" } },
    }),
    line("6", { ...plain, action: "testReadDevice", after: { type: "offgrid.battery", device: "battery" } }),
    line("8", { ...plain, action: "automationSave", before: automation(5), after: automation(6) }),
  ];
  const called = {
    ...names,
    "offgrid.battery": { kind: "device_type", name: "Lithium battery", isGone: false },
  } as const;
  const namespaces = given.flatMap(({ action }) => auditNamespaces(action));
  await loadTexts(
    "audit",
    "command-words",
    "configuration",
    "automation-words",
    "container",
    ...(namespaces as "audit"[]),
  );
  for (const look of looks) {
    const Lines = look.width < 960 ? AuditCards : AuditTable;
    await render(() => <Lines lines={given} names={called} now={at} />, look);
    for (const folded of document.querySelectorAll("details")) folded.open = true;
    await expect.element(page.getByText(say("warnings:sentence")).first()).toBeInTheDocument();
    const said = (document.querySelector("main")?.innerText ?? "").replaceAll(/[\u00a0\u202f]/g, " ");
    expect(said).toContain(`${say("container:device.battery")} · ${say("audit:key.name")}`);
    expect(said).toContain("Lithium battery");
    expect(said).toMatch(/45 %[^]*→[^]*46 %/);
    expect(said).toMatch(/Night light[^]* 5 →[^]* 6/);
    expect(said).not.toMatch(/undefined|\[object|battery\.soc/);
    await expectFittingWords();
    await expectAccessible();
  }
});
