import type { ChartDefinition, SeriesPlace } from "@offgrid/contract/charts/chart-definition.schema";
import { QueryClientProvider } from "@tanstack/react-query";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";

import { queryClient } from "../../../core/api/query-client.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { answerCalls, type Answers } from "../../../testing/answer-calls.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { axeLooks, type Look, looks, render, say as sayOf } from "../../../testing/render.tsx";
import { PlaceChoice } from "./place-choice.tsx";
import { chartAnswers, fakeDefinition, solarOfGao } from "../saved-chart.fake.ts";

const say = (key: string) => sayOf(`charts:${key}`);

beforeEach(() => loadTexts("charts", "container-facts", "shared"));
afterEach(() => {
  vi.restoreAllMocks();
  queryClient.clear();
});

interface Place {
  container?: string;
  cluster?: string;
}

/** A chart of these places. @returns what was chosen, by itself or by hand */
async function show(
  places: readonly SeriesPlace[],
  { place = {}, look, answers = {} }: { place?: Place; look?: Look; answers?: Answers } = {},
) {
  vi.restoreAllMocks();
  answerCalls({ ...chartAnswers, ...answers });
  const chosen: Place[] = [];
  const definition: ChartDefinition = fakeDefinition({
    series: places.map((of, index) => ({ ...solarOfGao, id: `s${index}`, of })),
  });
  function Choice() {
    const [at, setAt] = useState(place);
    return (
      <PlaceChoice
        definition={definition}
        containerId={at.container}
        clusterId={at.cluster}
        onChange={(next) => {
          chosen.push(next);
          setAt({ ...at, ...next });
        }}
      />
    );
  }
  await render(
    () => (
      <QueryClientProvider client={queryClient}>
        <Choice />
      </QueryClientProvider>
    ),
    look,
  );
  return chosen;
}
const container = () => page.getByRole("combobox", { name: say("place.container"), exact: true });
const cluster = () => page.getByRole("combobox", { name: say("place.cluster"), exact: true });
const any: SeriesPlace[] = [{ kind: "$container" }, { kind: "$cluster" }];

test("what a chart is to be shown for is the first container and cluster by itself, and any other by keys", async () => {
  const chosen = await show(any);
  await expect.element(container()).toHaveValue("Gao");
  await expect.element(cluster()).toHaveValue("North");
  expect(Object.assign({}, ...chosen)).toEqual({ container: "gao", cluster: "north" });
  (container().element() as HTMLElement).focus();
  await userEvent.fill(container(), "kay");
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.poll(() => chosen.at(-1)).toEqual({ container: "kayes" });
  await userEvent.fill(cluster(), "sou");
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.poll(() => chosen.at(-1)).toEqual({ cluster: "south" });
  await userEvent.fill(cluster(), "nowhere");
  await expect.element(page.getByText(say("place.noCluster"))).toBeVisible();
});

test("a chart asks only for what it has a place for, and keeps what its address chose", async () => {
  const chosen = await show([{ kind: "$cluster" }], { place: { cluster: "south" } });
  await expect.element(cluster()).toHaveValue("South");
  expect(container().elements()).toEqual([]);
  expect(chosen).toEqual([]);
  await show([
    { kind: "containers", ids: ["gao"] },
    { kind: "cluster", id: "north" },
  ]);
  expect(page.getByRole("combobox").elements()).toEqual([]);
});

test("it can be read in every look", async () => {
  for (const look of looks) {
    await show(any, { look });
    await expect.element(cluster()).toHaveValue("North");
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(look.width);
  }
});
