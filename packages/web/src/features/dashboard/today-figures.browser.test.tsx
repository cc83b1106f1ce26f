import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { fakeContainer, fakeNowMs, minutesAgo } from "../../domain/containers/container-row.fake.ts";
import { expectFittingWords } from "../../testing/good-part.ts";
import { looks, readText, render, say } from "../../testing/render.tsx";
import { TodayFigures } from "./today-figures.tsx";

const zones = ["Africa/Nairobi", "Australia/Darwin"];
const tile = (name: string) => page.getByRole("region", { name: say(`dashboard:${name}`), exact: true });

test("what came and went today is said to be since the midnight of each container, whose days begin at other times", async () => {
  await loadTexts("dashboard", "container-facts");
  const containers = zones.map((zoneName) => fakeContainer({ name: zoneName, zoneName }));
  for (const look of looks) {
    await render(() => <TodayFigures containers={containers} neverSeen={0} now={fakeNowMs} energy={undefined} />, look);
    for (const [name, energy] of [
      ["solarToday", /18[.,]0\s?kWh/],
      ["loadToday", /8[.,]00\s?kWh/],
    ] as const) {
      await expect.element(tile(name)).toHaveTextContent(energy);
      await expect.element(tile(name)).toHaveTextContent(readText("dashboard:sinceMidnight"));
    }
    await expectFittingWords();
  }
});

test("of a sum that leaves a container out, how many it counts is said in that place", async () => {
  await loadTexts("dashboard", "container-facts");
  const old = minutesAgo(24 * 60 * 3);
  const containers = [fakeContainer(), fakeContainer({ name: "Gao", valuesAt: old, solarGeneration: null })];
  await render(() => <TodayFigures containers={containers} neverSeen={0} now={fakeNowMs} energy={undefined} />);
  const counted = readText("container-facts:counted", { counted: 1, count: 2 });
  await expect.element(tile("solarToday")).toHaveTextContent(counted);
  await expect.element(tile("solarToday")).not.toHaveTextContent(readText("dashboard:sinceMidnight"));
});

test("a container that fell silent today is in the sum, and said to be not up to date", async () => {
  await loadTexts("dashboard", "container-facts");
  const containers = [
    fakeContainer(),
    fakeContainer({ name: "Gao", valuesAt: minutesAgo(30) }),
    fakeContainer({ name: "Kayes", solarGeneration: null, energyConsumption: null }),
  ];
  await render(() => <TodayFigures containers={containers} neverSeen={0} now={fakeNowMs} energy={undefined} />);
  const words = readText("container-facts:countedLate", { counted: 2, count: 3, late: 1 });
  await expect.element(tile("solarToday")).toHaveTextContent(words);
});
