import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { createElement } from "react";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { type Look, render, renderState, say } from "../../testing/render.tsx";
import { EnergyFlow } from "./energy-flow.tsx";
import { flowOf } from "./flow-balance.ts";
import { stories } from "./energy-flow.stories.tsx";
import { tokenColor } from "../../testing/token-color.ts";

const show = (state: string, look: Look = {}) => renderState(stories, "energy-flow", state, look);
/** What each row of the table says: its way with what is known besides, and its power; the head left out; spaces that do not break as plain ones. */
const facts = () =>
  page
    .getByRole("row")
    .elements()
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent.replaceAll(/\s/g, " ").trim()));

test("readers get every branch as a row: which way, how much, and what is known besides", async () => {
  await show("day");
  await expect.element(page.getByRole("table")).toHaveAccessibleName(say("energy-flow:facts"));
  expect(facts()).toEqual([
    ["Solar → bus", "3.12 kW"],
    ["Bus → Battery 64 %", "1.85 kW"],
    ["Bus → Consumption", "1.14 kW"],
    ["Bus → Losses", "60 W"],
    ["Bus → Unmetered", "70 W"],
  ]);
});

test("means of the past are whole watts, as readings are", async () => {
  await loadTexts("energy-flow");
  const reading = (value: number) => ({ value, atMs: 0, isStale: false });
  const flow = flowOf({ "solar.power": reading(59.7), "load.power": reading(59.7) });
  await render(() => createElement(EnergyFlow, { flow, atMs: 0 }));
  await expect.poll(() => facts().map(([, power]) => power)).toContain("60 W");
  expect(facts().join(" ")).not.toMatch(/59\.7/);
});

test("the drawing is for the eye alone, and gives way to the table where there is no room for it", async () => {
  await show("day");
  const picture = document.querySelector("[data-testid=part] > svg")!;
  expect(picture.getAttribute("aria-hidden")).toBe("true");
  expect(getComputedStyle(picture).display).not.toBe("none");
  await show("day", { width: 400 });
  expect(getComputedStyle(document.querySelector("[data-testid=part] > svg")!).display).toBe("none");
  expect(page.getByRole("table").element().getBoundingClientRect().width).toBeGreaterThan(300);
});

test("at night the battery turns round, and the sun says why nothing comes", async () => {
  await show("night");
  expect(facts().slice(0, 3)).toEqual([
    [`${say("energy-flow:still", { name: "Solar" })} ${say("energy-flow:note.night")}`, "0 W"],
    ["Battery → bus 41 %", "480 W"],
    ["Bus → Consumption", "455 W"],
  ]);
});

test("a battery of some watts is idle, as on every other screen, and no arrow points at it; a full one says so", async () => {
  await show("idle battery");
  expect(facts()[1]).toEqual(["Battery 41 % · idle", "6 W"]);
  await expect.element(page.getByText("41 % · idle", { exact: true }).first()).toBeVisible();
  const pointed = [...document.querySelectorAll<SVGElement>("g:has(> polygon)")];
  expect(pointed.map((line) => line.style.getPropertyValue("--series"))).toEqual(["var(--og-muted)"]);
  await show("full battery");
  expect(facts()[1]?.[0]).toMatch(/ 100 % · full$/);
  await expect.element(page.getByText("100 % · full", { exact: true }).first()).toBeVisible();
});

test("values out of date tell their age, and their lines do not move", async () => {
  await show("in part out of date");
  const [solar, generator] = facts();
  expect(solar).toEqual(["Solar → bus 40 min ago", "3.12 kW"]);
  expect(generator).toEqual([`${say("energy-flow:still", { name: "Generator" })} ${say("energy-flow:noData")}`, "—"]);
  const lines = [...document.querySelectorAll<SVGElement>("[data-speed]")].map((line) => [
    line.style.getPropertyValue("--series"),
    line.getAttribute("data-speed"),
  ]);
  expect(lines).toContainEqual(["var(--og-solar)", "0"]);
});

test("loads that are cut say so first and since when, in red, and no arrow points at them", async () => {
  await loadTexts("energy-state");
  await show("loads cut");
  const cut = say("energy-state:word.cut");
  expect(facts()[4]?.[0]).toMatch(
    new RegExp(`^${cut} since 21/11, .* ${say("energy-flow:branch.load_rest")}: no flow`),
  );
  expect(facts()[2]?.[0]).toContain(say("energy-flow:note.cut"));
  const [title] = page.getByText(cut, { exact: true }).elements();
  await expect.element(page.elementLocator(title!)).toBeVisible();
  expect(getComputedStyle(title!).fill).toBe(getComputedStyle(document.querySelector("th > .og-danger")!).color);
  const pointed = [...document.querySelectorAll<SVGElement>("g:has(> polygon)")];
  expect(pointed.map((line) => line.style.getPropertyValue("--series"))).toEqual([
    "var(--og-battery-out)",
    "var(--og-load)",
    "var(--og-muted)",
  ]);
  expect(document.querySelectorAll("path[data-cut]").length).toBe(2);
});

