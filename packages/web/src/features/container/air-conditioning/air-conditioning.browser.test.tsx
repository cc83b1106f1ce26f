import { durationText } from "@offgrid/contract/core/duration-text";
import type { AcPlan } from "@offgrid/contract/air-conditioning/ac-plan";
import type { AcControl } from "@offgrid/contract/air-conditioning/air-conditioning.calls";
import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { timeReady, weekdayName } from "../../../core/time.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { axeLooks, looks, readText, render, say } from "../../../testing/render.tsx";
import { at, button, field, followed, modes, plan, setting } from "./ac-control.fake.ts";
import { AcForm } from "./ac.form.tsx";
import { AcPlanning } from "./ac.section.tsx";

const saved: AcPlan[] = [];
const seen = { wanted: 1, reported: 1 };

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
