import { energyLevels } from "@offgrid/contract/energy-state/energy-levels";
import type { EnergyLevel } from "@offgrid/contract/energy-state/energy-state.schema";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { fakeContainer, fakeEnergy } from "../../domain/containers/container-row.fake.ts";
import { countStates, worstWarningOf } from "../../domain/containers/fleet-facts.ts";
import { looks, render, say } from "../../testing/render.tsx";
import { expectFittingWords } from "../../testing/good-part.ts";
import { FleetStrip } from "./fleet-strip.tsx";

const link = (key: string) => page.getByRole("link", { name: say(key, { count: 1 }) });

test("without any forecast nobody is said to be free of what lies ahead", async () => {
  const counts = countStates([fakeContainer()]);
  await render(() => <FleetStrip counts={counts} hasForecast={false} />);
  await expect.element(link("energy-state:word.cut_ahead")).toHaveTextContent(/^—/);
  await expect.element(link("energy-state:word.cut")).toHaveTextContent(/^0/);
  await render(() => <FleetStrip counts={counts} hasForecast />);
  await expect.element(link("energy-state:word.cut_ahead")).toHaveTextContent(/^0/);
});

test("while forecasts are being computed it is said so in place of a count that nobody knows", async () => {
  for (const look of looks) {
    await render(() => <FleetStrip counts={countStates([fakeContainer()])} hasForecast isComing />, look);
    const computed = say("dashboard:fleet.computed").replaceAll(/\s+/g, " ");
    await expect.element(page.getByRole("link", { name: computed })).toHaveTextContent(/^—/);
    await expectFittingWords();
  }
  await render(() => <FleetStrip counts={{ ...countStates([fakeContainer()]), cut_ahead: 1 }} hasForecast isComing />);
  await expect.element(link("energy-state:word.cut_ahead")).toHaveTextContent(/^1/);
});

test("the counts of what lies ahead say for how long that is, in every look", async () => {
  for (const look of looks) {
    const counts = { ...countStates([fakeContainer()]), cut_ahead: 1, generator_ahead: 2 };
    await render(() => <FleetStrip counts={counts} hasForecast />, look);
    for (const level of ["cut_ahead", "generator_ahead"] as const) {
      const state = say(`energy-state:word.${level}`);
      const within = say("dashboard:fleet.within", { state, hours: 24 }).replaceAll(/\s+/g, " ");
      await expect.element(page.getByRole("link", { name: within })).toBeVisible();
    }
    await expectFittingWords();
  }
});

test("open warnings have a place where there are some", async () => {
  await render(() => <FleetStrip counts={countStates([fakeContainer()])} hasForecast />);
  await expect.element(link("container-facts:status.online")).toBeVisible();
  await expect.element(link("dashboard:fleet.warning")).not.toBeInTheDocument();
  await render(() => <FleetStrip counts={countStates([fakeContainer({ warnings: 2 })])} hasForecast />);
  await expect.element(link("dashboard:fleet.warning")).toHaveTextContent(/^1/);
});

test("those with a warning have the mark of the gravest of them, with its colour", async () => {
  const mild = { openWarnings: { count: 1, worst: "warning" } } as const;
  const grave = { openWarnings: { count: 2, worst: "critical" } } as const;
  for (const [worst, all] of [
    ["warning", [fakeContainer(mild), fakeContainer()]],
    ["critical", [fakeContainer(mild), fakeContainer(grave)]],
  ] as const) {
    const counts = countStates(all);
    await render(() => <FleetStrip counts={counts} worstWarning={worstWarningOf(all)} hasForecast />);
    const shape = () => link("dashboard:fleet.warning").element().querySelector("svg")?.getAttribute("data-state");
    await expect.poll(shape).toBe(worst);
    await expectFittingWords();
  }
});

test("on a phone only what somebody is in has a place, and the last of an odd number has the row for itself", async () => {
  const counts = { ...countStates([fakeContainer()]), cut: 2, cut_ahead: 1, normal: 6 };
  await render(() => <FleetStrip counts={counts} hasForecast />, { width: 400 });
  await expect.element(link("energy-state:word.cut_ahead")).toBeVisible();
  await expect.element(page.getByRole("link", { name: /Offline/ })).not.toBeInTheDocument();
  const widthOf = (key: string) => link(key).element().getBoundingClientRect().width;
  expect(widthOf("energy-state:word.cut")).toBeLessThan(205);
  expect(widthOf("energy-state:word.normal")).toBeGreaterThan(370);
  expect(widthOf("container-facts:status.online")).toBeGreaterThan(370);
});

test("beside the menu of a wide window every line is filled, and no state has one for itself", async () => {
  // As wide as the menu leaves it.
  const roomPx = 1_160;
  for (const states of [2, 3, 5, 6, 7, 8, 9, 11]) {
    const none = Object.fromEntries(energyLevels.map((level) => [level, 0]));
    const some = Object.fromEntries(
      energyLevels
        .toReversed()
        .slice(0, states)
        .map((level) => [level, 2]),
    );
    const counts = { ...countStates([]), ...none, ...some, cut: 1, cut_ahead: 1 } as ReturnType<typeof countStates>;
    await render(
      () => (
        <div style={{ width: roomPx }}>
          <FleetStrip counts={counts} hasForecast />
        </div>
      ),
      { language: states % 2 === 0 ? "fr" : "en", width: 1440 },
    );
    await expect.element(link("energy-state:word.full")).toBeVisible();
    const boxes = [...document.querySelectorAll("nav ul:first-of-type > li")].map((one) => one.getBoundingClientRect());
    const tops = [...new Set(boxes.map(({ top }) => Math.round(top)))];
    for (const top of tops) {
      const line = boxes.filter((box) => Math.round(box.top) === top);
      expect(line.length, `${states}`).toBeGreaterThan(1);
      expect(Math.max(...line.map(({ right }) => right)), `${states}`).toBeCloseTo(
        Math.max(...boxes.map(({ right }) => right)),
        0,
      );
    }
    await expectFittingWords();
  }
});

test("a container is counted in the words of every list, and what nobody is in has no place", async () => {
  const supplied = link("energy-state:word.normal");
  const ofLevel = (level: EnergyLevel) => countStates([fakeContainer({ energy: fakeEnergy(level) })]);
  await render(() => <FleetStrip counts={ofLevel("normal")} hasForecast />);
  await expect.element(supplied).toHaveTextContent(/^1/);
  for (const level of ["generator_running", "charging", "full"] as const) {
    await render(() => <FleetStrip counts={ofLevel(level)} hasForecast />);
    await expect.element(link(`energy-state:word.${level}`)).toHaveTextContent(/^1/);
    await expect.element(supplied).not.toBeInTheDocument();
    await expect.element(link("energy-state:word.generator_ahead")).not.toBeInTheDocument();
  }
});
