import type { LightPlan } from "@offgrid/contract/street-lights/light-level";
import type { StreetLight } from "@offgrid/contract/street-lights/street-lights.calls";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { timeReady } from "../../../core/time.ts";
import { fakeCommand, fakeLock } from "../../../domain/commands/command.fake.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { axeLooks, looks, readText, render, say } from "../../../testing/render.tsx";
import { LightCard } from "./light-card.tsx";
import { LightForm } from "./light.form.tsx";

const now = Date.parse("2026-11-23T12:00:00Z");
const kisumu = { zoneName: "Africa/Nairobi", latitudeDeg: -0.1, longitudeDeg: 34.75 };
const plan: LightPlan = {
  mode: "schedule",
  level: 100,
  ratedW: 60,
  steps: [
    { at: { time: "18:30" }, level: 100 },
    { at: { time: "06:30" }, level: 0 },
  ],
};
const saved: { plan: LightPlan; isForAll: boolean }[] = [];

async function showForm(wanted: LightPlan | null, { place = kisumu as object, look = {} } = {}): Promise<void> {
  await Promise.all([loadTexts("street-lights", "ui"), timeReady()]);
  saved.length = 0;
  const where = { zoneName: "Africa/Nairobi", ...place };
  const onSave = async (one: LightPlan, isForAll: boolean) => void saved.push({ plan: one, isForAll });
  await render(() => <LightForm plan={wanted} place={where} now={now} hasOthers onSave={onSave} />, look);
}
const field = (key: string) => page.getByLabelText(say(`street-lights:${key}`), { exact: true });
const save = () => page.getByRole("button", { name: say("street-lights:save"), exact: true });

test("a schedule is shown with its week and its energy, in every look", async () => {
  for (const look of looks) {
    await showForm(plan, { look });
    // Twelve hours of 60 W, seven times.
    const energy = look.language === "fr" ? "5,04 kWh" : "5.04 kWh";
    await expect.element(page.getByText(readText("street-lights:week.sum", { energy, power: 60 }))).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("a level that is typed counts in the week at once, and is saved with the plan", async () => {
  await showForm(plan);
  await userEvent.fill(field("level").first(), "50");
  await expect
    .element(page.getByText(readText("street-lights:week.sum", { energy: "2.52 kWh", power: 60 })))
    .toBeVisible();
  await userEvent.click(page.getByText(say("street-lights:forAll")));
  await userEvent.click(save());
  await expect.poll(() => saved).toHaveLength(1);
  expect(saved[0]).toEqual({
    plan: { ...plan, steps: [{ at: { time: "18:30" }, level: 50 }, plan.steps[1]] },
    isForAll: true,
  });
});

test("a light without a plan is offered one that follows the sun", async () => {
  await showForm(null);
  await userEvent.selectOptions(field("mode"), "schedule");
  await userEvent.click(save());
  await expect.poll(() => saved[0]?.plan.steps.map(({ at }) => at)).toContainEqual({ sun: "sunset" });
});

test("without a position, the sun is refused beside the field, and nothing is saved", async () => {
  await showForm(null, { place: { latitudeDeg: undefined, longitudeDeg: undefined } });
  await userEvent.selectOptions(field("mode"), "auto");
  await userEvent.click(save());
  await expect.element(page.getByText(say("street-lights:wrong.position"))).toBeVisible();
  expect(saved).toEqual([]);
});

const light: StreetLight = {
  light: 2,
  target: "street_light.2",
  wanted: null,
  running: null,
  level: 40,
  levelAt: "2026-11-23T11:59:50.000Z",
  why: {
    value: 40,
    reason: "schedule",
    by: null,
    at: "2026-11-23T11:00:00.000Z",
    until: null,
    restoreSoc: null,
    low: null,
    limit: null,
    passed: null,
    times: null,
    retryAt: null,
    feeder: null,
  },
  lock: fakeLock(),
  last: null,
};

const levels: number[] = [];
const locks: [isLocked: boolean, reason: string | undefined][] = [];
async function showCard(changes: Partial<StreetLight> = {}, blocked?: string): Promise<void> {
  await Promise.all([loadTexts("street-lights", "command-words", "ui"), timeReady()]);
  levels.length = 0;
  locks.length = 0;
  await render(() => (
    <LightCard
      light={{ ...light, ...changes }}
      live={undefined}
      everyS={10}
      now={now}
      zone="Africa/Nairobi"
      userId="u1"
      blocked={blocked}
      mayDim
      container="Kisumu"
      onSet={async (level) => void levels.push(level)}
      onLock={async (isLocked, reason) => void locks.push([isLocked, reason])}
    />
  ));
}
const levelButton = (name: string) => page.getByRole("button", { name, exact: true });

test("a light says its level and why, and takes another one", async () => {
  await showCard();
  await expect.element(page.getByText(say("command-words:cause.schedule"))).toBeVisible();
  await userEvent.click(levelButton(say("street-lights:is.off")));
  expect(levels).toEqual([0]);
});

test("while a command is under way, and while the container is away, nothing more is asked for", async () => {
  const last = fakeCommand({ op: "light.set", target: "street_light.2", wanted: 75, state: "sent", value: null });
  await showCard({ last });
  await levelButton(say("street-lights:is.off")).click({ force: true });
  await showCard({}, "It is away.");
  await levelButton(say("street-lights:is.off")).click({ force: true });
  await expect.element(page.getByText("It is away.")).toBeVisible();
  expect(levels).toEqual([]);
});

test("a light is locked by people who work on it, with a reason, and only they are asked nothing more", async () => {
  await showCard();
  const output = say("shared:output.street_light", { number: 2 });
  await userEvent.click(levelButton(say("command-words:lock.takeNamed", { output })));
  await userEvent.fill(page.getByLabelText(say("command-words:lock.reason")), "New lamp");
  await userEvent.click(page.getByRole("dialog").getByRole("button", { name: say("command-words:lock.takeAsIs") }));
  await expect.poll(() => locks).toEqual([[true, "New lamp"]]);
});
