import type { LoadProtection } from "@offgrid/contract/load-protection/load-protection.schema";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { freshnessOf } from "../../../ui/freshness.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { timeReady } from "../../../core/time.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { looks, render, say } from "../../../testing/render.tsx";
import { DryRunResult } from "./dry-run-result.tsx";
import { measuredOutputs } from "../outputs/measured-outputs.ts";
import { LoadProtectionForm } from "./load-protection.form.tsx";
import { hasPower } from "./load-protection.section.tsx";
import { ProtectionStanding } from "./protection-standing.tsx";

const setting: LoadProtection = {
  enabled: true,
  cutSoc: 20,
  restoreSoc: 30,
  cutVoltage: null,
  restoreVoltage: null,
  delaySeconds: 60,
  loads: [
    { target: "relay.1", neverCut: false },
    { target: "relay.2", neverCut: false },
    { target: "relay.3", neverCut: true },
  ],
};
const now = Date.parse("2026-11-23T12:00:00Z");
const saved: LoadProtection[] = [];

const relays = ["relay.1", "relay.2", "relay.3"];

async function show(look = {}, of: LoadProtection | null = setting, targets = relays): Promise<void> {
  await Promise.all([loadTexts("load-protection", "command-words", "ui"), timeReady()]);
  saved.length = 0;
  await render(
    () => (
      <LoadProtectionForm
        container="Gao"
        setting={of}
        running={of}
        targets={targets}
        isOn={(target) => (target === "relay.3" ? undefined : true)}
        reserveSoc={20}
        obstacle={undefined}
        consequences={() => [say("load-protection:question.online")]}
        trial={() => null}
        seen={{ wanted: 1, reported: 1 }}
        onSave={async (next) => void saved.push(next)}
      />
    ),
    look,
  );
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const order = () =>
  page
    .getByRole("listitem")
    .elements()
    .map((item) => /\d(?!\.)/.exec(item.textContent ?? "")?.[0]);
const move = (way: "up" | "down", number: number) =>
  button(say(`load-protection:order.${way}`, { load: say("shared:output.relay", { number }) }));

test("an air conditioner and street lights are loads like any other: in the order, never cut until somebody chooses them", async () => {
  const info = {
    capabilities: ["relay", "street_light", "ac"],
    everyS: 10,
    values: {
      "relay.1.on": { value: 1, at: new Date(now - 5_000).toISOString() },
      "street_light.1.level": { value: 0, at: new Date(now - 5_000).toISOString() },
      "ac.mode": { value: 1, at: new Date(now - 5_000).toISOString() },
      "ac.setpoint": { value: 24, at: new Date(now - 5_000).toISOString() },
      "ac.fan": { value: 60, at: new Date(now - 5_000).toISOString() },
    },
  };
  const targets = measuredOutputs(info).map(({ target }) => target);
  expect(targets).toEqual(["relay.1", "street_light.1", "ac"]);
  expect(targets.map((target) => hasPower(info, target, now, freshnessOf))).toEqual([true, false, true]);
  expect(hasPower(info, "ac", now + 600_000, freshnessOf)).toBeUndefined();
  await show({}, setting, [...relays, "street_light.1", "ac"]);
  const ac = say("shared:output.ac");
  const never = page.getByRole("checkbox", { name: say("load-protection:order.neverOf", { load: ac }), exact: true });
  await expect.element(never).toBeChecked();
  await never.click();
  await button(say("load-protection:order.up", { load: ac })).click();
  await button(say("load-protection:save")).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: say("load-protection:save"), exact: true })
    .click();
  await expect.poll(() => saved).toHaveLength(1);
  expect(saved[0]?.loads.slice(3)).toEqual([
    { target: "ac", neverCut: false },
    { target: "street_light.1", neverCut: true },
  ]);
});

