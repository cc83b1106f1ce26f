import type { RebootPlan } from "@offgrid/contract/reboots/next-reboot";
import type { RebootSchedule } from "@offgrid/contract/reboots/reboots.calls";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { ago, fakeNow, fakeZone } from "../../../domain/commands/command.fake.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { axeLooks, type Look, looks, render, say as sayOf } from "../../../testing/render.tsx";
import { RebootForm } from "./reboot.form.tsx";
import { RebootStanding } from "./reboot-standing.tsx";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`reboots:${key}`, values);
const plan = { enabled: true, days: [1, 7], time: "03:30" };
const side = { version: 3, setting: plan, at: ago(600) };
const schedule = (given: Partial<RebootSchedule> = {}): RebootSchedule => ({
  state: "in_sync",
  wanted: { ...side, by: null, expiresAt: ago(-600) },
  reported: side,
  faults: {},
  zoneName: fakeZone,
  // Sunday half past three in Nairobi, half past one in the morning in Paris.
  next: "2026-11-22T00:30:00.000Z",
  last: null,
  ...given,
});

async function show(given: RebootSchedule, look?: Look, onSave: (saved: RebootPlan) => Promise<void> = async () => {}) {
  await loadTexts("reboots", "ui");
  const ownZone = "Europe/Paris";
  await render(
    () => (
      <>
        <RebootStanding schedule={given} now={fakeNow} ownZone={ownZone} />
        <RebootForm schedule={given} now={fakeNow} ownZone={ownZone} obstacle={undefined} onSave={onSave} />
      </>
    ),
    look,
  );
}

const words = () => page.getByRole("status").first().element().textContent ?? "";

test("the next restart is said by the clocks of the container and by one's own, in both languages", async () => {
  for (const look of looks) {
    await show(schedule(), look);
    expect(words()).toMatch(/22\/11.*3:30.*22\/11.*1:30/);
    await expectFittingWords();
  }
  for (const look of axeLooks) {
    await show(schedule(), look);
    await expectAccessible();
  }
});

test("what the controller does not have yet, does not take, and has left out is said", async () => {
  await show(schedule({ state: "waiting", reported: { ...side, setting: null }, next: null }));
  expect(words()).toContain(say("none"));
  expect(words()).toContain(say("coming"));
  await show(schedule({ state: "rejected", faults: { enabled: "unsupported" }, next: null }));
  expect(words()).toContain(say("unsupported"));
  await show(schedule({ last: { due: ago(3_600), at: ago(2_700), skipped: "locked" } }));
  expect(words()).toContain(say("last.locked", { at: "" }).slice(0, 8));
});

test("a plan needs a day, and is saved as it was filled in", async () => {
  const saved: RebootPlan[] = [];
  await show(schedule(), undefined, async (given) => void saved.push(given));
  const day = (name: string) => page.getByRole("button", { name, exact: true });
  const send = page.getByRole("button", { name: say("save"), exact: true });
  await expect.element(send).toBeDisabled();
  await day("Monday").click();
  await day("Sunday").click();
  await send.click();
  await expect.element(page.getByText(say("wrong.days"))).toBeVisible();
  expect(saved).toEqual([]);
  await day("Wednesday").click();
  await userEvent.fill(page.getByLabelText(say("time"), { exact: true }), "04:15");
  await send.click();
  await expect.poll(() => saved).toEqual([{ enabled: true, days: [3], time: "04:15" }]);
});
