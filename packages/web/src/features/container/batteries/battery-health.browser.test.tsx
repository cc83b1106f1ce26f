import type { EnergyLevel } from "@offgrid/contract/energy-state/energy-state.schema";
import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";

import { freshnessOf } from "../../../ui/freshness.ts";
import { useFreshness } from "../../../ui/use-freshness.ts";
import { fakeEnergy } from "../../../domain/containers/container-row.fake.ts";
import { setReachable } from "../../../core/api/reach.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { render, say } from "../../../testing/render.tsx";
import { BatteryCard } from "./battery-card.tsx";
import { batteriesOf } from "./battery-facts.ts";
import { BatteryHealth } from "./battery-health.tsx";

const now = Date.UTC(2026, 5, 10, 12);
const reservePercent = 7;
const valuesOf = (soc: number, socAgoS = 0) => ({
  "battery.soc": { value: soc, at: new Date(now - socAgoS * 1_000).toISOString() },
  "battery.power": { value: -500, at: new Date(now).toISOString() },
});

test("no tick stands beside a battery below its reserve", async () => {
  await loadTexts("batteries", "container-facts");
  const show = (soc: number) => {
    const info = { values: valuesOf(soc), everyS: 10, reserveSoc: reservePercent, energy: fakeEnergy("normal") };
    const batteries = batteriesOf(info.values, 10, now, freshnessOf);
    return render(() => <BatteryHealth info={info} batteries={batteries} spread={undefined} now={now} />);
  };
  await show(60);
  await expect.element(page.getByText(say("batteries:noAlarm"))).toBeVisible();
  await show(0);
  await expect.element(page.getByText(/^Below the reserve of 7\s%: 0\s% of charge left\.$/)).toBeVisible();
  await expect.element(page.getByText(say("batteries:noAlarm"))).not.toBeInTheDocument();
  // No count of warnings has it, so it is not called one.
  await expect.element(page.getByText(say("container-facts:status.warning"), { exact: true })).not.toBeInTheDocument();
  // As everywhere else, and not as the reserve itself.
  await show(6.97);
  await expect.element(page.getByText(/^Below the reserve of 7\s%: 6\s% of charge left\.$/)).toBeVisible();
});

test("a battery that is charged with as much as it allows has no tick, but its limit, and the cold as why", async () => {
  await loadTexts("batteries", "container-facts");
  const show = (more: Record<string, number>, language: "en" | "fr" = "en") => {
    const at = new Date(now).toISOString();
    const limited = { "battery.soc": 26, "battery.current": 19.8, "battery.charge_limit": 20, ...more };
    const values = Object.fromEntries(Object.entries(limited).map(([metric, value]) => [metric, { value, at }]));
    const [info, batteries] = [
      { values, everyS: 10, reserveSoc: reservePercent, energy: fakeEnergy("normal") },
      batteriesOf(values, 10, now, freshnessOf),
    ];
    return render(() => <BatteryHealth {...{ info, batteries, now }} spread={undefined} />, { language });
  };
  await show({ "battery.temperature": 6.4 });
  await expect.element(page.getByText(/^Charging is limited to 20(\.0)?\sA: 6\.4\s°C\.$/)).toBeVisible();
  await expect.element(page.getByText(say("batteries:noAlarm"))).not.toBeInTheDocument();
  await show({ "battery.temperature": 6.4 }, "fr");
  await expect.element(page.getByText(/^La charge est limitée à 20(,0)?\sA\s: 6,4\s°C\.$/)).toBeVisible();
  await show({ "battery.temperature": 24 });
  await expect.element(page.getByText(/^Charging is limited to 20(\.0)?\sA\.$/)).toBeVisible();
  const free: [string, number][] = [
    ["battery.current", 4],
    ["battery.soc", 96],
  ];
  // By night, too: the sun of the next day will be held back.
  const night = {
    "battery.current": -12,
    "battery.voltage": 51.2,
    "battery.temperature": 0.9,
    "battery.capacity": 9_600,
  };
  await show(night);
  await expect
    .element(page.getByText(/^At 0\.9\s°C the battery allows charging with 20(\.0)?\sA \(about 1\.02\skW\) at most\.$/))
    .toBeVisible();
  await expect.element(page.getByText(say("batteries:noAlarm"))).not.toBeInTheDocument();
  await show(night, "fr");
  await expect
    .element(page.getByText(/^À 0,9\s°C, la batterie accepte au plus 20(,0)?\sA \(environ 1,02\skW\)\.$/))
    .toBeVisible();
  const fine: Record<string, number>[] = [
    { "battery.temperature": 24 },
    { "battery.charge_limit": 90 },
    { "battery.charge_limit": 0 },
  ];
  for (const one of fine) {
    await show({ ...night, ...one });
    await expect.element(page.getByText(/battery allows|Charging is limited/)).not.toBeInTheDocument();
  }
  for (const [metric, value] of free) {
    await show({ [metric]: value });
    await expect.element(page.getByText(say("batteries:noAlarm"))).toBeVisible();
  }
});

