import type { ContainerUpgrade } from "@offgrid/contract/upgrades/upgrades.schema";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { timeReady } from "../../../core/time.ts";
import type { DataBudget } from "../../../domain/sim-cards/sim-cards.data.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { looks, readText, render, say } from "../../../testing/render.tsx";
import { SoftwareNow } from "./software-now.tsx";
import type { Release, Upgrades } from "./software.data.ts";

const now = Date.parse("2026-11-23T12:00:00Z");
const at = "2026-11-23T11:00:00Z";
const newest: Release = { version: "1.5.0", seq: 5, notes: { en: "Reads faster." }, releasedAt: at, size: 312_000 };
const one: ContainerUpgrade = {
  ...{ upgradeId: "u1", containerId: "gao", version: "1.5.0", state: "gated", gates: ["charge_low"], reason: null },
  ...{ log: [], progress: 0, bytes: 0, by: "Amina", at, installAt: null, startedAt: null, bootedAt: null },
  ...{ overBundle: null, endedAt: null },
};
/** Of 500 MB. */
const budget: DataBudget = {
  ...{ state: "on_track", from: "2026-11-10", until: "2026-12-10", daysLeft: 17, usedBytes: 498e6, countedAt: at },
  ...{ countedSince: null, bundleBytes: 500e6, leftBytes: 2e6, perDayBytes: null, projectedBytes: null },
  ...{ exceededOn: null, cost: null },
};
const idle: Upgrades = { status: "ok", data: [], running: "1.4.0", canUpgrade: true, waits: [] };

const asked: unknown[] = [];
async function show(upgrades: Partial<Upgrades>, look = {}, release: Release | null = newest): Promise<void> {
  await Promise.all([loadTexts("software", "sim-card", "ui", "shared"), timeReady()]);
  asked.length = 0;
  await render(
    () => (
      <SoftwareNow
        container="Gao"
        upgrades={{ ...idle, ...upgrades }}
        newest={release}
        lastKnown={undefined}
        zone="Africa/Nairobi"
        now={now}
        budget={budget}
        mayUpgrade
        onUpgrade={async (...args) => void asked.push(args)}
        onWithdraw={async (id) => void asked.push(id)}
        onOverBundle={async (...args) => void asked.push(args)}
      />
    ),
    look,
  );
}
const button = (key: string, values = {}) =>
  page.getByRole("button", { name: say(`software:${key}`, values), exact: true });

test("an upgrade is asked for with its size in sight, for now or for a night, in every look", async () => {
  for (const look of looks) {
    await show({ waits: [{ gate: "charge_low", percent: 43, at }] }, look);
    await expect.element(page.getByText(/43\s%.*50\s%/)).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
    await button("upgradeTo", { version: "1.5.0" }).click();
    const question = page.getByRole("dialog");
    await expect.element(question.getByText(/0[.,]31\sM[Bo].*16\s%.*2[.,]00\sM[Bo]/)).toBeVisible();
    await expectAccessible();
    const when = question.getByLabelText(say("software:question.when"), { exact: true });
    const nights = when.element().querySelectorAll("option");
    expect(nights).toHaveLength(6);
    await when.selectOptions(nights[1]!.value);
    await question.getByRole("button", { name: say("software:upgrade"), exact: true }).click();
    await expect.poll(() => asked).toEqual([["1.5.0", Date.parse("2026-11-23T23:00:00Z")]]);
    await expect.element(question).not.toBeInTheDocument();
  }
});

test("an upgrade that waits says for what, and can be withdrawn until it is offered", async () => {
  const waits: Upgrades["waits"] = [{ gate: "reserve_ahead", at }, { gate: "works" }];
  await show({ data: [one], waits });
  await expect.element(page.getByText(readText("software:gate.works"))).toBeVisible();
  await expect.element(page.getByText(/reserve is forecast to be reached on 23\/11\/2026/)).toBeVisible();
  await expect.element(button("upgradeTo", { version: "1.5.0" })).not.toBeInTheDocument();
  await button("withdraw").click();
  await expect.poll(() => asked).toEqual(["u1"]);
  await show({ data: [{ ...one, state: "downloading", progress: 0.4, bytes: 130_000, startedAt: at }], waits });
  await expect.element(page.getByRole("progressbar")).toHaveAttribute("value", "0.4");
  await expect.element(button("withdraw")).not.toBeInTheDocument();
});