test("loads are moved by keys and buttons that keep the focus, and nothing is saved before it was said in words", async () => {
  for (const look of looks) {
    await show(look);
    await expectFittingWords();
    await expectAccessible();
    expect(order()).toEqual(["1", "2", "3"]);
    move("down", 1).element().focus();
    await userEvent.keyboard("{ArrowDown}");
    await expect.poll(order).toEqual(["2", "1", "3"]);
    expect(document.activeElement).toBe(move("down", 1).element());
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    await expect.poll(order).toEqual(["2", "3", "1"]);
    await move("up", 3).click();
    await expect.poll(order).toEqual(["3", "2", "1"]);
    await button(say("load-protection:save")).click();
    await expect.element(page.getByRole("dialog")).toHaveTextContent(say("load-protection:question.online"));
    expect(saved).toEqual([]);
    await page
      .getByRole("dialog")
      .getByRole("button", { name: say("load-protection:save") })
      .click();
    await expect
      .poll(() => saved.map(({ loads }) => loads.map(({ target }) => target)))
      .toEqual([["relay.3", "relay.2", "relay.1"]]);
  }
});

test("values that mean nothing are named at their fields, and nothing is asked", async () => {
  await show({}, null);
  await page.getByRole("switch").click();
  await page.getByLabelText(say("load-protection:field.restoreSoc")).fill("20");
  await button(say("load-protection:save")).click();
  await expect.element(page.getByText(say("load-protection:wrong.gap"), { exact: true })).toBeVisible();
  await expect.element(page.getByText(say("load-protection:wrong.none"), { exact: true })).toBeVisible();
  expect(page.getByRole("dialog").elements()).toEqual([]);
});

test("what protection has cut is said with its reason and what brings it back; what is not known is said to be so", async () => {
  await Promise.all([loadTexts("load-protection", "command-words", "ui"), timeReady()]);
  const now = Date.UTC(2026, 4, 1, 12);
  const at = new Date(now - 60_000).toISOString();
  for (const look of looks) {
    await render(
      () => (
        <ProtectionStanding
          protection={{
            state: "cut",
            enabled: true,
            reportedAt: at,
            charge: { value: 18, at },
            voltage: null,
            cuts: [
              { target: "relay.1", since: at, low: "charge", readOffAt: at },
              { target: "relay.2", since: at, low: null, readOffAt: null },
            ],
            stoppedAt: null,
            back: { soc: 30, voltage: null, forecast: "unknown", likely: null, madeAt: null },
          }}
          isAway={false}
          now={now}
          zone="Africa/Nairobi"
        />
      ),
      look,
    );
    await expect.element(page.getByText(say("load-protection:now.cut"), { exact: true })).toBeVisible();
    await expect.element(page.getByText(say("load-protection:now.forecast.unknown"))).toBeVisible();
    await expect.element(page.getByText(say("load-protection:now.unread"))).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
});

test("a dry run says what it does not know instead of nothing, and nothing where nothing was measured", async () => {
  await Promise.all([loadTexts("load-protection", "command-words", "ui"), timeReady()]);
  const result = {
    from: "2026-02-01T00:00:00.000Z",
    to: "2026-05-02T00:00:00.000Z",
    coverage: 0.8,
    coarseDays: 3,
    gaps: [{ from: "2026-02-01T00:00:00.000Z", to: "2026-02-10T00:00:00.000Z" }],
    count: 2,
    spans: [
      { from: "2026-05-01T20:00:00.000Z", to: null, loads: ["relay.1"] },
      { from: "2026-04-01T20:00:00.000Z", to: "2026-04-02T06:00:00.000Z", loads: ["relay.1"] },
    ],
    switchings: 3,
    loads: [{ target: "relay.1", hours: 14, cuts: 2, powerW: null, energyWh: null, isAssumedOn: false }],
    lowest: { at: "2026-04-02T05:00:00.000Z", measured: 8, estimated: null },
    actedBefore: 0,
  };
  for (const look of looks) {
    await render(() => <DryRunResult result={result} zone="Africa/Nairobi" />, look);
    await expect.element(page.getByText(say("load-protection:dry.energyUnknown"))).toBeVisible();
    await expect.element(page.getByText(say("load-protection:dry.keptUnknown"))).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
  await render(() => <DryRunResult result={{ ...result, coverage: 0 }} zone="Africa/Nairobi" />);
  await expect.element(page.getByText(say("load-protection:dry.nothing", { days: 90 }))).toBeVisible();
});
