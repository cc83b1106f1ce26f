import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";

import { formatTime } from "../../core/time.ts";
import { renderState, say } from "../../testing/render.tsx";
import { nowMs, zone } from "../../testing/samples.ts";
import { stories } from "./blackout-card.stories.tsx";

const show = (state: string, language: "en" | "fr" = "en") =>
  renderState(stories, "blackout-card", state, { language });
const inHours = (hours: number) => nowMs + hours * 60 * 60_000;
const clock = (hours: number, language: "en" | "fr") => formatTime(inHours(hours), "time", zone, language);
/** Of the blackout, which is tomorrow. */
const day = (language: "en" | "fr") => formatTime(inHours(15), "weekday", zone, language);

test("a blackout is one sentence with its hour and its chance, marked as critical, and the range of the hour", async () => {
  await show("blackout");
  const card = page.getByTestId("part");
  await expect.element(card).toHaveTextContent(`Loads cut on ${day("en")} at ${clock(15, "en")}, in 15 h,`);
  await expect.element(card).toHaveTextContent(/80\s% likely/);
  await expect.element(card).toHaveTextContent(`Between ${clock(11, "en")} and more than 48 h from now.`);
  await expect.element(card.getByText(say("container-facts:status.critical"))).toBeInTheDocument();
});

test("the drawing says in words how low the charge falls, and where the reserve is", async () => {
  await show("blackout");
  await expect.element(page.getByRole("img")).toHaveAccessibleName(/lowest 8\s% at .*, \d+\s% at the end/);
  await expect.element(page.getByText(/^Reserve 30\s%$/)).toBeVisible();
});

test("the reasons open by keyboard, each with where it is from", async () => {
  await show("safe");
  await expect.element(page.getByText(say("blackout:fact.capacity"))).not.toBeVisible();
  await userEvent.keyboard("{Tab}");
  await expect.element(page.getByText(say("blackout:why"))).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(say("blackout:fact.capacity"))).toBeVisible();
  await expect.element(page.getByText(/^14\.2\skWh/)).toHaveTextContent(say("blackout:from.reported"));
  await expect.element(page.getByText(/^3\s% of charge/)).toBeVisible();
});

test("where there is no forecast yet, what is missing is said and nothing is drawn", async () => {
  await show("learning");
  await expect.element(page.getByText(say("blackout:learning", { days: 3, count: 7 }))).toBeVisible();
  await expect.element(page.getByRole("img")).not.toBeInTheDocument();
  await userEvent.keyboard("{Tab}{Enter}");
  await expect.element(page.getByText(say("blackout:errorNone"))).toBeVisible();
});

test("in French the sentence, the range and the name of the drawing are French", async () => {
  await show("blackout", "fr");
  const card = page.getByTestId("part");
  await expect.element(card).toHaveTextContent(`Charges coupées le ${day("fr")} à ${clock(15, "fr")}, dans 15 h,`);
  await expect.element(card).toHaveTextContent(/probable à 80\s%/);
  await expect.element(page.getByRole("img")).toHaveAccessibleName(/^État de charge attendu sur 48 heures/);
});
