import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { formatAge } from "../core/time.ts";
import { render, renderState, say } from "../testing/render.tsx";
import { KpiCard } from "./kpi-card.tsx";
import { stories } from "./kpi-card.stories.tsx";

test("a figure is a region of its name, compared with yesterday", async () => {
  await renderState(stories, "kpi-card", "full");
  const card = page.getByRole("region", { name: "Power now" });
  await expect.element(card).toHaveTextContent("1.82kW");
  await expect.element(card).toHaveTextContent(/\+12\s%/);
  await expect.element(card).toHaveTextContent("41 of 44 containers");
});

test("a figure that is missing says why and compares nothing", async () => {
  await renderState(stories, "kpi-card", "missing");
  const card = page.getByRole("region", { name: "Power now" });
  await expect.element(card).toHaveTextContent(say("ui:num.never"));
  await expect.element(card).not.toHaveTextContent("%");
});

test("a percentage differs by points, not by per cent", async () => {
  await renderState(stories, "kpi-card", "a percentage");
  await expect.element(page.getByText("−3 points against yesterday at this time")).toBeVisible();
});

test("half a point has the noun of the number that is said", async () => {
  await render(() => <KpiCard label="State of charge" value={40} unit="percent" everyS={60} now={0} change={-1.5} />);
  await expect.element(page.getByText("−1 point against yesterday at this time")).toBeVisible();
});

test("a change that nobody can picture as a percentage is said as how many times as much there is", async () => {
  await renderState(stories, "kpi-card", "many times");
  await expect.element(page.getByText(say("ui:kpi.times", { times: 6 }))).toBeVisible();
});

test("an age says of what it is, beside that of all data without a connection", async () => {
  for (const language of ["en", "fr"] as const) {
    const now = Date.UTC(2026, 10, 24, 12);
    await render(
      () => <KpiCard label="State of charge" value={40} unit="percent" at={now - 720_000} everyS={60} now={now} />,
      { language },
    );
    const age = formatAge(720_000, language);
    await expect.element(page.getByText(say("ui:num.measured", { age }), { exact: true })).toBeVisible();
  }
});
