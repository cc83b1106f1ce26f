/** The manual in every look, with what is found in it and what is not. */
import { expect, test } from "./fixtures.ts";
import { inEachLook, open } from "./looks.ts";
import { expectGoodScreen } from "./page-checks.ts";

inEachLook((look) => {
  const { language, say, at } = look;
  test("the manual", async ({ page, signIn, watch }) => {
    await signIn("bruno");
    await open(page, look, at("/help/blackout"), say("shared:screen.help"));
    await expect(page.getByRole("table").first()).toBeVisible();
    await expectGoodScreen(page, language);
    const search = page.getByRole("searchbox", { name: say("help:find") });
    await search.fill("SOC");
    await expect(page.getByRole("status").filter({ hasText: /\d/ })).toBeVisible();
    await expectGoodScreen(page, language);
    await search.fill("zzzz");
    await expect(page.getByText(say("help:none").replace("{{wish}}", "zzzz"))).toBeVisible();
    await expectGoodScreen(page, language);
    watch.allow(/503/);
    await page.route("**/api/helpGet", (route) =>
      route.fulfill({ status: 503, json: { status: "error", code: "unavailable", message: "x" } }),
    );
    await page.goto(at("/help"));
    await expect(page.getByRole("button", { name: say("ui:async.retry") })).toBeVisible({ timeout: 30_000 });
    await expectGoodScreen(page, language);
  });
});