test("the bar of a charge that is old is drawn as old, while the power still comes", async () => {
  await loadTexts("batteries", "container-facts");
  const show = (socAgoS: number) => {
    const battery = batteriesOf(valuesOf(60, socAgoS), 10, now, freshnessOf)[0]!;
    return render(() => (
      <BatteryCard {...{ battery, reservePercent, now }} energy={fakeEnergy("normal")} everyS={10} zone="UTC" />
    ));
  };
  await show(0);
  await expect.element(page.getByText(say("container-facts:charge.discharging"))).toBeVisible();
  await show(5 * 3_600);
  await expect.element(page.getByText(say("container-facts:charge.stale"))).toBeVisible();
});

test("the charge of a container whose loads are cut is as red here as on its card", async () => {
  await loadTexts("batteries", "container-facts");
  const show = async (level: EnergyLevel) => {
    const battery = batteriesOf(valuesOf(6), 10, now, freshnessOf)[0]!;
    await render(() => (
      <BatteryCard {...{ battery, reservePercent, now }} energy={fakeEnergy(level)} everyS={10} zone="UTC" />
    ));
    return document.querySelector(".og-charge");
  };
  expect((await show("normal"))?.hasAttribute("data-cut")).toBe(false);
  expect((await show("cut"))?.hasAttribute("data-cut")).toBe(true);
});

test("of a monitor that has been silent for hours nobody says that it has no alarm", async () => {
  await loadTexts("batteries", "container-facts");
  const show = (values: Record<string, { value: number; at: string }>, language: "en" | "fr" = "en") => {
    const info = { values, everyS: 10, reserveSoc: reservePercent, energy: fakeEnergy("normal") };
    const batteries = batteriesOf(values, 10, now, freshnessOf);
    return render(() => <BatteryHealth info={info} batteries={batteries} spread={undefined} now={now} />, { language });
  };
  const temperature = { "battery.temperature": { value: 24, at: new Date(now).toISOString() } };
  await show(valuesOf(60, 5 * 3_600));
  await expect
    .element(page.getByText("Whether there is an alarm is not known: the last values came 5 h ago.", { exact: true }))
    .toBeVisible();
  await expect.element(page.getByText(say("batteries:noAlarm"))).not.toBeInTheDocument();
  await show({ ...valuesOf(60, 5 * 3_600), ...temperature });
  await expect
    .element(page.getByText("Not all alarms are known: some values came 5 h ago for the last time.", { exact: true }))
    .toBeVisible();
  await expect.element(page.getByText(say("batteries:noAlarm"))).not.toBeInTheDocument();
  await show(valuesOf(60, 5 * 3_600), "fr");
  await expect
    .element(page.getByText(/^Alarmes inconnues\s: les dernières valeurs sont arrivées il y a 5\sh\.$/))
    .toBeVisible();
});

test("without a connection no tick says that there is no alarm, and nothing is said to be silent", async () => {
  await loadTexts("batteries", "container-facts");
  onTestFinished(() => setReachable(true));
  setReachable(false);
  const info = { values: valuesOf(60), everyS: 10, reserveSoc: reservePercent, energy: fakeEnergy("normal") };
  function Tab() {
    const batteries = batteriesOf(info.values, 10, now, useFreshness());
    return (
      <>
        <BatteryHealth info={info} batteries={batteries} spread={undefined} now={now} />
        <BatteryCard
          battery={batteries[0]!}
          {...{ reservePercent, now }}
          energy={fakeEnergy("normal")}
          everyS={10}
          zone="UTC"
        />
      </>
    );
  }
  await render(() => <Tab />);
  await expect
    .element(page.getByText(/^Whether there is an alarm is not known: the last values came <\s1\smin ago\.$/))
    .toBeVisible();
  await expect.element(page.getByText(say("batteries:noAlarm"))).not.toBeInTheDocument();
  await expect.element(page.getByText(say("batteries:silent"))).not.toBeInTheDocument();
  await expect.element(page.getByText(say("container-facts:charge.stale"))).toBeVisible();
});
