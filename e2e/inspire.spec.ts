/** Ready charts, widgets, rules and automations, used with one click and taken back, and the tour. */
import { expect, headersOf, post, type Session, type Stage, test } from "./fixtures.ts";
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

test("a widget, a rule and an automation are used with one click each, and each is taken back", async ({
  page,
  stage,
  enter,
}) => {
  const session = await sessionFor(stage, await addPerson(stage, { containers: ["lodwar"] }));
  const automations = async () =>
    JSON.stringify(await post(stage, "automationList", { containerId: "lodwar" }, headersOf(session)));
  await enter(session);
  await page.goto("/inspire");
  const main = page.getByRole("main");
  for (const [kind, search, title, said] of [
    ["widget", "figure charge", /^State of charge/, "is on your board now"],
    ["rule", "silent", /^Container silent/, "now watches all containers"],
    ["automation", "evening light", /^Evening light/, "is there now"],
  ] as const) {
    await go(page, `/inspire?kind=${kind}&container=lodwar&search=${search}`);
    const idea = main.getByRole("article", { name: title });
    const use = idea.getByRole("button", { name: /^Use / });
    await expect(use).toBeEnabled();
    await use.press("Enter");
    await expect(idea.getByText("In use")).toBeVisible();
    if (kind === "automation") expect(await automations()).toContain("Evening light");
    await page.getByRole("status").filter({ hasText: said }).getByRole("button", { name: "Undo" }).click();
    await expect(use).toBeEnabled();
    await expect(idea.getByText("In use")).toBeHidden();
  }
  // What is taken back is away from the container, and not only from the screen: its answer comes a moment later.
  await expect.poll(automations).not.toContain("Evening light");
});

test("the tour is offered on the first screen, taken by keyboard from the help menu, and not offered any more once it was seen", async ({
  page,
  stage,
  enter,
}) => {
  const session = await sessionFor(stage, await addPerson(stage));
  await enter(session);
  await page.goto("/");
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
  // It is kept with the person, not with the browser.
  await expect.poll(() => tourOf(stage, session)).toBe("done");
  await go(page, "/inspire");
  await expect(page.getByRole("list", { name: "Ideas" })).toBeVisible();
  await expect(offer).toBeHidden();
});

test("somebody with one container is offered the tour there, and declines it for good", async ({
  page,
  stage,
  enter,
}) => {
  const session = await sessionFor(stage, await addPerson(stage, { containers: ["lodwar"] }));
  await enter(session);
  await page.goto("/");
  await expect(page).toHaveURL(/\/containers\/lodwar/);
  const offer = page.getByRole("region", { name: "New here?" });
  await offer.getByRole("button", { name: "Not now" }).click();
  await expect(offer).toBeHidden();
  await expect.poll(() => tourOf(stage, session)).toBe("skipped");
  await page.reload();
  // The screen of ideas would offer it, too.
  await go(page, "/inspire");
  await expect(page.getByRole("list", { name: "Ideas" })).toBeVisible();
  await expect(offer).toBeHidden();
});

async function tourOf(stage: Stage, session: Session): Promise<string | undefined> {
  const { userSetting } = await post(stage, "getUserSetting", {}, headersOf(session));
  return (userSetting as { tour?: string }).tour;
}

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
    await page.getByRole("button", { name: say("shell:tour_offer.take") }).click();
    await expect(page.getByRole("dialog", { name: say("tour:stop.menu.title") })).toBeVisible();
    await expectGoodLooks(page, look);
    await page.keyboard.press("Escape");
    await enter(await sessionFor(stage, await addPerson(stage, { containers: [] })));
    await open(page, look, at("/inspire"), say("shared:screen.inspire"));
    await expect(page.getByText(say("inspire:empty.title"))).toBeVisible();
    await expectGoodLooks(page, look);
  });
});
