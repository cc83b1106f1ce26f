import { energyOrigins, energyParts } from "@offgrid/contract/charts/energy-parts";
import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { timeReady } from "../../../core/time.ts";
import { answerCalls, refuse } from "../../../testing/answer-calls.ts";
import { renderPages } from "../../../testing/pages.tsx";
import { looks, say } from "../../../testing/render.tsx";
import { AnalysisTab } from "./analysis.page.tsx";

const now = Date.UTC(2026, 10, 24, 12);
const imported = Date.UTC(2026, 9, 1);
const day = 86_400_000;
const info = {
  ...{ containerId: "gao", name: "Gao", zoneName: "UTC", location: null },
  ...{ lastSeen: null, values: {}, everyS: 60 },
} as unknown as ContainerInfoV4;

test("of a container that never connected, the periods that have imported values show them, and the others say that they have none", async () => {
  await Promise.all([
    loadTexts("analysis", "period-figures", "energy-origin", "ui", "chart", "shared", "energy-flow"),
    timeReady(),
  ]);
  const none = () => refuse("not_found");
  answerCalls({
    ...{ getPowerCuts: none, getEnergyCosts: none, getConsumption: none, getChartData: none },
    getEnergyBalance: ({ from }) => {
      const isImported = Number(from) === imported;
      const solar = { values: [4_000], total: 4_000, coverage: 1 };
      const unknown = { values: [null], total: null, coverage: 0 };
      const parts = energyParts.map((part) => [part, part === "solar" && isImported ? solar : unknown]);
      const origins = energyOrigins.map((origin) => [origin, { values: [null], total: null }]);
      return {
        data: {
          ...{ t: [Number(from)], parts: Object.fromEntries(parts), origins: Object.fromEntries(origins) },
          ...{ devices: {}, unmeasured: [] },
        },
      } as never;
    },
  });
  const pages = [{ path: "/containers/$slug", page: () => <AnalysisTab info={info} now={now} /> }];
  const nothing = () => page.getByText(say("analysis:never"), { exact: true });
  for (const look of [looks[0], looks[1]]) {
    await renderPages(pages, ["/containers/gao?tab=analysis&period=7_days"], look);
    await expect.element(nothing()).toBeVisible();
    await renderPages(pages, [`/containers/gao?tab=analysis&from=${imported}&to=${imported + day}`], look);
    await expect.element(page.getByText(/4[.,]00\skWh/).first()).toBeVisible();
    expect(nothing().elements()).toEqual([]);
  }
});
