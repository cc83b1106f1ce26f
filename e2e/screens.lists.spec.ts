/** The list of containers with all that opens over it, and the favourites, in every look. */
import { expect, post, test } from "./fixtures.ts";
import { atOtherWidth, expectGoodLooks, go, heading, inEachLook, type Look, open } from "./looks.ts";
import { expectGoodScreen, expectGoodText } from "./page-checks.ts";
import { addPerson, sessionFor } from "./people.ts";
import { quietContainer, silentContainer } from "./stage/stage.types.ts";

inEachLook((look) => {
  const { language, say, at } = look;
  test("the list of containers with its tools, the comparison, and the favourites", async ({
    page,
    enter,
    stage,
    watch,
  }) => {
    // A cluster without a name is refused on purpose.
    watch.allow(/status of 400/);
    const containers = ["lodwar", "agadez", "jumla", quietContainer, silentContainer];
    const person = await addPerson(stage, { containers });
    const session = await sessionFor(stage, person);
    const headers = { "X-Auth-Token": session.authToken, "X-User-Id": session.userId };
    await enter(session);
    await open(page, look, at("/favorites"), say("shared:screen.favorites"));
    await expect(page.getByText(say("favorites:empty.title"))).toBeVisible();
    await expectGoodLooks(page, look);
    const gone = silentContainer;
    for (const containerId of ["lodwar", quietContainer, gone]) {
      await post(stage, "favoriteSet", { containerId, favorite: true }, headers);
    }
    const views = [{ name: "A-1", search: { sort: "solar" } }];
    await post(stage, "saveUserSetting", { views }, headers);
    const see = (ids: readonly string[]) =>
      stage.call("ada", "updateUserContainerList", { userId: person.userId, containers: ids });
    await see(containers.filter((id) => id !== gone));
    await page.reload();
    await expect(page.getByText(say("favorites:stub"))).toBeVisible();
    await expectGoodLooks(page, look);
    await see(containers);
    await post(stage, "favoriteSet", { containerId: gone, favorite: false }, headers);

    await open(page, look, at("/containers"), say("shared:screen.containers"));
    const main = page.getByRole("main");
    await expect(main.getByRole("link", { name: "Depot" })).toBeVisible();
    // The tools of a phone are another set, and each closes when the window becomes wide.
    const inTools = async ({ isPhone }: Look, check: () => Promise<void>): Promise<void> => {
      if (isPhone) {
        await main.getByRole("button", { name: say("containers:facet.more") }).click();
        await expect(page.getByLabel(say("containers:sort.label"))).toBeVisible();
      } else {
        await main.getByRole("button", { name: say("containers:columns.open") }).click();
        await expect(page.getByRole("checkbox", { name: say("containers:column.serial") })).toBeVisible();
      }
      await check();
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    };
    await inTools(look, () => expectGoodScreen(page, language));
    await atOtherWidth(page, look, (other) => inTools(other, () => expectGoodText(page, language)));
    await main.getByRole("button", { name: say("containers:views.open") }).click();
    await expect(page.getByLabel(say("containers:views.name"))).toBeVisible();
    await expectGoodLooks(page, look);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);

    for (const id of ["lodwar", "agadez"]) await main.locator(`[data-watch="${id}"]`).getByRole("checkbox").check();
    const bar = page.getByRole("region", { name: say("containers:select.bar") });
    await expect(bar).toBeVisible();
    await expectGoodLooks(page, look);
    await bar.getByRole("button", { name: say("containers:select.group") }).click();
    await page.getByRole("button", { name: say("containers:group.save"), exact: true }).click();
    await expect(page.getByText(say("shared:refusal.cluster_incomplete"))).toBeVisible();
    await expectGoodLooks(page, look);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await bar.getByRole("button", { name: say("containers:select.compare") }).click();
    await expect(page.getByRole("img", { name: say("containers:compare.soc") })).toBeVisible();
    await expect(page.getByText(say("containers:compare.loading"))).toHaveCount(0);
    await expectGoodLooks(page, look);
    await go(page, at("/containers/compare"));
    await expect(heading(page, say("shared:screen.compare"))).toBeVisible();
    await expect(page.getByText(say("containers:compare.empty.title"))).toBeVisible();
    await expectGoodLooks(page, look);
  });
});
