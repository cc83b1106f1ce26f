import { expect, onTestFinished, test } from "vitest";
import { page } from "vitest/browser";

import { setReachable } from "../../../core/api/reach.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { fakeEnergy, fakeNowMs, minutesAgo } from "../../../domain/containers/container-row.fake.ts";
import { expectAccessible, expectFittingWords } from "../../../testing/good-part.ts";
import { axeLooks, type Look, render, say } from "../../../testing/render.tsx";
import { TabSkeleton } from "../tabs/tab-skeleton.tsx";
import { PowerNow, type PowerNowProps } from "./power-now.tsx";

/** Measured half a minute ago, by a container that sends each minute. */
const at = minutesAgo(0.5);
const values = {
  "solar.power": { value: 0, at },
  "load.power": { value: 1_680, at },
  "battery.soc": { value: 72, at },
  "battery.power": { value: -1_820, at },
};
const info = {
  ...{ values, everyS: 60, reserveSoc: 20, zoneName: "Africa/Nairobi", energy: fakeEnergy("normal") },
} as unknown as PowerNowProps["info"];

async function show(isReachable: boolean, look?: Look): Promise<void> {
  await loadTexts("container");
  setReachable(isReachable);
  onTestFinished(() => setReachable(true));
  await render(() => <PowerNow info={info} now={fakeNowMs} kpis={undefined} />, look);
}

const battery = () => page.getByRole("region", { name: say("container:battery"), exact: true });
const stale = () => document.querySelectorAll('[data-level="stale"]').length;
const bar = () => document.querySelector("[data-state]")?.getAttribute("data-state");

test("once nothing comes any more each figure is one that was known last, however lately it was measured", async () => {
  for (const look of axeLooks) {
    await show(true, look);
    await expect.element(battery().getByText(say("container:flow.discharging"), { exact: true })).toBeVisible();
    expect([stale(), bar()]).toEqual([0, "discharging"]);
    await show(false, look);
    await expect.element(battery().getByText(say("container:flow.was.discharging"), { exact: true })).toBeVisible();
    await expect.element(battery().getByText(/(measured|mesure).*1\smin/)).toBeVisible();
    expect([stale(), bar()]).toEqual([4, "stale"]);
    await expectFittingWords();
    await expectAccessible();
  }
});

test("figures stand as high from their first skeleton on, whether what is said against yesterday has come or not", async () => {
  await loadTexts("container");
  const heightOf = () =>
    document.querySelector("main section, main [class*=Skeleton-root]")!.getBoundingClientRect().height;
  const look = { width: 1280 };
  await render(() => <TabSkeleton tab="overview" />, look);
  const first = heightOf();
  await render(() => <PowerNow info={info} now={fakeNowMs} kpis={undefined} />, look);
  await expect.element(battery()).toBeVisible();
  expect(heightOf()).toBe(first);
  // No other tab begins with four figures.
  await render(() => <TabSkeleton tab="devices" />, look);
  expect(document.querySelectorAll("main [class*=Skeleton-root]")).toHaveLength(1);
});
