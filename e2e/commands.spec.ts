/** Commands: a relay is switched and seen to be, and a lock on it holds for everyone. */
import type { Page } from "@playwright/test";

import { expect, test } from "./fixtures.ts";
import { addPerson, sessionFor } from "./people.ts";
import { textIn } from "./texts.ts";

// Its generator runs before any load is cut, so that nothing but this journey opens a relay.
const place = { containerId: "agadez", name: "Agadez water works" };
const number = 1;
const relay = `Relay ${number}`;
const devices = `/containers/${place.containerId}?tab=devices`;

const switchOn = (page: Page) => page.getByRole("switch", { name: relay, exact: true });
const cardOn = (page: Page) => page.getByRole("group", { name: relay, exact: true });

/** Waits until the relay reads so and nothing is in the way of switching it. */
async function expectReady(page: Page, isOn: boolean): Promise<void> {
  await expect(switchOn(page)).toHaveAttribute("aria-checked", String(isOn));
  await expect(switchOn(page)).toHaveAttribute("aria-disabled", "false");
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 400, height: 800 }, hasTouch: true, isMobile: true });

  test("a relay is switched and confirmed; locked from another browser, it is refused until the lock is released", async ({
    page,
    otherPage: theirs,
    stage,
    signIn,
  }) => {
    await signIn("daniela");
    await page.goto(devices);
    await expectReady(page, true);
    const touched = [
      cardOn(page).getByRole("button", { name: `Lock ${relay}`, exact: true }),
      page.getByRole("button", { name: `Name ${relay}`, exact: true }),
      page.getByRole("banner").getByRole("button", { name: textIn("en", "shell:open_menu") }),
    ];
    for (const button of touched) {
      const { width, height } = (await button.boundingBox())!;
      expect(Math.min(width, height), `${await button.getAttribute("aria-label")}`).toBeGreaterThanOrEqual(44);
    }
    await switchOn(page).tap();
    const question = page.getByRole("dialog", { name: `Switch off ${relay} at ${place.name}?` });
    await expect(question.getByRole("button", { name: "Cancel", exact: true })).toBeFocused();
    await question.getByRole("button", { name: "Switch off", exact: true }).tap();
    await expect(cardOn(page).getByText(/^Confirmed by the equipment at \d+:\d\d\s[ap]m: off\.$/)).toBeVisible();
    await expectReady(page, false);
    const last = page.getByRole("region", { name: "Last commands", exact: true }).getByRole("listitem").first();
    await expect(last).toContainText(`${relay}: Switch off`);
    await expect(last).toContainText("Confirmed");

    const technician = await addPerson(stage, { containers: [place.containerId] });
    const { authToken, userId } = await sessionFor(stage, technician);
    const cookies = Object.entries({ token: authToken, userId });
    await theirs
      .context()
      .addCookies(cookies.map(([name, value]) => ({ name, value: encodeURIComponent(value), url: stage.portalUrl })));
    await theirs.goto(devices);
    await cardOn(theirs)
      .getByRole("button", { name: `Lock ${relay}`, exact: true })
      .click();
    const taking = theirs.getByRole("dialog", { name: `Lock ${relay} at ${place.name}?` });
    await taking.getByLabel("Reason", { exact: true }).fill("Pump repair");
    await taking.getByRole("button", { name: "Lock", exact: true }).click();
    await expect(cardOn(theirs).getByText(/^Locked by you since .*: Pump repair$/)).toBeVisible();
    await expect(cardOn(theirs).getByText(/^Confirmed by the controller at /)).toBeVisible();

    await expect(cardOn(page).getByText(/^Locked by Grace Mensah since .*: Pump repair$/)).toBeVisible();
    await expect(switchOn(page)).toHaveAttribute("aria-disabled", "true");
    const order = { containerId: place.containerId, relay: number, on: true };
    await expect(stage.call("daniela", "setContainerControlAdam", order)).rejects.toThrow(
      /"output_locked".*Grace Mensah/,
    );

    await cardOn(theirs)
      .getByRole("button", { name: `Release the lock of ${relay}`, exact: true })
      .click();
    await theirs.getByRole("dialog").getByRole("button", { name: "Release", exact: true }).click();
    await expectReady(page, false);
    await switchOn(page).tap();
    await expect(cardOn(page).getByText(/^Confirmed by the equipment at \d+:\d\d\s[ap]m: on\.$/)).toBeVisible();
    await expectReady(page, true);
  });
});

test("the fleet's commands are filtered in the address, and what matches is a file", async ({
  page,
  stage,
  signIn,
}) => {
  const person = await addPerson(stage, { containers: [place.containerId] });
  await signIn("ada");
  await page.goto(`/commands?person=${person.userId}`);
  await expect(page.getByText("No command matches these filters.", { exact: true })).toBeVisible();
  await page.getByLabel("State", { exact: true }).selectOption({ label: "Under way" });
  await expect(page).toHaveURL(/state=open/);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export", exact: true }).click();
  expect((await saved).suggestedFilename()).toMatch(/^commands_\d{4}-\d{2}-\d{2}\.csv$/);
  await page.getByRole("main").getByRole("button", { name: "Clear filters", exact: true }).first().click();
  await expect(page).toHaveURL(/\/commands$/);
});