test("of loads that are cut in part only what has no supply is marked as cut: street lights that are off have it", async () => {
  await loadTexts("energy-state");
  await show("loads cut in part");
  const cut = say("energy-flow:note.cut");
  const way = (branch: "ac" | "street_light") =>
    facts().find(([text]) => text?.includes(say(`energy-flow:branch.${branch}`)))?.[0];
  expect(way("ac")).toMatch(new RegExp(` ${cut}$`));
  expect(way("street_light")).not.toContain(cut);
  expect(document.querySelectorAll("path[data-cut]").length).toBe(1);
});

test("what was nothing long ago is not known to be nothing now", async () => {
  await show("out of date");
  const load = facts().find(([way]) => way?.includes(say("energy-flow:branch.load")));
  expect(load).toEqual([expect.stringMatching(/0 W · 40 min ago/), "—"]);
});

test("an old charge beside a power of now tells its own age, and is hatched", async () => {
  const hatched = () => document.querySelector("[style*='url(']") !== null;
  await show("night");
  expect(hatched()).toBe(false);
  await show("old charge");
  const age = say("energy-flow:chargeAge", { age: "40 min ago" });
  expect(facts()[1]?.[0]).toBe(`Battery → bus 21 % · ${age}`);
  await expect.element(page.getByText(age, { exact: true })).toBeVisible();
  expect(hatched()).toBe(true);
});

test("the energy of another day is shown with its date, and nothing in a direction that had none", async () => {
  await show("energy of another day");
  const energies = facts().map(([way]) => way);
  expect(energies[0]).toContain("143 kWh on 22/11");
  expect(energies[1]).toContain("+64.8 kWh · −21.3 kWh on 22/11");
  expect(energies[3]).toContain("0 Wh on 22/11");
});

test("in French the directions and the reasons are French", async () => {
  await show("night", { language: "fr", width: 400 });
  await expect.element(page.getByRole("table")).toHaveAccessibleName(say("energy-flow:facts"));
  expect(facts()[0]?.[0]).toMatch(/ nuit$/);
  expect(facts()[1]?.[0]).toMatch(/^Batterie → bus/);
});

test.each(["en", "fr"] as const)("no text of the drawing touches the edge of its box (%s)", async (language) => {
  for (const state of [
    "day",
    "idle battery",
    "full battery",
    "night",
    "in part out of date",
    "out of date",
    "device by device",
    "energy of the day",
    "energy of another day",
    "cut-off learned",
    "cut-off assumed",
    "loads cut",
    "loads cut, out of date",
    "loads cut in part",
  ]) {
    await show(state, { language });
    for (const text of document.querySelectorAll<SVGTextElement>("[data-testid=part] > svg text")) {
      const box = text.parentElement!.querySelector<SVGRectElement>(":scope > rect")!.getBBox();
      const { x, y, width, height } = text.getBBox();
      const room = { right: box.x + box.width - x - width, below: box.y + box.height - y - height, above: y - box.y };
      expect(Math.min(room.right / 2, room.below, room.above), `${state}: ${text.textContent}`).toBeGreaterThan(2);
    }
  }
});

test("the charge of a battery has the colour that it has on its bar: amber below the reserve, red where loads are cut", async () => {
  const fillOf = async (state: string) => {
    await show(state);
    return getComputedStyle(document.querySelector("g.og-charge > rect")!).fill;
  };
  expect(await fillOf("below reserve")).toBe(tokenColor("--og-warning"));
  expect(await fillOf("cut at an empty battery")).toBe(tokenColor("--og-critical"));
  expect(await fillOf("night")).toBe(tokenColor("--og-battery-out"));
  // Which way it goes is said by arrow and word.
  expect(await fillOf("day")).toBe(tokenColor("--og-battery-out"));
});

test("the box of what is connected and idle is as faint as its line, and that of what runs or is cut is not", async () => {
  const boxOf = (name: string) => {
    const words = page
      .getByText(name, { exact: true })
      .elements()
      .find((one) => one.closest("svg"))!;
    const box = words.closest("g")!;
    return {
      border: getComputedStyle(box.querySelector("rect:not(clipPath *)")!).stroke,
      text: getComputedStyle(words).fill,
    };
  };
  await show("night");
  await expect
    .poll(() => boxOf("Solar"))
    .toEqual({ border: tokenColor("--og-border"), text: tokenColor("--og-muted") });
  expect(boxOf("Battery")).toEqual({ border: tokenColor("--og-border-strong"), text: tokenColor("--og-text") });
  await show("loads cut");
  await expect.poll(() => boxOf(say("energy-state:word.cut")).border).toBe(tokenColor("--og-border-strong"));
});

test("what the present power alone would come to is named as the cut-off, and never as the cut that a forecast expects", async () => {
  for (const [language, words] of [
    ["en", /cut-off reached in 2 d 8 h at this power/],
    ["fr", /seuil de coupure dans 2 j 8 h à cette puissance/],
  ] as const) {
    await show("cut-off learned", { language });
    await expect.poll(() => facts().flat().join(" ")).toMatch(words);
  }
});
