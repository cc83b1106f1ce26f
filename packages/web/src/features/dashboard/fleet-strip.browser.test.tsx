import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { fakeContainer } from "../../domain/containers/container-row.fake.ts";
import { countStates } from "../../domain/containers/fleet-facts.ts";
import { render, say } from "../../testing/render.tsx";
import { FleetStrip } from "./fleet-strip.tsx";

const link = (key: string) => page.getByRole("link", { name: say(key) });

test("without any forecast nobody is said to be free of what lies ahead", async () => {
  const counts = countStates([fakeContainer()]);
  await render(() => <FleetStrip counts={counts} hasForecast={false} />);
  await expect.element(link("energy-state:word.cut_ahead")).toHaveTextContent(/^—/);
  await expect.element(link("energy-state:word.generator_ahead")).toHaveTextContent(/^—/);
  await expect.element(link("energy-state:word.below_reserve")).toHaveTextContent(/^0/);
  await render(() => <FleetStrip counts={counts} hasForecast />);
  await expect.element(link("energy-state:word.cut_ahead")).toHaveTextContent(/^0/);
});

test("open warnings have a place where there are some", async () => {
  await render(() => <FleetStrip counts={countStates([fakeContainer()])} hasForecast />);
  await expect.element(link("container-facts:status.online")).toBeVisible();
  await expect.element(link("container-facts:status.warning")).not.toBeInTheDocument();
  await render(() => <FleetStrip counts={countStates([fakeContainer({ warnings: 2 })])} hasForecast />);
  await expect.element(link("container-facts:status.warning")).toHaveTextContent(/^1/);
});
