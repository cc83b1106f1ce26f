/** The checks of a screen find what is wrong, also where they have looked before. */
import { expect, test } from "./fixtures.ts";
import { expectGoodContents } from "./page-checks.ts";

const nameless = "<button></button>";

test("a frame that was found good is looked at again once it changes, and the screen in it each time", async ({
  page,
}) => {
  await page.setContent(
    '<!doctype html><html lang="en"><title>T</title><header><a href="#a">One</a></header><main><h1>Title</h1></main>',
  );
  await expectGoodContents(page, "en");
  const add = (place: string) =>
    page.locator(place).evaluate((element, html) => element.insertAdjacentHTML("beforeend", html), nameless);
  const takeAway = () => page.locator("button").evaluate((button) => button.remove());
  for (const place of ["header", "main", "header"]) {
    await add(place);
    await expect(expectGoodContents(page, "en"), place).rejects.toThrow(/button-name/);
    await takeAway();
    await expectGoodContents(page, "en");
  }
});
