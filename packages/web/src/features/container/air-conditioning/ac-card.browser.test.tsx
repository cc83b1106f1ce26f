import type { AcControl } from "@offgrid/contract/air-conditioning/air-conditioning.calls";
import { usualUnits } from "@offgrid/contract/core/unit-choices";
import type { AcSetting } from "@offgrid/contract/devices/ac-setting";
import { showUnits } from "@offgrid/contract/telemetry/shown-units";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { timeReady } from "../../../core/time.ts";
import { fakeCommand, fakeLock } from "../../../domain/commands/command.fake.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { axeLooks, looks, readText, render, say } from "../../../testing/render.tsx";
import { AcCard } from "./ac-card.tsx";
import { at, button, control, field, now } from "./ac-control.fake.ts";

const settings: AcSetting[] = [];
interface Shown {
  blocked?: string;
  look?: object;
  isRunning?: boolean;
  /** Temperature of the room, °C, and for how many seconds it has not been measured. */
  room?: number;
  roomAt?: number;
}

async function showCard(
  changes: Partial<AcControl> = {},
  { blocked, look, isRunning = true, room = 27.3, roomAt = 90 }: Shown = {},
) {
  await Promise.all([loadTexts("air-conditioning", "command-words", "container", "ui"), timeReady()]);
  settings.length = 0;
  await render(
    () => (
      <AcCard
        control={{ ...control, ...changes }}
        values={{
          on: { value: isRunning, at: at(5) },
          mode: { value: "cool", at: at(5) },
          power: { value: 740, at: at(5) },
          setpoint: { value: 24.5, at: at(5) },
          temperature: { value: room, at: at(roomAt) },
          fan: { value: 60, at: at(5) },
        }}
        everyS={10}
        now={now}
        zone="Africa/Nairobi"
        userId="u1"
        blocked={blocked}
        maySet
        container="Kisumu"
        isAway={false}
        onSet={async (setting) => void settings.push(setting)}
        onLock={async () => undefined}
      />
    ),
    look,
  );
}

