/** Reports: made in a few fields, tested, paused, and stopped by whoever has the mail. */
import { expect, test } from "./fixtures.ts";
import { expectGoodLooks, inEachLook, open } from "./looks.ts";
import { addPerson, sessionFor } from "./people.ts";

test("a report is made, says when it is sent next, and is paused and deleted", async ({ page, stage, enter }) => {
  await enter(await sessionFor(stage, await addPerson(stage, { containers: ["lodwar"] })));
  await page.goto("/charts");
  const main = page.getByRole("main");
  await main.getByRole("link", { name: "Reports" }).click();
  await expect(main.getByText("No reports yet")).toBeVisible();
  await main.getByRole("link", { name: "New report" }).click();
  const dialog = page.getByRole("dialog", { name: "New report" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("My week");
  // It is looked at before it is kept, and the form is as it was.
  await dialog.getByRole("button", { name: "Preview" }).click();
  const mail = page.getByRole("region", { name: "The mail", exact: true });
  await expect(mail.getByText(/^My week: /)).toBeVisible();
  await expect(mail.getByRole("columnheader", { name: "Consumption" })).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("dialog").getByRole("button", { name: "PDF", exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^my-week_.*\.pdf$/);
  await page.getByRole("button", { name: "Back to the form" }).click();
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("My week");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(main.getByRole("heading", { name: "My week" })).toBeVisible();
  await expect(main.getByText(/^Next: /)).toBeVisible();
  await main.getByRole("button", { name: "Send me a test" }).click();
  await expect(page.getByText(/^Sent to /)).toBeVisible();
  await main.getByRole("button", { name: "Pause" }).click();
  await expect(main.getByText("Paused by you.")).toBeVisible();
  await main.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(main.getByText("No reports yet")).toBeVisible();
});

inEachLook((look) => {
  test("the form of a report, its preview and the page that stops one are good", async ({
    page,
    stage,
    enter,
    watch,
  }) => {
    // The link is none, and the portal says so.
    watch.allow(/status of 404/);
    await open(page, look, look.at("/reports/stop?token=none"), look.say("shared:screen.report_stop"));
    await page.getByRole("button", { name: look.say("reports:stop.act") }).click();
    await expect(page.getByText(look.say("reports:stop.gone"))).toBeVisible();
    await expectGoodLooks(page, look);
    await enter(await sessionFor(stage, await addPerson(stage, { containers: ["lodwar"] })));
    await open(page, look, look.at("/reports"), look.say("shared:screen.reports"));
    await page
      .getByRole("main")
      .getByRole("link", { name: look.say("reports:new") })
      .click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectGoodLooks(page, look);
    await page.getByRole("button", { name: look.say("reports:preview.act"), exact: true }).click();
    await expect(page.getByRole("region", { name: look.say("reports:preview.mail"), exact: true })).toBeVisible();
    await expectGoodLooks(page, look);
  });
});
