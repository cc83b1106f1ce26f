import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { fakeContainer, fakeEnergy } from "../../domain/containers/container-row.fake.ts";
import { countStates } from "../../domain/containers/fleet-facts.ts";
import { looks, render, say } from "../../testing/render.tsx";
import { expectFittingWords } from "../../testing/good-part.ts";
import { FleetStrip } from "./fleet-strip.tsx";

const link = (key: string) => page.getByRole("link", { name: say(key, { count: 1 }) });

test("without any forecast nobody is said to be free of what lies ahead", async () => {
  const counts = countStates([fakeContainer()]);
  await render(() => <FleetStrip counts={counts} hasForecast={false} />);
  await expect.element(link("energy-state:word.cut_ahead")).toHaveTextContent(/^—/);
  await expect.element(link("energy-state:word.generator_ahead")).toHaveTextContent(/^—/);
  // Those that are cut are below it, too, but counted once.
  await expect.element(link("dashboard:fleet.belowReserve")).toHaveTextContent(/^0Only below reserve$/);
  await expect.element(link("energy-state:word.cut_partly")).toHaveTextContent(/^0/);
  await render(() => <FleetStrip counts={counts} hasForecast />);
  await expect.element(link("energy-state:word.cut_ahead")).toHaveTextContent(/^0/);
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

test("on a phone only what somebody is in has a place, and the last of an odd number has the row for itself", async () => {
  const counts = { ...countStates([fakeContainer()]), cut: 2, cut_ahead: 1, supplied: 6 };
  await render(() => <FleetStrip counts={counts} hasForecast />, { width: 400 });
  await expect.element(link("energy-state:word.cut_ahead")).toBeVisible();
  await expect.element(page.getByRole("link", { name: /Offline/ })).not.toBeInTheDocument();
  const widthOf = (key: string) => link(key).element().getBoundingClientRect().width;
  expect(widthOf("energy-state:word.cut")).toBeLessThan(205);
  expect(widthOf("energy-state:word.supplied")).toBeGreaterThan(370);
  expect(widthOf("container-facts:status.online")).toBeGreaterThan(370);
});

test("beside the menu of a wide window no state has a row for itself", async () => {
  // As wide as the menu leaves it.
  const roomPx = 1_160;
  for (const language of ["fr", "en"] as const) {
    const counts = countStates([fakeContainer()]);
    await render(
      () => (
        <div style={{ width: roomPx }}>
          <FleetStrip counts={counts} hasForecast />
        </div>
      ),
      { language, width: 1440 },
    );
    await expect.element(link("energy-state:word.supplied")).toBeVisible();
    const tops = [...document.querySelectorAll("nav ul:first-of-type > li")].map((one) =>
      Math.round(one.getBoundingClientRect().top),
    );
    const alone = tops.filter((top) => tops.filter((other) => other === top).length === 1);
    expect(alone, language).toEqual([]);
  }
});

test("a container whose generator runs is counted as such, and not as one that needs it", async () => {
  const supplied = link("energy-state:word.supplied");
  await render(() => <FleetStrip counts={countStates([fakeContainer()])} hasForecast />);
  await expect.element(supplied).toHaveTextContent(/^1/);
  await expect.element(link("energy-state:word.generator_running")).not.toBeInTheDocument();
  const running = fakeContainer({ energy: fakeEnergy("generator_running") });
  await render(() => <FleetStrip counts={countStates([running])} hasForecast />);
  await expect.element(link("energy-state:word.generator_running")).toHaveTextContent(/^1/);
  await expect.element(link("energy-state:word.generator_ahead")).toHaveTextContent(/^0/);
  await expect.element(supplied).toHaveTextContent(/^0/);
});

test("in French the word of several containers is a plural", async () => {
  const look = { language: "fr" } as const;
  const counts = (supplied: number) => ({ ...countStates([fakeContainer()]), supplied });
  await render(() => <FleetStrip counts={counts(2)} hasForecast />, look);
  await expect.element(page.getByRole("link", { name: /^2 Alimentés$/ })).toBeVisible();
  await render(() => <FleetStrip counts={counts(1)} hasForecast />, look);
  await expect.element(page.getByRole("link", { name: /^1 Alimenté$/ })).toBeVisible();
});
