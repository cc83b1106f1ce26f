/** What a browser says that is older than those that the program is built for. */
import { expect, test } from "./fixtures.ts";

test("an older browser says which ones are supported, and shows what it can", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator("#old-browser")).toHaveCount(0);

  // Firefox before 121.
  await page.addInitScript(() => {
    const supports = CSS.supports.bind(CSS);
    CSS.supports = (...words: [string]) => !words.join().includes(":has") && supports(...words);
  });
  for (const [path, sentence] of [
    ["/login", "It needs Chrome or Edge 111, Firefox 121, Safari 16.4, or a later version."],
    ["/fr/login", "Il faut Chrome ou Edge 111, Firefox 121, Safari 16.4, ou une version plus récente."],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("alert")).toContainText(sentence);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});
