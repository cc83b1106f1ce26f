/**
 * The page of all shared parts: how charts look there. What the parts do and say is proved in the `*.browser.test.ts`
 * beside them.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { Page } from "@playwright/test";

import { ensureGalleryBuilt } from "../scripts/build-web.ts";
import { type GalleryServer, serveGallery } from "../scripts/gallery-server.ts";
import { expect, test } from "./fixtures.ts";
import { expectPicture } from "./pictures.ts";

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
/** Charts whose drawings are kept as pictures; text and its position differ from browser to browser. */
const pictured = [
  "chart-line",
  "chart-bars",
  "chart-area",
  "chart-band",
  "chart-stack",
  "chart-stack-bars",
  "chart-mirrored",
  "chart-patterns",
  "chart-many",
];

test("every chart is drawn as it should be in both themes, and the switches change theme and language without a reload", async ({
  page,
}, info) => {
  await open(page);
  for (const theme of themes) {
    await page.getByLabel("Theme").selectOption(theme);
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", theme);
    await drawn(page);
    for (const name of pictured) await expectPicture(part(page, name).getByRole("img"), `${name}.${theme}`, info);
  }
  await page.getByLabel("Language").selectOption("fr");
  await expect(page.getByRole("heading", { name: "Côte à côte" })).toBeVisible();
});

test("no portal serves the gallery", () => {
  const manifest = join(import.meta.dirname, "..", "packages/web/dist/.vite/manifest.json");
  const text = readFileSync(manifest, "utf8");
  expect(text).toContain("src/chart/plot.tsx");
  expect(text).not.toContain("gallery");
});

async function open(page: Page): Promise<void> {
  await page.goto(`${server.url}?language=en&theme=light`);
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "light");
  await expect(page.locator("canvas")).toHaveCount(12);
  await expect(page.getByRole("slider").first()).toBeVisible();
}

/** Drawings that wait for the font, or follow the theme, are made in the frames after it. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

function part(page: Page, name: string) {
  return page.getByRole("region", { name, exact: true });
}
