import type { ContainerOutput } from "@offgrid/contract/commands/commands.schema";
import type { PhaseDryRun } from "@offgrid/contract/phase-control/phase-control.calls";
import type { PhaseControl } from "@offgrid/contract/phase-control/phase-control.schema";
import { useState } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { ApiError } from "../../../core/api/api-error.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { formatAge, timeReady } from "../../../core/time.ts";
import { ago, fakeNow, fakeOutput, fakeZone } from "../../../domain/commands/command.fake.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { looks, render, say } from "../../../testing/render.tsx";
import type { Seen } from "../configuration/setting-draft.ts";
import { PhaseControlForm } from "./phase-control.form.tsx";
import { PhaseTrialResult } from "./phase-dry-run.tsx";
import { PhaseEventLines } from "./phase-events.tsx";
import { PhaseStanding } from "./phase-standing.tsx";

const setting: PhaseControl = {
  mode: "priorities",
  totalW: 6_000,
  delaySeconds: 30,
  phases: [
    { id: 1, priority: 1, limitW: null, minSoc: null, restoreSoc: null },
    { id: 2, priority: 2, limitW: 3_000, minSoc: 20, restoreSoc: 30 },
    { id: 3, priority: 3, limitW: 900, minSoc: 40, restoreSoc: 50 },
  ],
};
const saved: PhaseControl[] = [];

async function show(look = {}, of: PhaseControl | null = setting, running = of): Promise<void> {
  await Promise.all([loadTexts("phase-control", "command-words", "container", "ui"), timeReady()]);
  saved.length = 0;
  await render(
    () => (
      <PhaseControlForm
        container="Gao"
        setting={of}
        running={running}
        phases={[1, 2, 3]}
        obstacle={undefined}
        consequences={() => [say("phase-control:question.online")]}
        seen={{ wanted: 3, reported: 3 }}
        onSave={async (next) => void saved.push(next)}
      />
    ),
    look,
  );
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const field = (phase: string, name: "priority" | "limitW" | "minSoc" | "restoreSoc") =>
  page.getByLabelText(say("phase-control:ofPhase", { phase, field: say(`phase-control:field.${name}`) }), {
    exact: true,
  });

test("what is set is said in words, asked about and saved; another priority moves the other phases", async () => {
  for (const look of looks) {
    await show(look);
    await expectFittingWords();
    await expectAccessible();
    await expect.element(page.getByText(say("phase-control:does.again"))).toBeVisible();
    await field("L3", "priority").selectOptions("1");
    await field("L1", "limitW").fill("2500");
    await button(say("phase-control:save")).click();
    const dialog = page.getByRole("dialog");
    await expect.element(dialog).toHaveTextContent(say("phase-control:question.online"));
    expect(saved).toEqual([]);
    await dialog.getByRole("button", { name: say("phase-control:save") }).click();
    await expect
      .poll(() => saved.flatMap(({ phases }) => phases.map(({ id, priority, limitW }) => [id, priority, limitW])))
      .toEqual([
        [3, 1, 900],
        [1, 2, 2_500],
        [2, 3, 3_000],
      ]);
  }
});

test("what somebody else saves while it is filled in is refused once, and is then part of it", async () => {
  await Promise.all([loadTexts("phase-control", "command-words", "container", "ui"), timeReady()]);
  const asked: { seen: Seen; limits: (number | null)[] }[] = [];
  const Page = () => {
    const [shown, setShown] = useState({ setting, seen: { wanted: 3, reported: 3 } });
    const [, second, third] = setting.phases;
    const phases = [setting.phases[0]!, { ...second!, limitW: 2_000 }, third!];
    const theirs = () => setShown({ setting: { ...setting, phases }, seen: { wanted: 4, reported: 3 } });
    return (
      <>
        <PhaseControlForm
          container="Gao"
          setting={shown.setting}
          running={shown.setting}
          phases={[1, 2, 3]}
          obstacle={undefined}
          consequences={() => []}
          seen={shown.seen}
          onSave={async (next, seen) => {
            asked.push({ seen, limits: next.phases.map(({ limitW }) => limitW) });
            if (seen.wanted < 4)
              throw new ApiError({ status: 409, code: "config_changed", message: "It has changed." });
          }}
        />
        <button onClick={theirs}>Somebody else</button>
      </>
    );
  };
  await render(() => <Page />);
  const save = async () => {
    await button(say("phase-control:save")).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: say("phase-control:save") })
      .click();
  };
  await field("L1", "limitW").fill("2500");
  await button("Somebody else").click();
  await save();
  await expect.element(field("L2", "limitW")).toHaveValue("2000");
  await expect.element(field("L1", "limitW")).toHaveValue("2500");
  await save();
  await expect
    .poll(() => asked)
    .toEqual([
      { seen: { wanted: 3, reported: 3 }, limits: [2_500, 3_000, 900] },
      { seen: { wanted: 4, reported: 3 }, limits: [2_500, 2_000, 900] },
    ]);
});

