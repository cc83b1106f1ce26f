import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../core/i18n/i18n.ts";
import { render, say } from "../testing/render.tsx";
import * as samples from "../testing/samples.ts";
import { Chart } from "./chart.tsx";
import type { ChartZoom } from "./use-chart-view.ts";

test("the link has the part that is seen, also in the moment after zooming", async () => {
  await loadTexts("chart");
  const writeText = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const span = { fromMs: samples.dayStartMs, toMs: samples.atHour(24) };
  const zoom: ChartZoom = {
    view: undefined,
    onView: () => undefined, // As before the view rests: the page has the old address.
    addressOf: (view) => `https://portal.example/?zoom=${view ? `${view.fromMs}-${view.toMs}` : "none"}`,
  };
  await render(() => (
    <Chart
      title="Solar"
      t={samples.quarters}
      zone={samples.zone}
      {...span}
      zoom={zoom}
      definition={undefined}
      series={[{ id: "solar", title: "Solar", unit: "W", type: "line", color: "solar", values: samples.solar }]}
    />
  ));
  const copied = async () => {
    await page.getByRole("button", { name: say("chart:menu.label") }).click();
    await page.getByRole("menuitem", { name: say("chart:menu.link") }).click();
    return writeText.mock.lastCall?.[0];
  };
  try {
    expect(await copied()).toBe("https://portal.example/?zoom=none");
    await page.getByRole("button", { name: say("chart:zoomIn") }).click();
    const part = /zoom=(\d+\.?\d*)-(\d+\.?\d*)$/.exec((await copied()) ?? "");
    const [fromMs, toMs] = [Number(part?.[1]), Number(part?.[2])];
    expect(toMs - fromMs).toBeLessThan(span.toMs - span.fromMs);
    expect(fromMs).toBeGreaterThan(span.fromMs);
  } finally {
    vi.restoreAllMocks();
  }
});
