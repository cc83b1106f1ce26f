import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { timeReady } from "../../core/time.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { looks, readText, render, say } from "../../testing/render.tsx";
import { CampaignCard } from "./campaign-card.tsx";
import { CampaignForm } from "./campaign-form.tsx";
import { CampaignMembers } from "./campaign-members.tsx";
import { ReleaseSection } from "./release-section.tsx";
import type { Campaign, Member } from "./upgrades.data.ts";

const at = "2026-11-23T11:00:00Z";
const soaking: Campaign = {
  ...{ campaignId: "c1", name: "Spring", version: "1.5.0", state: "soaking", wave: 2, waves: 3, haltCause: null },
  ...{ reason: null, by: "Amina", changedBy: "Ben", at, startsAt: null, startedAt: at, soakUntil: at, endedAt: null },
  counts: { waiting: 16, underWay: 0, succeeded: 3, failed: 1, over: 0 },
};

const sent: unknown[] = [];
async function show(changes: Partial<Campaign>, look = {}): Promise<void> {
  await Promise.all([loadTexts("upgrades", "ui", "shared"), timeReady()]);
  sent.length = 0;
  await render(
    () => (
      <CampaignCard
        campaign={{ ...soaking, ...changes }}
        zone="Africa/Nairobi"
        members={<p>Gao</p>}
        onStart={async (when) => void sent.push(["start", typeof when])}
        onAct={async (...args) => void sent.push(args)}
        onEdit={() => void sent.push("edit")}
      />
    ),
    look,
  );
}
const button = (key: string, values = {}) =>
  page.getByRole("button", { name: say(`upgrades:${key}`, values), exact: true });

test("a campaign that halted says why, and goes on only with a reason, in every look", async () => {
  for (const look of looks) {
    await show({ state: "halted", haltCause: "trouble", reason: "Wait" }, look);
    await expect.element(page.getByText(readText("upgrades:cause.trouble"))).toBeVisible();
    const said = readText("upgrades:said", { who: "Ben", reason: "Wait" });
    await expect.element(page.getByText(said)).toBeVisible();
    await expect.element(button("act.halt")).not.toBeInTheDocument();
    await expectFittingWords();
    await expectAccessible();
    await button("act.resume").click();
    const question = page.getByRole("dialog", { name: readText("upgrades:question.resume", { name: "Spring" }) });
    const send = question.getByRole("button", { name: say("upgrades:act.resume"), exact: true });
    await send.click();
    await expect.element(question.getByText(say("upgrades:reasonMissing"))).toBeVisible();
    await question.getByLabelText(say("upgrades:reason"), { exact: true }).fill("It was the weather");
    await send.click();
    await expect.poll(() => sent).toEqual([["resume", "It was the weather"]]);
    await expect.element(question).not.toBeInTheDocument();
  }
});

test("a draft is started now or in a morning to come, and its containers are fetched when they are opened", async () => {
  await show({ state: "draft" });
  await expect.element(page.getByText("Gao")).not.toBeInTheDocument();
  await page.getByText(readText("upgrades:members", { count: 20 })).click();
  await expect.element(page.getByText("Gao")).toBeVisible();
  await button("act.edit").click();
  await expect.poll(() => sent).toEqual(["edit"]);
  sent.length = 0;
  await button("act.start").click();
  const when = page.getByLabelText(say("upgrades:when"), { exact: true });
  const choices = when.element().querySelectorAll("option");
  expect(choices).toHaveLength(6);
  await when.selectOptions(choices[2]!.value);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("upgrades:act.start"), exact: true })
    .click();
  await expect.poll(() => sent).toEqual([["start", "number"]]);
});

test("a campaign begins with the containers that were selected, and is written down with all that do not run the release, in waves", async () => {
  const plans: unknown[] = [];
  const typed: string[] = [];
  const containers = Array.from({ length: 6 }, (_, place) => ({
    ...{
      containerId: `c${place}`,
      name: `Container ${place}`,
      version: place === 4 ? "1.5.0" : place === 5 ? null : "1.4.0",
    },
  }));
  for (const look of looks) {
    await Promise.all([loadTexts("upgrades", "ui", "shared"), timeReady()]);
    plans.length = 0;
    typed.length = 0;
    await render(
      () => (
        <CampaignForm
          version="1.5.0"
          containers={containers}
          draft={{ name: "", containers: ["c3"] }}
          onType={(name) => void typed.push(name)}
          onSave={async (plan) => void plans.push(plan)}
          onClose={() => {}}
        />
      ),
      look,
    );
    await button("form.save").click();
    await expect.element(page.getByText(say("upgrades:form.noName"))).toBeVisible();
    await page.getByLabelText(say("upgrades:form.name"), { exact: true }).fill("Spring");
    await button("form.all", { count: 3, version: "1.5.0" }).click();
    await expect.element(page.getByText(readText("upgrades:form.waves", { waves: "1 + 3" }))).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
    await expect.poll(() => typed.at(-1)).toBe("Spring");
    await button("form.save").click();
    await expect
      .poll(() => plans)
      .toEqual([{ name: "Spring", version: "1.5.0", containers: ["c3", "c0", "c1", "c2"] }]);
  }
});

test("without a key that signs releases, none can be added, and the page says what has to be done", async () => {
  await Promise.all([loadTexts("upgrades", "ui", "shared"), timeReady()]);
  const add = async () => {};
  await render(() => <ReleaseSection newest={null} canAdd={false} zone="Africa/Nairobi" onAdd={add} />, {});
  await expect.element(page.getByText(/RELEASE_KEYS/)).toBeVisible();
  await expect.element(button("choose")).not.toBeInTheDocument();
});

test("where there is no release yet, the page says so and takes one", async () => {
  for (const look of looks) {
    await Promise.all([loadTexts("upgrades", "ui", "shared"), timeReady()]);
    await render(() => <ReleaseSection newest={null} canAdd zone="Africa/Nairobi" onAdd={async () => {}} />, look);
    await expect.element(page.getByText(readText("upgrades:noRelease"))).toBeVisible();
    await page.getByText(readText("upgrades:add"), { exact: true }).click();
    await expect.element(button("choose")).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
});

test("each container of a campaign says what it waits for, or how it failed", async () => {
  await Promise.all([loadTexts("upgrades", "software", "ui", "shared"), timeReady()]);
  const member = (containerId: string, more: Partial<Member>): Member => ({
    ...{ containerId, containerName: containerId, wave: 1, state: "gated", gates: [], reason: null },
    ...more,
  });
  const members = [
    member("Gao", { gates: ["charge_low", "locked"] }),
    member("Mopti", { state: "failed", reason: "stalled" }),
    member("Kita", { state: "rolled_back", reason: "reads 1 devices instead of 2" }),
    member("Lodwar", { state: "pending", wave: 2 }),
  ];
  for (const look of looks) {
    await render(() => <CampaignMembers members={members} />, look);
    const gates = ["charge_low", "locked"].map((gate) => say(`upgrades:memberGate.${gate}`)).join(", ");
    await expect.element(page.getByText(say("upgrades:memberWaits", { gates }))).toBeVisible();
    await expect.element(page.getByText(say("software:reason.stalled"))).toBeVisible();
    await expect.element(page.getByText("reads 1 devices instead of 2")).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
});
