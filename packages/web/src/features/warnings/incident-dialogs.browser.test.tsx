import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { AcknowledgeDialog } from "../../domain/incidents/acknowledge-dialog.tsx";
import { fakeIncident } from "../../domain/incidents/incident.fake.ts";
import { readText, render, say as sayOf } from "../../testing/render.tsx";
import { MergeDialog } from "./merge-dialog.tsx";

const say = (key: string) => sayOf(`warning-history:${key}`);
const button = (name: string) => page.getByRole("button", { name, exact: true });
const nowMs = Date.parse("2026-11-24T12:00:00Z");

beforeEach(() => loadTexts("warning-history", "incidents"));

test("an incident is acknowledged with one tap on what one makes of it, and merged only with another and a reason", async () => {
  const sent: unknown[] = [];
  await render(() => (
    <AcknowledgeDialog
      title="Orange"
      isCritical={false}
      asksFeedback
      onSend={async (...given) => sent.push(given)}
      onClose={() => sent.push("closed")}
    />
  ));
  await page.getByText(sayOf("incidents:acknowledge.feedback.noise"), { exact: true }).click();
  await button(say("acts.acknowledge")).click();
  await expect.poll(() => sent).toEqual([["", "noise"], "closed"]);

  sent.length = 0;
  await render(() => (
    <MergeDialog
      incident={fakeIncident({ id: "i1" })}
      others={[fakeIncident({ id: "i2" })]}
      now={nowMs}
      onSend={async (...given) => sent.push(given)}
      onClose={() => sent.push("closed")}
    />
  ));
  await button(say("incident.merge")).click();
  await expect.element(page.getByText(readText("warning-history:merge.intoMissing"), { exact: true })).toBeVisible();
  expect(sent).toEqual([]);
  await page.getByRole("combobox").selectOptions("i2");
  await page.getByRole("textbox", { name: say("merge.reason") }).fill("The same cable");
  await button(say("incident.merge")).click();
  await expect.poll(() => sent).toEqual([["i2", "The same cable"], "closed"]);
});
