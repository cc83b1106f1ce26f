import { expect, test } from "./fixtures.ts";

/** Half an hour of a file from another program: local times, commas, and a line that is none. */
function fileOf(day: string): string {
  return [
    "Horodatage;PV (kW);Remarque",
    `${day} 10:00 AM;1,25;`,
    `${day} 10:15 AM;2,5;nuageux`,
    `hier;1;`,
    `${day} 10:30 AM;;`,
    `${day} 10:45 AM;0,75;`,
  ].join("\n");
}

test("a file is dropped, its columns are proposed, and it is imported while the page is away", async ({
  page,
  signIn,
}) => {
  await signIn("daniela");
  await page.goto("/containers/agadez");
  await page
    .getByRole("tab", { name: "General" })
    .or(page.getByRole("button", { name: "More" }))
    .first()
    .click();
  if (!/tab=general/.test(page.url())) await page.getByRole("menuitem", { name: "General" }).click();
  const section = page.getByRole("region", { name: "Import history" });
  await expect(section.getByText("Nothing was imported in the last 30 days.")).toBeVisible();

  const day = new Intl.DateTimeFormat("en-GB").format(Date.now() - 400 * 86_400_000);
  const file = { name: "old logger.csv", mimeType: "text/csv", buffer: Buffer.from(fileOf(day)) };
  await section.locator("input[type=file]").setInputFiles(file);
  await expect(section.getByRole("combobox", { name: "PV (kW): Measures" })).toHaveValue("solar.power");
  await expect(section.getByRole("combobox", { name: "PV (kW): Unit" })).toHaveValue("kW");
  await expect(section.getByRole("option", { name: "dd/MM/yyyy hh:mm AM/PM (day first)" })).toHaveCount(1);
  await expect(section.getByText("“hier” is not a time of this format.")).toBeVisible();
  await expect(section.getByRole("cell", { name: "1,250 W" })).toBeVisible();
  const go = section.getByRole("button", { name: "Import 3 lines" });
  await expect(go).toBeDisabled();
  // What was uploaded is still there after a reload.
  await page.reload();
  await section.getByRole("checkbox", { name: "Leave this line out and import the others" }).check();
  await go.click();
  await expect(section.getByText("3 lines stored; 1 line left out.")).toBeVisible();
  const report = page.waitForEvent("download");
  await section.getByRole("button", { name: "Report: old logger.csv" }).click();
  expect((await report).suggestedFilename()).toBe("old logger-report.csv");

  // The next file with these columns is read in the same way, and corrects the first.
  await section
    .locator("input[type=file]")
    .setInputFiles({ ...file, buffer: Buffer.from(fileOf(day).replace("hier;1;\n", "")) });
  await expect(section.getByText("The columns are assigned as in the last import of such a file.")).toBeVisible();
  await section.getByText("Correct with the file").click();
  await expect(section.getByText(/^0 readings are replaced and 0 are removed, from .* to .*\.$/)).toBeVisible();
  await section.getByRole("button", { name: "Replace readings…" }).click();
  const dialog = page.getByRole("dialog", { name: "Replace readings of Agadez water works?" });
  await expect(dialog.getByText("old logger.csv")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await section.getByRole("button", { name: "Remove this file" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(section.getByRole("button", { name: "Choose a file" })).toBeVisible();
});
