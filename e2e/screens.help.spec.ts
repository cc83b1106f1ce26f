/** The manual in every look, with what is found in it and what is not. */
import { expect, test } from "./fixtures.ts";
import { expectGoodLooks, inEachLook, open } from "./looks.ts";

inEachLook((look) => {
  const { say, at } = look;
  test("the manual", async ({ page, signIn, watch }) => {
    await signIn("bruno");
    await open(page, look, at("/help/blackout"), say("shared:screen.help"));
    await expect(page.getByRole("table").first()).toBeVisible();
    await expectGoodLooks(page, look);
    const search = page.getByRole("searchbox", { name: say("help:find") });
    await search.fill("SOC");
    await expect(page.getByRole("status").filter({ hasText: /\d/ })).toBeVisible();
    await expectGoodLooks(page, look);
    await search.fill("zzzz");
    await expect(page.getByText(say("help:none").replace("{{query}}", "zzzz"))).toBeVisible();
    await expectGoodLooks(page, look);
    watch.allow(/503/);
    await page.route("**/api/helpGet", (route) =>
      route.fulfill({ status: 503, json: { status: "error", code: "unavailable", message: "x" } }),
    );
    await page.goto(at("/help"));
    await expect(page.getByRole("button", { name: say("ui:async.retry") })).toBeVisible({ timeout: 30_000 });
    await expectGoodLooks(page, look);
  });
});
