import { durationText } from "@offgrid/contract/core/duration-text";
import type { AcPlan } from "@offgrid/contract/air-conditioning/ac-plan";
import type { AcControl } from "@offgrid/contract/air-conditioning/air-conditioning.calls";
import type { AcSetting } from "@offgrid/contract/devices/ac-setting";
import { usualUnits } from "@offgrid/contract/core/unit-choices";
import { showUnits } from "@offgrid/contract/telemetry/shown-units";
import { useState } from "react";
import { expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { timeReady, weekdayName } from "../../../core/time.ts";
import { fakeCommand, fakeLock } from "../../../domain/commands/command.fake.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { axeLooks, looks, readText, render, say } from "../../../testing/render.tsx";
import { AcCard } from "./ac-card.tsx";
import { AcForm } from "./ac.form.tsx";
import { AcPlanning } from "./ac.section.tsx";

const now = Date.parse("2026-11-23T12:00:00Z");
const plan: AcPlan = {
  enabled: true,
  mode: "cool",
  setpointDegC: 24.5,
  fan: 60,
  hours: [{ from: "08:00", to: "18:00" }],
  minSoc: 40,
};
const saved: AcPlan[] = [];
const seen = { wanted: 1, reported: 1 };
const modes = ["off", "cool", "heat", "fan", "auto"] as const;

async function showForm(wanted: AcPlan | null, look = {}): Promise<void> {
  await Promise.all([loadTexts("air-conditioning", "ui"), timeReady()]);
  saved.length = 0;
  await render(
    () => (
      <AcForm
        plan={wanted}
        modes={modes}
        seen={seen}
        isLapsed={false}
        obstacle={undefined}
        onSave={async (one) => void saved.push(one)}
      />
    ),
    look,
  );
}
const field = (key: string, unit = "°C") =>
  page.getByLabelText(say(`air-conditioning:${key}`, { unit }), { exact: true });
const button = (key: string) => page.getByRole("button", { name: say(`air-conditioning:${key}`), exact: true });

test("a plan is shown with the hours of a day that it takes, in every look", async () => {
  for (const look of looks) {
    await showForm(plan, look);
    await expect.element(page.getByText(readText("air-conditioning:hours.sum", { duration: "10 h" }))).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("what is typed is saved whole, with half degrees and more hours", async () => {
  await showForm(plan);
  await userEvent.fill(field("setpoint"), "22,5");
  await userEvent.fill(field("minSoc"), "");
  await userEvent.click(button("hours.add"));
  await userEvent.fill(field("hours.from").nth(1), "22:00");
  await userEvent.fill(field("hours.to").nth(1), "02:00");
  for (const day of [6, 7]) {
    const second = page.getByRole("group", { name: say("air-conditioning:hours.one", { number: 2 }) });
    await second.getByRole("button", { name: weekdayName(day, "en", "long") }).click();
  }
  // Ten hours of each day, and four of two nights.
  await expect
    .element(page.getByText(say("air-conditioning:hours.sumWeek", { duration: durationText(78 * 3_600, "en") })))
    .toBeVisible();
  await userEvent.click(button("save"));
  await expect.poll(() => saved).toHaveLength(1);
  const hours = [...plan.hours, { from: "22:00", to: "02:00", days: [6, 7] }];
  expect(saved[0]).toEqual({ ...plan, setpointDegC: 22.5, minSoc: null, hours });
});

test("what cannot be is said beside its field, and nothing is saved", async () => {
  await showForm(plan);
  await userEvent.fill(field("setpoint"), "40");
  await userEvent.fill(field("minSoc"), "200");
  await userEvent.fill(field("hours.to"), "08:00");
  await userEvent.click(button("save"));
  for (const fault of ["setpoint", "charge", "sameTime"])
    await expect
      .element(page.getByText(say(`air-conditioning:wrong.${fault}`, { from: 8, to: 32, unit: "°C" })))
      .toBeVisible();
  expect(saved).toEqual([]);
});

test("a change names the versions that it was made of, also when somebody else has saved meanwhile", async () => {
  await Promise.all([loadTexts("air-conditioning", "ui"), timeReady()]);
  const made: number[] = [];
  const Page = () => {
    const [minSoc, setMinSoc] = useState(40);
    return (
      <>
        <AcForm
          plan={{ ...plan, minSoc }}
          modes={modes}
          seen={{ wanted: minSoc, reported: minSoc }}
          isLapsed={false}
          obstacle={undefined}
          onSave={async (_plan, { wanted }) => made.push(wanted)}
        />
        <button onClick={() => setMinSoc(60)}>Somebody else</button>
      </>
    );
  };
  await render(() => <Page />);
  await userEvent.fill(field("minSoc"), "55");
  await page.getByRole("button", { name: "Somebody else" }).click();
  await userEvent.click(button("save"));
  await expect.poll(() => made).toEqual([40]);
});

test("a unit that nobody has set does not work by itself, and is offered what most people want, of what it can", async () => {
  await showForm(null);
  await expect.element(page.getByRole("switch")).not.toBeChecked();
  await page.getByRole("switch").click();
  await userEvent.click(button("save"));
  await expect
    .poll(() => saved)
    .toEqual([{ enabled: true, mode: "cool", setpointDegC: 26, fan: 60, hours: [], minSoc: null }]);
});

const at = (seconds: number) => new Date(now - seconds * 1_000).toISOString();
const setting = { ...plan, hours: [...plan.hours] };
const followed: AcControl["plan"] = {
  state: "in_sync",
  wanted: { version: 1, setting, by: null, at: at(7_200), expiresAt: at(-597_600) },
  reported: { version: 1, setting, at: at(7_190) },
  faults: {},
};
const control: AcControl = {
  modes: [...modes],
  setting: "cool 24.5 60",
  why: {
    value: "cool 24.5 60",
    reason: "schedule",
    by: null,
    at: at(3_600),
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
  plan: followed,
};

const other = { ...setting, fan: 100 };
const news: [says: string | undefined, plan: Partial<AcControl["plan"]>][] = [
  [undefined, {}],
  ["followsOther", { state: "sent", reported: { version: 1, setting: other, at: at(7_190) } }],
  ["followsNone", { state: "waiting", reported: null }],
  [
    "refused",
    { state: "rejected", reported: { version: 1, setting: other, at: at(60) }, faults: { mode: "unsupported" } },
  ],
  ["lapsed", { state: "lapsed", reported: { version: 1, setting: other, at: at(700_000) } }],
];

test("whether the controller follows the plan is said, and why not; one that was not delivered can be sent again", async () => {
  await Promise.all([loadTexts("air-conditioning", "command-words", "ui"), timeReady()]);
  for (const [says, changes] of news) {
    const save = async (one: AcPlan) => void saved.push(one);
    const shown = { modes: [...modes], plan: { ...followed, ...changes } };
    saved.length = 0;
    await render(() => <AcPlanning control={shown} mayPlan onSave={save} />);
    await expect.element(field("setpoint")).toBeVisible();
    for (const [one] of news.slice(1)) {
      const text = page.getByText(say(`air-conditioning:${one ?? ""}`));
      if (one === says) await expect.element(text).toBeVisible();
      else await expect.element(text).not.toBeInTheDocument();
    }
    if (says !== "lapsed") await expect.element(button("save")).toBeDisabled();
    else {
      await userEvent.click(button("save"));
      await expect.poll(() => saved).toEqual([plan]);
    }
  }
});

test("while a change of the configuration is on trial nothing can be saved, and that is said", async () => {
  await Promise.all([loadTexts("air-conditioning", "ui"), timeReady()]);
  const shown = { modes: [...modes], plan: { ...followed, state: "trial" as const } };
  await render(() => <AcPlanning control={shown} mayPlan onSave={async () => undefined} />);
  await userEvent.fill(field("minSoc"), "55");
  await expect.element(page.getByText(say("air-conditioning:onTrial"))).toBeVisible();
  await expect.element(button("save")).toBeDisabled();
});

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
    await expect.element(page.getByText(readText("command-words:why.schedule"))).toBeVisible();
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
  await expect.element(page.getByText(/^No supply: Phase L3 is off\. /)).toBeVisible();
  await expect.element(page.getByText("Not possible now: Phase L3, which feeds it, is off.")).toBeVisible();
  await expect.element(button("setNow")).toBeDisabled();
});

test("a unit that is set to run but does not says so", async () => {
  await showCard({}, { isRunning: false, roomAt: 5 });
  await expect.element(page.getByText(say("air-conditioning:idle"))).toBeVisible();
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
