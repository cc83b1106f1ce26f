import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { putOnPaper } from "../../testing/on-paper.ts";
import { renderState, say } from "../../testing/render.tsx";
import { stories } from "./soc-bar.stories.tsx";
import { tokenColor } from "../../testing/token-color.ts";

test("a charge below the reserve is announced in words", async () => {
  await renderState(stories, "soc-bar", "below reserve");
  await expect.element(page.getByText(say("container-facts:charge.belowReserve"))).toBeVisible();
  await renderState(stories, "soc-bar", "discharging");
  await expect.element(page.getByText(say("container-facts:charge.belowReserve"))).not.toBeInTheDocument();
});

test("a charge just below the reserve does not read as the reserve that stands beside it", async () => {
  await renderState(stories, "soc-bar", "just below reserve");
  await expect.element(page.getByTestId("part")).toHaveTextContent(/19\s%.*20\s%/);
});

test("an unknown charge is not shown as an empty battery", async () => {
  await renderState(stories, "soc-bar", "unknown");
  await expect.element(page.getByText(say("container-facts:charge.unknown"))).toBeVisible();
  await expect.element(page.getByTestId("part")).not.toHaveTextContent("0");
});

test("a bar without text still tells screen readers its state", async () => {
  await renderState(stories, "soc-bar", "bar only");
  await expect.element(page.getByText(say("container-facts:charge.charging"))).toBeInTheDocument();
});

test("a bar is a bar also where there is little room, never an icon", async () => {
  for (const width of [360, 200, 140]) {
    await renderState(stories, "soc-bar", "below reserve", { width });
    const part = page.getByTestId("part").element();
    const bar = part.querySelector("[aria-hidden]")!.getBoundingClientRect();
    expect(bar.width).toBeGreaterThan(part.getBoundingClientRect().width - 10);
    expect(bar.height).toBeGreaterThanOrEqual(20);
  }
});

test("red is for loads that are cut; a charge below the reserve is amber", async () => {
  const colorOf = async (state: string) => {
    await renderState(stories, "soc-bar", state);
    const words = page.getByText(say("container-facts:charge.belowReserve"), { exact: false });
    return getComputedStyle(words.element()).color;
  };
  expect(await colorOf("below reserve")).toBe(tokenColor("--og-warning"));
  expect(await colorOf("cut")).toBe(tokenColor("--og-critical-text"));
});

test("no charge is green where loads are cut, though protection gives them back only well above the reserve", async () => {
  const colorOf = async (state: string) => (await fillOf(state)).backgroundColor;
  expect(await colorOf("partly cut")).toBe(await colorOf("below reserve"));
  // One that drew too much says nothing of the battery.
  expect(await colorOf("a phase off")).toBe(await colorOf("idle"));
  await renderState(stories, "soc-bar", "partly cut");
  await expect.element(page.getByText(say("container-facts:charge.belowReserve"))).not.toBeInTheDocument();
});

const fillOf = async (state: string) => {
  await renderState(stories, "soc-bar", state);
  return getComputedStyle(document.querySelector("[aria-hidden] > [class*=fill]")!);
};

test("an arrow says where the charge goes; the fill is that of its level either way, and hatched only where it is old", async () => {
  const arrows = async (state: string) => {
    await renderState(stories, "soc-bar", state);
    return [...document.querySelectorAll("[data-testid=part] svg")].map((one) => [...one.classList].join(" "));
  };
  expect(await arrows("charging")).toEqual([expect.stringContaining("arrow-up")]);
  expect(await arrows("discharging")).toEqual([expect.stringContaining("arrow-down")]);
  for (const state of ["idle", "full", "stale", "unmeasured", "unknown"])
    expect(await arrows(state), state).toEqual([]);
  for (const state of ["charging", "discharging", "idle", "full", "unmeasured"]) {
    const { backgroundColor, backgroundImage } = await fillOf(state);
    expect([backgroundColor, backgroundImage], state).toEqual([tokenColor("--og-battery-out"), "none"]);
  }
  for (const state of ["stale", "stale below reserve", "stale where cut"]) {
    const { backgroundImage } = await fillOf(state);
    expect(backgroundImage, state).toMatch(/^repeating-linear-gradient/);
    // What it says of the level may no longer be so.
    expect(backgroundImage, state).toContain(tokenColor("--og-muted"));
  }
  for (const [state, token] of [
    ["stale", "--og-muted"],
    ["discharging", "--og-text"],
  ] as const) {
    await renderState(stories, "soc-bar", state);
    const figure = page.getByText(/^\d+\s%$/).element();
    expect(getComputedStyle(figure).color, state).toBe(tokenColor(token));
  }
});

test("on paper a battery is filled as on the screen, though browsers leave backgrounds out", async () => {
  await putOnPaper();
  const { backgroundColor, printColorAdjust } = await fillOf("charging");
  expect(backgroundColor).toBe(tokenColor("--og-battery-out"));
  expect(printColorAdjust).toBe("exact");
});
