import type { SyncQuestion } from "@offgrid/contract/configuration/config-sync";
import type { ContainerSetting, SyncReport } from "@offgrid/contract/configuration/config-sync.calls";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { timeReady } from "../../../core/time.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { type Look, looks, render, say } from "../../../testing/render.tsx";
import { SyncDifferences } from "./sync-differences.tsx";
import { SyncRuleForm } from "./sync-rule.form.tsx";
import { SyncSections } from "./sync-sections.tsx";
import type { SyncRuleInput } from "./sync.data.ts";

const day = "2026-05-01T12:12:00.000Z";
const doc = (linkSeconds: number, frameSeconds: number, port: number) => ({
  keepAlive: { linkSeconds, frameSeconds },
  network: { portalHost: "portal.example.org", port },
});
const setting: ContainerSetting = {
  state: "conflict",
  wanted: {
    version: 4,
    doc: doc(30, 10, 8883),
    by: { userId: "u1", name: "Amina" },
    at: day,
    expiresAt: "2099-05-08T12:12:00.000Z",
    sentAt: null,
  },
  reported: { version: 4, doc: doc(20, 5, 8883), at: day, trialUntil: null, refused: null, reverted: null },
  agreed: doc(60, 10, 8883),
  conflicts: ["keepAlive.linkSeconds"],
  differences: [
    { path: "keepAlive.frameSeconds", wanted: 10, reported: 5, agreed: 10, changed: "controller" },
    { path: "keepAlive.linkSeconds", wanted: 30, reported: 20, agreed: 60, changed: "both" },
  ],
  sections: [
    { name: "keepAlive", differing: 2, wantedChange: { at: day, by: null }, reportedChangeAt: day },
    { name: "network", differing: 0, wantedChange: null, reportedChangeAt: null },
  ],
  inSyncSince: null,
  syncRule: { direction: null, sections: [], everyMinutes: 60, by: null, at: null, stoppedAt: null },
};
const button = (key: string, values = {}) =>
  page.getByRole("button", { name: say(`config-sync:${key}`, values), exact: true });

const asked: [SyncQuestion, string?][] = [];
async function showDifferences(look: Look | object = {}, steps: SyncReport["steps"] = []): Promise<void> {
  await Promise.all([loadTexts("configuration", "config-sync", "ui", "shared"), timeReady()]);
  asked.length = 0;
  const answer = (applied: number): SyncReport => ({ steps, applied, conflicts: [], preview: "p1" });
  await render(
    () => (
      <SyncDifferences
        setting={setting}
        mayChange
        onPreview={async (question) => {
          asked.push([question]);
          return answer(0);
        }}
        onApply={async (question, preview) => {
          asked.push([question, preview]);
          return answer(steps.length);
        }}
      />
    ),
    look,
  );
}

test("a value that both sides changed is chosen by a person, and what it comes to is shown first, in every look", async () => {
  const steps: SyncReport["steps"] = [
    { path: "keepAlive.frameSeconds", direction: "controllerToPortal", from: 10, to: 5 },
    { path: "keepAlive.linkSeconds", direction: "portalToController", from: 20, to: 30 },
  ];
  const question = { direction: "controllerToPortal", except: ["keepAlive.linkSeconds"] };
  for (const look of looks) {
    await showDifferences(look, steps);
    await expect.element(button("review")).toBeDisabled();
    await expectFittingWords();
    await expectAccessible();
    await page.getByRole("button", { name: say("configuration:side.here", { value: "30" }), exact: true }).click();
    await button("review").click();
    await expect
      .element(page.getByText(say("config-sync:steps.portalToController", { from: "20", to: "30" })))
      .toBeVisible();
    await expectAccessible();
    await button("steps.apply").click();
    await expect.poll(() => asked).toEqual([[question], [question, "p1"]]);
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  }
});

test("settings of the air conditioner are named as such, and their hours and mode are words", async () => {
  await showDifferences({}, [
    { path: "ac.enabled", direction: "portalToController", from: false, to: true },
    { path: "ac.mode", direction: "portalToController", from: "cool", to: "heat" },
    { path: "ac.hours", direction: "portalToController", from: [], to: [{ from: "08:00", to: "18:00" }] },
  ]);
  await button("allHere").click();
  await button("review").click();
  const step = (from: string, to: string) => page.getByText(say("config-sync:steps.portalToController", { from, to }));
  await expect.element(page.getByText(say("configuration:field.ac.enabled"), { exact: true })).toBeVisible();
  await expect.element(step(say("configuration:acMode.cool"), say("configuration:acMode.heat"))).toBeVisible();
  await expect.element(step("—", "08:00–18:00")).toBeVisible();
});

