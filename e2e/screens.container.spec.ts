/** The tabs of a container with all they have, in every look. */
import { expect, test } from "./fixtures.ts";
import { expectGoodLooks, inEachLook, open } from "./looks.ts";

inEachLook((look) => {
  const { say, at } = look;

  test("the tabs of a container", async ({ page, signIn, stage }) => {
    await signIn("daniela");
    const name = stage.containers.find(({ containerId }) => containerId === "agadez")?.name ?? "";
    await open(page, look, at("/containers/agadez?tab=flow"), name);
    await expect(page.getByRole("slider", { name: say("energy-flow:replay.position") })).toBeVisible();
    await expectGoodLooks(page, look);

    const tabs = page.getByRole("tablist", { name: say("container:tabs") });
    // On a phone, what has no room is in the menu at the end of the row.
    const go = async (tab: string) => {
      const name = say(`container:tab.${tab}`);
      // Under a drawer that is closing, readers find nothing of the page.
      await expect(tabs.getByRole("tab").first()).toBeVisible();
      const shown = tabs.getByRole("tab", { name });
      const more = tabs.locator("..").getByRole("button", { name: say("container:moreTabs") });
      // The row makes room anew whenever its width changes, as it does when a dialog gives the scroll bar back.
      await expect(async () => {
        const isShown = (await shown.count()) > 0;
        if (!isShown) await more.click({ timeout: 3000 });
        await (isShown ? shown : page.getByRole("menuitem", { name })).click({ timeout: 3000 });
      }).toPass();
      await expect(tabs.getByRole("tab", { name, selected: true })).toBeVisible();
    };
    await go("batteries");
    await expect(page.getByRole("list", { name: say("batteries:cells") })).toBeVisible();
    await expect(page.getByRole("img", { name: say("batteries:temperature") })).toBeVisible();
    await expectGoodLooks(page, look);

    await go("seven-days");
    await page.getByRole("button", { pressed: false, name: /100/ }).first().click();
    await expect(page.getByRole("img", { name: say("container:day.chart") })).toBeVisible();
    await expectGoodLooks(page, look);

    await go("devices");
    await expect(page.getByRole("article").first()).toBeVisible();
    await expectGoodLooks(page, look);
    await page.getByRole("article").first().getByRole("button").click();
    await expect(page.getByRole("dialog").getByRole("rowheader").first()).toBeVisible();
    await expectGoodLooks(page, look);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);

    await go("analysis");
    await expect(page.getByRole("img", { name: say("analysis:balanceChart") })).toBeVisible();
    await expect(page.getByRole("table", { name: say("analysis:compare") })).toBeVisible();
    await expectGoodLooks(page, look);

    await go("weather");
    await expect(page.getByRole("img", { name: say("weather:solarChart") })).toBeVisible();
    await expectGoodLooks(page, look);

    await go("setup");
    await expect(page.getByRole("heading", { name: say("load-protection:title") })).toBeVisible();
    await expect(page.getByRole("status").first()).toBeVisible();
    // A phone folds the sections.
    for (const title of await page.locator("h2 [aria-expanded]").all()) await title.click();
    await expectGoodLooks(page, look);
  });
});