test("a unit says what it is set to and does, each value with its age, and why, in every look", async () => {
  for (const look of looks) {
    await showCard({}, { look });
    const room = look.language === "fr" ? "27,3 °C" : "27.3 °C";
    await expect.element(page.getByText(room)).toBeVisible();
    await expect.element(page.getByText(readText("command-words:cause.schedule"))).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("it is set as it stands in the fields, and switched off by one press", async () => {
  await showCard();
  await userEvent.selectOptions(field("mode"), "heat");
  await userEvent.fill(field("setpoint"), "19");
  await userEvent.selectOptions(field("fan"), "100");
  await userEvent.click(button("setNow"));
  await userEvent.click(button("switchOff"));
  expect(settings).toEqual([{ mode: "heat", setpointDegC: 19, fan: 100 }, { mode: "off" }]);
  await userEvent.fill(field("setpoint"), "90");
  await userEvent.click(button("setNow"));
  await expect
    .element(page.getByText(say("air-conditioning:wrong.setpoint", { from: 8, to: 32, unit: "°C" })))
    .toBeVisible();
  expect(settings).toHaveLength(2);
});

test("whoever reads °F finds all of it in °F, and what they type is set in °C, in the steps that the unit takes", async () => {
  showUnits({ ...usualUnits, temperature: "degF" });
  onTestFinished(() => showUnits(usualUnits));
  for (const look of looks) {
    await showCard({}, { look });
    await expect.element(page.getByText(look.language === "fr" ? "81,1 °F" : "81.1 °F")).toBeVisible();
    await expect.element(field("setpoint", "°F")).toHaveValue(look.language === "fr" ? "76,1" : "76.1");
    await expectFittingWords();
  }
  await showCard();
  for (const typed of ["77", "76"]) {
    await userEvent.fill(field("setpoint", "°F"), typed);
    await userEvent.click(button("setNow"));
  }
  await userEvent.fill(field("setpoint", "°F"), "27");
  await userEvent.click(button("setNow"));
  await expect
    .element(
      page.getByText(say("air-conditioning:wrong.otherSetpoint", { from: 46.4, to: 89.6, unit: "°F" }), {
        exact: true,
      }),
    )
    .toBeVisible();
  expect(settings).toMatchObject([{ setpointDegC: 25 }, { setpointDegC: 24.5 }]);
});

test("a compressor that was just stopped says from when it can be started, and its fan may blow", async () => {
  const why = { ...control.why!, value: "off", at: at(60) };
  await showCard({ setting: "off", why });
  await expect.element(page.getByText(/3:02\spm/).first()).toBeVisible();
  await userEvent.selectOptions(field("mode"), "fan");
  await userEvent.click(button("setNow"));
  expect(settings).toEqual([{ mode: "fan", setpointDegC: 24.5, fan: 60 }]);
});

test("while a command is under way, and while it is locked or away, nothing more can be asked for, and it says why", async () => {
  const last = fakeCommand({ op: "ac.set", target: "ac", wanted: "cool 21 100", state: "sent", value: null });
  await showCard({ last });
  await expect.element(button("setNow")).toBeDisabled();
  await showCard({ lock: fakeLock({ state: "held", locked: true }) });
  await expect.element(page.getByText(say("air-conditioning:locked"))).toBeVisible();
  await showCard({}, { blocked: "It is away." });
  await expect.element(button("switchOff")).toBeDisabled();
  await expect.element(page.getByText("It is away.")).toBeVisible();
});

test("a unit that its own equipment keeps off may lack power: that is said, and it cannot be set", async () => {
  const why = { ...control.why!, value: "off", reason: "equipment" as const };
  await showCard({ setting: "off", why }, { isRunning: false });
  await expect.element(page.getByText(say("air-conditioning:held"))).toBeVisible();
  await expect.element(page.getByText(say("container:switched.ac.off"))).toBeVisible();
  await expect.element(button("setNow")).toBeDisabled();
  await showCard({ why });
  await expect.element(button("setNow")).toBeEnabled();
});

test("a unit whose supply is off says what feeds it, and is not offered to be set as if that would help", async () => {
  const why = { ...control.why!, value: "off", reason: "no_supply", feeder: "phase.3" } as const;
  await showCard({ setting: "off", why }, { isRunning: false });
  await expect.element(page.getByText(/^No supply \(off: Phase L3\)\. /)).toBeVisible();
  await expect.element(page.getByText("Not possible now: no supply (off: Phase L3).")).toBeVisible();
  await expect.element(button("setNow")).toBeDisabled();
});

test("a unit that is set to run but does not says so", async () => {
  // A room that is warmer than it has to be leaves no doubt that the set point is not reached.
  await showCard({}, { isRunning: false, roomAt: 5 });
  await expect
    .element(
      page.getByText(/although the room is at [\d.]+\s°C and its set point is 24\.5\s°C\. It may have no power:/),
    )
    .toBeVisible();
  await expect.element(page.getByText(/may have reached/)).not.toBeInTheDocument();
  // Within the band of its thermostat nothing is wrong.
  await showCard({}, { isRunning: false, room: 24.8, roomAt: 5 });
  await expect
    .element(page.getByText(/but need not yet: the room is at 24\.8\s°C, close to its set point of 24\.5\s°C/))
    .toBeVisible();
  await expect.element(page.getByText(/may have no/)).not.toBeInTheDocument();
  // A room that is colder than it has to be leaves no doubt, as long as its reading is fresh.
  await showCard({}, { isRunning: false, room: 17.8, roomAt: 5 });
  await expect
    .element(page.getByText(/but need not: the room is at 17\.8\s°C, and its set point of 24\.5\s°C is reached/))
    .toBeVisible();
  await showCard({}, { isRunning: false, room: 17.8 });
  await expect.element(page.getByText(say("air-conditioning:idle"))).toBeVisible();
  await showCard();
  await expect.element(page.getByText(say("air-conditioning:idle"))).not.toBeInTheDocument();
});
