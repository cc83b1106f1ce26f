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
    expect(document.querySelectorAll("[data-refused]")).toHaveLength(1);
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
