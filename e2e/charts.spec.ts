/** Charts that people build: from a template, from nothing, and shared with somebody who has no account. */
import { expect, test } from "./fixtures.ts";
import { expectGoodLooks, inEachLook, open } from "./looks.ts";
import { addPerson, sessionFor } from "./people.ts";

test("a chart from a template takes two clicks, and one from nothing has series of three units and a formula", async ({
  page,
  stage,
  enter,
  watch,
}) => {
  // A chart without a name is refused on purpose.
  watch.allow(/status of 400/);
  await enter(await sessionFor(stage, await addPerson(stage, { containers: ["lodwar"] })));
  await page.goto("/charts");
  const main = page.getByRole("main");
  await main.getByRole("link", { name: /^Power and charge/ }).click();
  await main.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(/\/charts\/(?!add)/);
  await expect(main.getByRole("heading", { level: 1, name: /^Power and charge/ })).toBeVisible();

  await main.getByRole("link", { name: "All charts" }).click();
  await expect(main.getByRole("link", { name: /^Power and charge/ })).toBeVisible();
  await main.getByRole("link", { name: "New chart" }).click();
  await main.getByRole("link", { name: "Begin with nothing" }).click();
  const measure = async (what: RegExp | string) => {
    await main.getByRole("combobox", { name: "What is measured" }).fill(typeof what === "string" ? what : "");
    await page.getByRole("option", { name: what }).first().click();
  };
  await measure("solar.power");
  for (const metric of ["load.power", "battery.soc", "battery.voltage"]) {
    await main.getByRole("button", { name: "Add a series" }).click();
    await measure(metric);
  }
  await main.getByRole("button", { name: "Add a formula" }).click();
  // Watts on the left, percent on the right, and volts in a drawing of their own.
  await expect(main.getByText("V · drawing 2")).toBeVisible();
  await expect(main.getByRole("button", { name: "Battery voltage" }).last()).toBeVisible();
  await main.getByRole("textbox", { name: "Name", exact: true }).fill("All of it");
  await page.keyboard.press("Control+z");
  await expect(main.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("");
  await main.getByRole("button", { name: "Save", exact: true }).click();
  await expect(main.getByText("Please fill full fields")).toBeVisible();
  await page.keyboard.press("Control+y");
  // The draft is in the address.
  await expect(main.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("All of it");
  await main.getByRole("button", { name: "Save", exact: true }).click();
  await expect(main.getByRole("heading", { level: 1, name: "All of it" })).toBeVisible();
  await expect(main.getByRole("button", { name: /Solar power − / })).toBeVisible();
  await main.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(main.getByRole("link", { name: "All of it" })).toBeVisible();
});

test("a link is opened by somebody without an account who has its password, until its owner sees the container no more or revokes it", async ({
  page,
  otherPage,
  stage,
  enter,
  watch,
}) => {
  // Well-known and wrong passwords are refused on purpose, and so is a link that is over.
  watch.allow(/status of 40[034]/);
  const owner = await addPerson(stage, { containers: ["lodwar"] });
  await enter(await sessionFor(stage, owner));
  await page.goto("/charts/add");
  const main = page.getByRole("main");
  await main.getByRole("link", { name: /^Power and charge/ }).click();
  await main.getByRole("button", { name: "Save", exact: true }).click();
  await main.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: /^Share / });
  const password = dialog.getByRole("textbox", { name: "Password (optional)" });
  await password.fill("password1234");
  await dialog.getByRole("button", { name: "Make the link" }).click();
  await expect(dialog.getByText("That is too well known.")).toBeVisible();
  await password.fill("seven dry wells");
  await dialog.getByRole("button", { name: "Make the link" }).click();
  const url = await dialog.getByRole("textbox", { name: "Link" }).inputValue();
  expect(url).toMatch(/\/shared-chart#[\w-]{43}$/);

  await otherPage.goto(url);
  await expect(otherPage.getByRole("heading", { level: 1, name: "This chart has a password" })).toBeVisible();
  const give = async (guess: string) => {
    await otherPage.getByRole("textbox", { name: "Password" }).fill(guess);
    await otherPage.keyboard.press("Enter");
  };
  await give("seven wet wells");
  await expect(otherPage.getByText("That is not the password of this link.")).toBeVisible();
  await give("seven dry wells");
  await expect(otherPage.getByRole("heading", { level: 1, name: /^Power and charge/ })).toBeVisible();
  await expect(otherPage.getByRole("button", { name: "Solar power" })).toBeVisible();
  await expect(otherPage.getByRole("button", { name: "Print" })).toBeVisible();
  const gone = otherPage.getByRole("heading", { level: 1, name: "This link does not work" });
  const sees = (containers: string[]) =>
    stage.call("ada", "updateUserContainerList", { userId: owner.userId, containers });
  await sees([]);
  await otherPage.reload();
  await expect(gone).toBeVisible();
  await sees(["lodwar"]);
  await otherPage.reload();
  await expect(otherPage.getByRole("heading", { level: 1, name: "This chart has a password" })).toBeVisible();
  await dialog.getByRole("button", { name: /^Revoke the link/ }).click();
  await expect(dialog.getByRole("button", { name: /^Revoke the link/ })).toHaveCount(0);
  await otherPage.reload();
  await expect(gone).toBeVisible();
});

inEachLook((look) => {
  test("the builder and a chart", async ({ page, stage, enter }) => {
    const { say, at } = look;
    await enter(await sessionFor(stage, await addPerson(stage, { containers: ["lodwar"] })));
    await open(page, look, at("/charts/add"), say("shared:screen.chart_add"));
    await page.getByRole("main").getByRole("listitem").getByRole("link").first().click();
    const save = page.getByRole("main").getByRole("button", { name: say("charts:save"), exact: true });
    await expect(save).toBeVisible();
    await expectGoodLooks(page, look);
    await save.click();
    await expect(
      page.getByRole("main").getByRole("button", { name: say("charts:share.act"), exact: true }),
    ).toBeVisible();
    await expectGoodLooks(page, look);
  });
});