test("values that mean nothing are named at their fields, and nothing is asked", async () => {
  await show({}, null);
  await page.getByLabelText(say("phase-control:mode")).selectOptions("priorities");
  await field("L2", "limitW").fill("5");
  await field("L2", "minSoc").fill("40");
  await button(say("phase-control:save")).click();
  for (const fault of ["total", "watts", "both"] as const)
    await expect.element(page.getByText(say(`phase-control:wrong.${fault}`), { exact: true })).toBeVisible();
  expect(page.getByRole("dialog").elements()).toEqual([]);
});

test("what the controller runs is said beside what is wanted, where both differ", async () => {
  await show({}, setting, { ...setting, totalW: 4_000 });
  await expect.element(page.getByText(say("phase-control:runs", { value: "4000" }))).toBeVisible();
});

const why = {
  value: false,
  reason: "phase_limit",
  by: null,
  at: ago(600),
  until: null,
  restoreSoc: null,
  low: null,
  limit: null,
  times: null,
  retryAt: null,
  passed: { of: "power", limit: 900, measured: 1_450 },
  feeder: null,
} as const;

test("each phase says what it draws and whose limit holds, and what is not measured is a dash", async () => {
  await Promise.all([loadTexts("phase-control", "command-words", "container", "ui"), timeReady()]);
  const outputs = [1, 2, 3].map((number): ContainerOutput =>
    fakeOutput({
      target: `phase.${number as 1 | 2 | 3}`,
      number,
      on: number < 3,
      onAt: number === 2 ? ago(7_200) : ago(4),
      why: number === 3 ? why : null,
    }),
  );
  const info = {
    values: { "phase.1.power": { value: 711, at: ago(4) } },
    everyS: 10,
    zoneName: fakeZone,
    energy: { level: "ok" },
  } as never;
  for (const look of looks) {
    await render(() => <PhaseStanding info={info} now={fakeNow} outputs={outputs} />, look);
    await expect.element(page.getByText(say("phase-control:is.on", { phase: "L1" }))).toBeVisible();
    await expect.element(page.getByText(say("phase-control:is.off", { phase: "L3" }))).toBeVisible();
    const age = formatAge(7_200_000, document.documentElement.lang === "fr" ? "fr" : "en");
    await expect.element(page.getByText(say("command-words:read", { age }), { exact: true })).toBeVisible();
    await expect.element(page.getByText(say("command-words:cause.phase_limit"), { exact: false })).toBeVisible();
    expect(page.getByText("—").elements().length).toBeGreaterThan(1);
    await expectFittingWords();
    await expectAccessible();
  }
});

test("events say which phase, when and why, with the limit that was passed", async () => {
  await Promise.all([loadTexts("phase-control", "command-words", "ui"), timeReady()]);
  const events = [
    { eventId: "e2", at: ago(60), phase: 3, on: true, reason: "as_left", by: null, passed: null, restoreSoc: null },
    { ...why, eventId: "e1", phase: 3, on: false },
  ] as const;
  for (const look of looks) {
    await render(() => <PhaseEventLines events={events} now={fakeNow} zone={fakeZone} />, look);
    await expect.element(page.getByText(say("phase-control:events.on", { phase: "L3" }))).toBeVisible();
    await expect.element(page.getByText(/1[.,]45/)).toBeVisible();
    await expectFittingWords();
    await expectAccessible();
  }
});

test("what a setting would have done is said phase by phase, and what was not measured is said to be so", async () => {
  await Promise.all([loadTexts("phase-control", "command-words", "ui"), timeReady()]);
  const result: PhaseDryRun = {
    from: "2026-05-25T00:00:00.000Z",
    to: "2026-06-01T00:00:00.000Z",
    coverage: 0.5,
    everySeconds: 10,
    phases: [
      { phase: 2, times: 2, hours: 0.5, energyWh: 1_250 },
      { phase: 3, times: 1, hours: 1, energyWh: null },
    ],
    count: 3,
    spans: [
      {
        phase: 2,
        from: "2026-05-31T15:00:00.000Z",
        to: null,
        passed: { of: "power", limit: 2_000, measured: 2_500 },
      },
    ],
  };
  for (const look of looks) {
    await render(() => <PhaseTrialResult result={result} zone="Africa/Nairobi" />, look);
    await expect
      .element(page.getByText(say("phase-control:dry.times", { count: 3, number: "3", days: 7 })))
      .toBeVisible();
    await expect.element(page.getByText(say("phase-control:dry.energyUnknown"))).toBeVisible();
    await expect.element(page.getByRole("list", { name: say("phase-control:dry.last") })).toHaveTextContent("L2");
    await expectFittingWords();
    await expectAccessible();
  }
  await render(() => <PhaseTrialResult result={{ ...result, coverage: 0 }} zone="Africa/Nairobi" />);
  await expect.element(page.getByText(say("phase-control:dry.nothing", { days: 7 }))).toBeVisible();
});