test("a failure says the step, the reason, the last lines and what runs now", async () => {
  for (const look of looks) {
    const ended = { startedAt: at, bootedAt: at, endedAt: at, log: ["starts", "no device"] };
    await show({ data: [{ ...one, state: "rolled_back", reason: "reads 1 devices instead of 2", ...ended }] }, look);
    await expect.element(page.getByText(readText("software:failedAt.trial"))).toBeVisible();
    await expect.element(page.getByText(/reads 1 devices instead of 2/).first()).toBeVisible();
    await page.getByText(readText("software:log", { count: 2 })).click();
    await expect.element(page.getByText(/no device/)).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
  await show({ data: [{ ...one, state: "failed", reason: "stalled", startedAt: at, endedAt: at }] });
  await expect.element(page.getByText(/Nothing more was loaded for six hours\./).first()).toBeVisible();
});

test("a release that this container has taken back is offered again only with that in sight, also in the question", async () => {
  const over = { startedAt: at, bootedAt: at, endedAt: at, reason: "reads 1 devices instead of 2" };
  for (const look of looks) {
    await show({ data: [{ ...one, state: "rolled_back", ...over }] }, look);
    const warned = (part: { getByText: typeof page.getByText }) =>
      part.getByText(readText("software:before.rolled_back", { version: "1.5.0", at: "23/11/2026" }));
    await expect.element(warned(page)).toHaveTextContent("reads 1 devices instead of 2");
    await button("upgradeTo", { version: "1.5.0" }).click();
    await expect.element(warned(page.getByRole("dialog"))).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
  await show({ data: [{ ...one, version: "1.4.1", state: "rolled_back", ...over }] });
  await expect.element(page.getByText(readText("software:before.again"))).not.toBeInTheDocument();
});

test("what is new is read in the own language, and in another one with its name where nobody has written it", async () => {
  const [english, french] = [{}, { language: "fr" }];
  const both = { ...newest, notes: { en: "Reads faster.", fr: "Lit plus vite." } };
  await show({}, french, both);
  await expect.element(page.getByText(/Lit plus vite\.$/)).toBeVisible();
  await show({}, french);
  await expect.element(page.getByText(/Reads faster\. \(anglais\)$/)).toBeVisible();
  await show({}, english, both);
  await expect.element(page.getByText(/Reads faster\.$/)).toBeVisible();
});

test("what is up to date, has no release, or cannot install one says so and offers nothing", async () => {
  const offered = () => page.getByRole("button", { name: /1\.5\.0/ });
  await show({ running: "1.5.0", data: [{ ...one, state: "healthy", endedAt: at }] });
  await expect.element(page.getByText(readText("software:upToDate"), { exact: true })).toBeVisible();
  await expect.element(page.getByText(/^1\.5\.0: Success/)).toBeVisible();
  await expect.element(offered()).not.toBeInTheDocument();
  await show({}, {}, null);
  await expect.element(page.getByText(readText("software:noRelease"))).toBeVisible();
  await expect.element(page.getByText(readText("software:noHistory"))).toBeVisible();
  await show({ canUpgrade: false });
  await expect.element(page.getByText(readText("software:gate.not_upgradable"))).toBeVisible();
  await expect.element(offered()).not.toBeInTheDocument();
});

test("what does not fit into the rest of the data bundle waits, and is loaded all the same for a reason", async () => {
  const wait = { gate: "data_bundle", leftBytes: 200_000, neededBytes: 312_000, renewedOn: "2026-12-10" } as const;
  for (const look of looks) {
    await show({ data: [one], waits: [wait] }, look);
    await expect.element(page.getByText(/0[.,]20\sM[Bo].*0[.,]31\sM[Bo].*10\/12\/2026/)).toBeVisible();
    await button("overBundle.allow").click();
    const question = page.getByRole("dialog");
    const allow = question.getByRole("button", { name: say("software:overBundle.allow"), exact: true });
    await allow.click();
    await expect.element(question.getByText(readText("software:overBundle.missing"))).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
    expect(asked).toEqual([]);
    await question.getByLabelText(say("software:overBundle.reason")).fill("The pump fails without it.");
    await allow.click();
    await expect.poll(() => asked).toEqual([["u1", "The pump fails without it."]]);
  }
  const overBundle = { by: "Amina", at, reason: "The pump fails without it." };
  await show({ data: [{ ...one, overBundle }], waits: [] });
  await expect.element(page.getByText(/Amina.*The pump fails without it\./)).toBeVisible();
  await expect.element(button("overBundle.allow")).not.toBeInTheDocument();
});
