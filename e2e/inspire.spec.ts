/** Ready charts, widgets, rules and automations, used with one click and taken back, and the tour. */
import { expect, test } from "./fixtures.ts";
import { expectGoodLooks, go, inEachLook, open } from "./looks.ts";
import { addPerson, sessionFor } from "./people.ts";

test("an idea is found by its words, used with one click, taken back, and used again", async ({
  page,
  stage,
  enter,
}) => {
  await enter(await sessionFor(stage, await addPerson(stage, { containers: ["lodwar"] })));
  await page.goto("/inspire");
  const main = page.getByRole("main");
  await main.getByRole("searchbox", { name: "Search ideas" }).fill("day energy");
  const ideas = main.getByRole("list", { name: "Ideas" }).getByRole("article");
  await expect(ideas).toHaveCount(1);
  const idea = main.getByRole("article", { name: /^Energy by day/ });
  // By key: what was done before is still said over the cards.
  const use = async (name: RegExp | string) => {
    const button = main.getByRole("button", { name });
    // Until it is known what somebody has, nothing is offered.
    await expect(button).toBeEnabled();
    await button.press("Enter");
  };
  await use(/^Use Energy by day/);
  await expect(idea.getByText("In use")).toBeVisible();
  await page.getByRole("status").filter({ hasText: "among your charts" }).getByRole("button", { name: "Undo" }).click();
  await expect(idea.getByText("In use")).toBeHidden();
  await use(/^Use Energy by day/);
  await idea.getByRole("link", { name: /^Open Energy by day/ }).press("Enter");
  await expect(main.getByRole("heading", { level: 1, name: /^Energy by day/ })).toBeVisible();

  await go(page, "/inspire?kind=widget&search=figure charge");
  await use(/^Use State of charge/);
  await expect(main.getByText("In use")).toBeVisible();
  await go(page, "/inspire?kind=rule&search=silent");
  await use("Use Container silent");
  await main.getByRole("link", { name: "Open Container silent" }).press("Enter");
  await expect(main.getByRole("textbox", { name: "Rule name" })).toHaveValue("Container silent");
});

test("the tour is taken by keyboard from the help menu, and is not offered any more once it was seen", async ({
  page,
  stage,
  enter,
}) => {
  await enter(await sessionFor(stage, await addPerson(stage, { containers: ["lodwar"] })));
  await page.goto("/inspire");
  const offer = page.getByRole("region", { name: "New here?" });
  await expect(offer).toBeVisible();
  await page.getByRole("button", { name: "Help", exact: true }).click();
  await page.getByRole("menuitem", { name: "Guided tour" }).click();
  const tour = page.getByRole("dialog");
  await expect(tour.getByText("1 of 6")).toBeVisible();
  for (const place of [2, 3, 4, 5, 6]) {
    await page.keyboard.press("Enter");
    await expect(tour.getByText(`${place} of 6`)).toBeVisible();
  }
  await page.keyboard.press("Enter");
  await expect(tour).toBeHidden();
  await expect(offer).toBeHidden();
  await page.reload();
  await expect(page.getByRole("list", { name: "Ideas" })).toBeVisible();
  await expect(offer).toBeHidden();
});

inEachLook((look) => {
  test("ideas, one that a container cannot use, the tour, and what somebody sees who has no container", async ({
    page,
    stage,
    enter,
  }) => {
    const { say, at } = look;
    await enter(await sessionFor(stage, await addPerson(stage, { role: "admin", containers: [] })));
    await open(page, look, at("/inspire?container=lodwar"), say("shared:screen.inspire"));
    await expect(page.getByRole("list", { name: say("inspire:list") }).getByRole("article")).not.toHaveCount(0);
    await expectGoodLooks(page, look);
    await page.getByRole("button", { name: say("inspire:tour.take") }).click();
    await expect(page.getByRole("dialog", { name: say("tour:stop.menu.title") })).toBeVisible();
    await expectGoodLooks(page, look);
    await page.keyboard.press("Escape");
    await enter(await sessionFor(stage, await addPerson(stage, { containers: [] })));
    await open(page, look, at("/inspire"), say("shared:screen.inspire"));
    await expect(page.getByText(say("inspire:empty.title"))).toBeVisible();
    await expectGoodLooks(page, look);
  });
});
