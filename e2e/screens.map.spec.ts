/** The map and the page of clusters in every look, with all that opens on them. */
import { expect, test } from "./fixtures.ts";
import { expectGoodLooks, inEachLook, open } from "./looks.ts";
import { makeCluster, mapCast } from "./map-cast.ts";

inEachLook((look) => {
  const { say, at } = look;

  test("the clusters: none yet, one that is made, and full", async ({ page, stage, enter }) => {
    const cast = await mapCast(stage);
    await enter(cast.session);
    const drawn = page.locator("figure[aria-busy='false']");
    await open(page, look, at("/clusters"), say("shared:screen.clusters"));
    await drawn.waitFor();
    await expect(page.getByText(say("clusters:empty.title"))).toBeVisible();
    await expectGoodLooks(page, look);

    await page
      .getByRole("button", { name: say("clusters:new") })
      .first()
      .click();
    await page.getByRole("button", { name: say("clusters:save") }).click();
    await expect(page.getByText(say("shared:refusal.cluster_incomplete"))).toBeVisible();
    await expectGoodLooks(page, look);

    const name = `Turkana ${cast.userId.slice(0, 6)}`;
    await makeCluster(stage, cast, name, ["Turkana lake", "Turkana north", "Turkana south"]);
    await page.goto(at("/clusters"));
    await drawn.waitFor();
    await page
      .getByRole("region", { name })
      .getByRole("button", { name: say("clusters:show") })
      .click();
    await page.getByRole("button", { name: say("clusters:point").replace("{{name}}", "Turkana lake") }).click();
    await expect(drawn.getByRole("link", { name: "Turkana lake" })).toBeVisible();
    await expectGoodLooks(page, look);
    await page
      .getByRole("region", { name })
      .getByRole("button", { name: say("clusters:delete") })
      .click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectGoodLooks(page, look);
  });

  test("the dashboard with its map open", async ({ page, signIn }) => {
    await signIn("bruno");
    await open(page, look, at("/"), say("shared:screen.dashboard"));
    // What comes in above the map's card moves it, away from under a click.
    await expect(page.locator("main [aria-busy='true']")).toHaveCount(0);
    const opener = page.getByRole("button", { name: say("dashboard:map.open") });
    await opener.click();
    await expect(opener).toBeHidden();
    await page.locator("figure[aria-busy='false']").waitFor();
    await expectGoodLooks(page, look);
  });
});
