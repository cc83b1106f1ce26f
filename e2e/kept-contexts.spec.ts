/** What a journey leaves behind in the browser, the next one of its worker does not find. */
import { expect, test } from "./fixtures.ts";

test.describe.configure({ mode: "default" });

test("a journey signs in, stores something, and plays an answer", async ({ page, signIn, watch }) => {
  watch.allow(/status of 418/);
  await signIn("daniela");
  await page.route("**/live", (route) => route.fulfill({ status: 418 }));
  await page.goto("/help");
  await page.evaluate(async () => {
    localStorage.setItem("left", "behind");
    sessionStorage.setItem("left", "behind");
    await caches.open("left");
    document.cookie = "left=behind; path=/";
  });
  expect(await page.evaluate(async () => (await fetch("/live")).status)).toBe(418);
});

test("the next one finds nothing of it", async ({ page, context }) => {
  await page.goto("/login");
  const found = await page.evaluate(async () => ({
    local: localStorage.getItem("left"),
    session: sessionStorage.getItem("left"),
    caches: await caches.keys(),
    status: (await fetch("/live")).status,
  }));
  expect(found).toEqual({ local: null, session: null, caches: [], status: 200 });
  expect(await context.cookies()).toEqual([]);
});

test("a journey may stop the time", async ({ page }) => {
  await page.clock.setFixedTime(0);
  await page.goto("/login");
  expect(await page.evaluate(() => Date.now())).toBe(0);
});

test("which goes on in the next one", async ({ page }) => {
  await page.goto("/login");
  expect(await page.evaluate(() => Date.now())).toBeGreaterThan(0);
});
