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