test("settings of phases and devices have names and words of their own, and none of another section's", async () => {
  const phases = [{ id: 2, priority: 1, limitW: 900, minSoc: null, restoreSoc: null }];
  await showDifferences({}, [
    { path: "phases.delaySeconds", direction: "portalToController", from: 30, to: 60 },
    { path: "phases.mode", direction: "portalToController", from: "off", to: "limits" },
    { path: "phases.phases", direction: "portalToController", from: [], to: phases },
    { path: "devices.solar.1/pollSeconds", direction: "portalToController", from: 5, to: 10 },
    { path: "loadProtection.delaySeconds", direction: "portalToController", from: 60, to: 90 },
  ]);
  await button("allHere").click();
  await button("review").click();
  const words = (key: string, more = {}) => page.getByText(say(`configuration:${key}`, more), { exact: true });
  const step = (from: string, to: string) => page.getByText(say("config-sync:steps.portalToController", { from, to }));
  for (const field of ["phases.delaySeconds", "phases.mode", "phases.phases", "loadProtection.delaySeconds"])
    await expect.element(words(`field.${field}`)).toBeVisible();
  await expect.element(words("field.devices.pollSeconds", { device: "solar.1" })).toBeVisible();
  await expect.element(step(say("configuration:phaseMode.off"), say("configuration:phaseMode.limits"))).toBeVisible();
  await expect.element(page.getByText(/\(priority 1, up to 900\sW\)/)).toBeVisible();
});

test("one side is taken for all values at once, and nothing to do is said", async () => {
  await showDifferences();
  await button("allHere").click();
  await button("review").click();
  await expect.element(page.getByText(say("config-sync:steps.none"))).toBeVisible();
  await button("steps.close").click();
  expect(asked).toEqual([[{ direction: "portalToController", except: [] }]]);
});

test("a rule needs a section, and is saved as it was chosen", async () => {
  await loadTexts("configuration", "config-sync", "ui", "shared");
  const saved: SyncRuleInput[] = [];
  await render(() => (
    <SyncRuleForm setting={setting} zone="UTC" mayChange onSave={async (rule) => void saved.push(rule)} />
  ));
  await page
    .getByLabelText(say("config-sync:rule.direction"))
    .selectOptions(say("config-sync:rule.controllerToPortal"));
  await expect.element(page.getByText(say("config-sync:rule.noSection"))).toBeVisible();
  await expect.element(button("rule.save")).toBeDisabled();
  await page.getByRole("checkbox", { name: say("configuration:title.keepAlive") }).click();
  await button("rule.save").click();
  await expect
    .poll(() => saved)
    .toEqual([{ direction: "controllerToPortal", sections: ["keepAlive"], everyMinutes: 60 }]);
});

test("a rule that has stopped says so, and is saved as it is by whoever stands for it now, in every look", async () => {
  await Promise.all([loadTexts("configuration", "config-sync", "ui", "shared"), timeReady()]);
  const rule = { direction: "controllerToPortal", sections: ["keepAlive"], everyMinutes: 60 } as const;
  const by = { userId: "u1", name: "Amina" };
  const stopped: ContainerSetting = {
    ...setting,
    syncRule: { ...rule, sections: [...rule.sections], by, at: day, stoppedAt: day },
  };
  for (const look of looks) {
    const saved: SyncRuleInput[] = [];
    await render(
      () => <SyncRuleForm setting={stopped} zone="UTC" mayChange onSave={async (one) => void saved.push(one)} />,
      look,
    );
    await expect.element(page.getByRole("alert")).toHaveTextContent("Amina");
    await expectFittingWords();
    await expectAccessible();
    await button("rule.save").click();
    await expect.poll(() => saved).toEqual([rule]);
  }
});

test("sections that are the same on both sides take one line, and open to who changed them last", async () => {
  await Promise.all([loadTexts("configuration", "config-sync", "ui", "shared"), timeReady()]);
  for (const look of looks) {
    await render(() => <SyncSections setting={setting} zone="UTC" />, look);
    await expect.element(page.getByText(say("config-sync:differing", { count: 2 }))).toBeVisible();
    const same = page.getByText(say("config-sync:sameSections", { names: say("configuration:title.network") }));
    await expect.element(same).toBeVisible();
    const values = page.getByText(say("config-sync:there", { count: 2 }));
    await expect.element(values.last()).not.toBeVisible();
    await same.click();
    await expect.element(values.last()).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
});
