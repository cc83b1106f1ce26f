/** The page of all shared parts: how they look, and what charts on one page do together. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "@playwright/test";

import { ensureGalleryBuilt } from "../scripts/build-web.ts";
import { type GalleryServer, serveGallery } from "../scripts/gallery-server.ts";
import { expect, test } from "./fixtures.ts";
import { expectGoodContents } from "./page-checks.ts";
import { expectPicture } from "./pictures.ts";
import type { Language } from "./texts.ts";

// One worker, so that the gallery is built once.
test.describe.configure({ mode: "default" });
test.use({ viewport: { width: 1280, height: 900 }, contextOptions: { reducedMotion: "reduce" } });

let server: GalleryServer;
test.beforeAll(async () => {
  await ensureGalleryBuilt(console.log);
  server = await serveGallery();
});
test.afterAll(() => server.close());

const themes = ["light", "dark"] as const;
/** Charts whose drawings are kept as pictures; words and places of text differ from browser to browser. */
const pictured = [
  "chart-line",
  "chart-bars",
  "chart-area",
  "chart-band",
  "chart-stack",
  "chart-stack-bars",
  "chart-patterns",
  "chart-many",
];

for (const theme of themes) {
  test(`every chart is drawn as it should be in ${theme}`, async ({ page }, info) => {
    await open(page, "en", theme);
    for (const name of pictured) await expectPicture(part(page, name).getByRole("img"), `${name}.${theme}`, info);
  });
}

for (const [language, theme, width] of [
  ["en", "light", 1280],
  ["en", "dark", 1280],
  ["fr", "light", 400],
  ["fr", "dark", 400],
] as const) {
  test(`every shared part is accessible and fits in ${language}, ${theme}, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await open(page, language, theme);
    await expectGoodContents(page, language);
    await part(page, "confirm-dialog").getByRole("button").click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectGoodContents(page, language);
  });
}

test("pointing at a chart points at the same time in all others", async ({ page }) => {
  await open(page, "en", "light");
  const tooltip = (name: string) => part(page, name).getByRole("tooltip", { includeHidden: true });
  const picture = part(page, "chart-line").getByRole("img");
  await picture.hover();
  const when = (await tooltip("chart-line").textContent())?.match(/\d+\/\d+\/\d+, \d+:\d+ [ap]m/)?.[0];
  expect(when).toBeDefined();
  await expect(tooltip("chart-area")).toContainText(when!);
  await expect(tooltip("chart-stack")).toContainText(when!);
  // Its bars are whole days, and the time is in the last of them.
  await expect(tooltip("chart-stack-bars")).toContainText("20/11/2026");
  await page.getByRole("heading", { level: 1 }).hover();
  await expect(tooltip("chart-area")).toHaveCount(0);
});

test("a warning on the axis says its words on focus and in the table", async ({ page }) => {
  await open(page, "en", "light");
  const chart = part(page, "chart-line");
  const mark = chart.getByRole("button", { name: /^Critical: Inverter hot .*; Link lost/ });
  await mark.focus();
  await expect(page.getByRole("tooltip").filter({ hasText: "Inverter hot (20/11/2026, 1:12 pm)" })).toBeVisible();
  await expect(chart.getByRole("row", { name: /Critical: Inverter hot/ })).toHaveCount(1);
  await expect(chart.getByRole("row", { name: /Works in progress: Pump is repaired/ })).toHaveCount(8);
});

test("the switches change language and theme in place", async ({ page }) => {
  await open(page, "en", "light");
  await page.getByLabel("Theme").selectOption("dark");
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  await page.getByLabel("Language").selectOption("fr");
  await expect(page.getByRole("heading", { name: "Côte à côte" })).toBeVisible();
});

test("no portal serves the gallery", () => {
  const manifest = join(import.meta.dirname, "..", "packages/web/dist/.vite/manifest.json");
  const text = readFileSync(manifest, "utf8");
  expect(text).toContain("src/ui/chart/plot.tsx");
  expect(text).not.toContain("gallery");
});

async function open(page: Page, language: Language, theme: (typeof themes)[number]): Promise<void> {
  await page.goto(`${server.url}?language=${language}&theme=${theme}`);
  await expect(page.locator("html")).toHaveAttribute("lang", language);
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", theme);
  await expect(page.locator("canvas")).toHaveCount(10);
  await expect(page.getByRole("slider").first()).toBeVisible();
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Drawings that waited for the font are made after it.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

function part(page: Page, name: string) {
  return page.getByRole("region", { name, exact: true });
}
