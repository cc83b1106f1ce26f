import type { ForecastSetting } from "@offgrid/contract/forecast/forecast.schema";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { axeLooks, looks, render, say as sayOf } from "../../../testing/render.tsx";
import { ForecastFacts } from "./forecast-facts.tsx";
import { ForecastForm } from "./forecast.form.tsx";
import type { ForecastFigures } from "./forecast-setting.data.ts";

const say = (key: string, values: Record<string, unknown> = {}) => sayOf(`forecast-setting:${key}`, values);
const field = (name: string) => page.getByRole("textbox", { name: say(`field.${name}`), exact: true });
const save = () => page.getByRole("button", { name: say("save"), exact: true });

const learned: ForecastSetting = {
  provider: "auto",
  resourceId: null,
  capacity: 0,
  tilt: 14,
  azimuth: 180,
  loss: 0,
  limitW: null,
  reserveSoc: null,
  isGuessed: true,
};

test("the panels of a container are set with a limit, and what is wrong or missing is said at its field first", async () => {
  await loadTexts("forecast-setting", "ui");
  for (const look of looks) {
    const saved: ForecastFigures[] = [];
    await render(() => <ForecastForm setting={learned} onSave={async (figures) => void saved.push(figures)} />, look);
    await expect.element(save()).toBeDisabled();
    await userEvent.fill(field("reserveSoc"), "95");
    await save().click();
    await expect.element(page.getByText(say("wrong.full"))).toBeVisible();
    await expect.element(page.getByText(say("wrong.range"))).toBeVisible();
    expect(saved).toEqual([]);
    await userEvent.fill(field("reserveSoc"), "25");
    await userEvent.fill(field("capacity"), "6.28");
    await userEvent.fill(field("limitW"), "5");
    await save().click();
    await expect
      .poll(() => saved)
      .toEqual([
        { provider: "auto", capacity: 6_280, tilt: 14, azimuth: 180, loss: 14, limitW: 5_000, reserveSoc: 25 },
      ]);
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
  }
});

test("a figure that was learned does not look as if somebody had set it, until somebody types one", async () => {
  await loadTexts("forecast-setting", "ui");
  const note = (name: string) => page.getByText(say(`guessed.${name}`));
  await render(() => <ForecastForm setting={{ ...learned, capacity: 5_000 }} onSave={async () => {}} />);
  await expect.element(note("capacity")).toBeVisible();
  await userEvent.fill(field("capacity"), "6");
  await expect.element(note("capacity")).not.toBeInTheDocument();
  await expect.element(note("loss")).toBeVisible();
  await render(() => (
    <ForecastForm setting={{ ...learned, capacity: 5_000, isGuessed: false }} onSave={async () => {}} />
  ));
  await expect.element(field("capacity")).toHaveValue("5");
  await expect.element(note("capacity")).not.toBeInTheDocument();
});

test("what was learned, what is set and what nobody knows yet of the panels read apart", async () => {
  await loadTexts("forecast-setting", "blackout");
  const power = "5.00\u00a0kW";
  const cases = [
    [learned, "facts.panelsUnknown"],
    [{ ...learned, capacity: 5_000 }, "facts.panelsLearned"],
    [{ ...learned, capacity: 5_000, isGuessed: false }, "facts.panelsSet"],
  ] as const;
  for (const [setting, line] of cases) {
    await render(() => <ForecastFacts setting={setting} blackout={undefined} />);
    await expect.element(page.getByText(say(line, { power }), { exact: true })).toBeVisible();
  }
});
