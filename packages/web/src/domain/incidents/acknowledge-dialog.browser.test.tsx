import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { render, say } from "../../testing/render.tsx";
import { AcknowledgeDialog } from "./acknowledge-dialog.tsx";

test("a warning is acknowledged with a note, and the dialog says when that lapses", async () => {
  await loadTexts("incidents", "ui", "shared");
  const notes: (string | undefined)[] = [];
  const closed: true[] = [];
  await render(() => (
    <AcknowledgeDialog
      title="Gao"
      isCritical
      asksFeedback
      onSend={async (note, feedback) => notes.push(note, feedback)}
      onClose={() => closed.push(true)}
    />
  ));
  await expect.element(page.getByText(say("incidents:acknowledge.text", { count: 4 }), { exact: true })).toBeVisible();
  await page.getByRole("textbox", { name: say("incidents:acknowledge.note") }).fill(" On my way ");
  await page.getByText(say("incidents:acknowledge.feedback.useful"), { exact: true }).click();
  await page.getByRole("button", { name: say("incidents:acknowledge.act"), exact: true }).click();
  await expect.poll(() => [notes, closed]).toEqual([["On my way", "useful"], [true]]);
});
