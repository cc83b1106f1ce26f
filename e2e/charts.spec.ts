/** Charts that people build: from a template, from nothing, and shared with somebody who has no account. */
import { expect, headersOf, post, test } from "./fixtures.ts";
import { expectGoodLooks, go, inEachLook, open } from "./looks.ts";
import { addPerson, sessionFor } from "./people.ts";

/** Somebody's own chart of the charge of Lodwar, and an act of the menu at its middle. */
async function takeAtPoint(
  { page, stage, enter }: Pick<Parameters<Parameters<typeof test>[2]>[0], "page" | "stage" | "enter">,
  act: string,
): Promise<void> {
  const session = await sessionFor(stage, await addPerson(stage, { containers: ["lodwar"] }));
  const series = [{ id: "s1", kind: "metric", metric: "battery.soc", of: { kind: "containers", ids: ["lodwar"] } }];
  const definition = { name: "How full", period: "yesterday", series };
  const { data } = await post(stage, "chartSave", { definition }, headersOf(session));
  await enter(session);
  await page.goto(`/charts/${(data as { id: string }).id}`);
  const item = page.getByRole("menuitem", { name: act });
  // The chart is drawn before what answers a point of it is there.
  await expect(async () => {
    await page.getByRole("img", { name: "How full" }).press("Enter");
    await expect(item).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await item.click();
}

test("a chart from a template takes two clicks, and one from nothing has five series of three units and a formula", async ({
  page,
  stage,
  enter,
  watch,
}) => {
  // A chart without a name is refused on purpose.
  watch.allow(/status of 400/);
  await enter(await sessionFor(stage, await addPerson(stage, { containers: ["lodwar"] })));
  await page.goto("/charts/add?d=nothing");
  const main = page.getByRole("main");
  await main.getByRole("link", { name: "Choose a template" }).click();
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
  await expect(main.getByText("New series: choose what to draw and where.")).toBeVisible();
  const save = main.getByRole("button", { name: "Save", exact: true });
  const name = main.getByRole("textbox", { name: "Name", exact: true });
  // What is refused first takes the focus, also where it was folded away.
  await save.click();
  await expect(name).toBeFocused();
  await name.fill("Folded");
  await main.getByRole("button", { name: /^New series/ }).click();
  await save.click();
  await expect(main.getByRole("combobox", { name: "What is measured" })).toBeFocused();
  await name.fill("");
  await expect(main.getByRole("button", { name: "Show single readings" })).toHaveCount(0);
  // The first that is found is chosen without an arrow.
  await main.getByRole("combobox", { name: "What is measured" }).fill("solar pow");
  await expect(page.getByRole("option", { name: /^Solar power/ })).toHaveAttribute("data-combobox-selected", "true");
  await page.keyboard.press("Enter");
  await expect(main.getByText("Solar power", { exact: true }).first()).toBeVisible();
  for (const metric of ["load.power", "battery.soc", "battery.voltage", "battery.power"]) {
    await main.getByRole("button", { name: "Add a series" }).click();
    await measure(metric);
  }
  await main.getByRole("button", { name: "Add a formula" }).click();
  // Watts on the left, percent on the right, and volts in a drawing of their own.
  await expect(main.getByText("V · drawing 2")).toBeVisible();
  await expect(main.getByRole("region", { name: "Unnamed chart, drawing 2" })).toBeVisible();
  await expect(main.getByRole("region", { name: "Unnamed chart, drawing 3" })).toHaveCount(0);
  await expect(main.getByRole("button", { name: "Battery voltage" }).last()).toBeVisible();
  await name.fill("All of it");
  await page.keyboard.press("Control+z");
  await expect(name).toHaveValue("");
  await save.click();
  await expect(main.getByText("Please fill full fields")).toBeVisible();
  await page.keyboard.press("Control+y");
  // The draft is in the address.
  await expect(name).toHaveValue("All of it");
  await save.click();
  await expect(main.getByRole("heading", { level: 1, name: "All of it" })).toBeVisible();
  await expect(main.getByRole("button", { name: /Solar power − / })).toBeVisible();
  await main.getByRole("button", { name: "What to do with All of it", exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect(main.getByRole("link", { name: "All of it" })).toBeVisible();
});

test("a chart is laid over with the period, the week before and another container, in dashes and with the difference", async ({
  page,
  stage,
  enter,
}) => {
  // What is drawn in dashes tells the canvas so.
  await page.addInitScript(() => {
    const dashes: string[] = [];
    Object.assign(globalThis, { dashes });
    const set = CanvasRenderingContext2D.prototype.setLineDash;
    CanvasRenderingContext2D.prototype.setLineDash = function noted(segments: Iterable<number>) {
      const dash = [...segments];
      if (dash.length > 0) dashes.push(dash.join(" "));
      set.call(this, dash);
    };
  });
  const dashes = () => page.evaluate(() => (globalThis as { dashes?: string[] }).dashes?.length);
  const session = await sessionFor(stage, await addPerson(stage, { containers: ["lodwar", "jumla"] }));
  const series = [{ id: "s1", kind: "metric", metric: "load.power", of: { kind: "containers", ids: ["lodwar"] } }];
  const definition = { name: "Used", period: "day", series };
  const { data } = await post(stage, "chartSave", { definition }, headersOf(session));
  const { id } = data as { id: string };
  await enter(session);
  await page.goto(`/charts/${id}?edit=yes`);
  const main = page.getByRole("main");
  const plot = main.getByRole("img", { name: "Used" });
  await expect(plot).toBeVisible();
  const compare = main.getByRole("combobox", { name: "Compare with", exact: true });
  const legend = main.getByRole("group", { name: "Series shown", exact: true });
  const entry = (name: string) => legend.getByRole("button", { name, exact: true });
  const tooltip = page.getByRole("tooltip", { includeHidden: true });
  // A new drawing, which comes some time after a choice, takes away what the one before said of a point.
  const expectAtPoint = (...texts: (string | RegExp)[]) =>
    expect(async () => {
      await page.mouse.move(0, 0);
      await plot.hover();
      for (const text of texts) await expect(tooltip).toContainText(text, { timeout: 2_000 });
    }).toPass();
  await expect(legend.getByText("Consumption", { exact: true })).toBeVisible();
  expect(await dashes()).toBe(0);

  await compare.selectOption("The period before");
  await expect(entry("Consumption (a day before)")).toBeVisible();
  await expect(entry("Consumption (a day before)").locator("path").first()).toHaveAttribute("stroke-dasharray", "2 3");
  await expect.poll(dashes).toBeGreaterThan(0);
  // In columns: then, what is laid over, and what the one is more.
  const values = /Consumption([+−]?[\d.,]+\sk?W){3}/;
  await expectAtPoint("A day beforeDifferenceConsumption", values);

  // Then the container was not there yet: it has a place in the legend, and nothing to differ from.
  await compare.selectOption("A week before");
  await expect(entry("Consumption (a week before)")).toBeVisible();
  await expectAtPoint(/^((?!Difference).)*Consumption((?!Difference).)*$/);

  await compare.selectOption("Another container");
  await main.getByRole("combobox", { name: "Which container", exact: true }).click();
  await page.getByRole("option", { name: /^Jumla/ }).click();
  const jumla = legend.getByRole("button", { name: /^Consumption \(Jumla/ });
  await expect(jumla).toBeVisible();
  await expectAtPoint(/Jumla.*DifferenceConsumption/, values);
  await main.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/charts/${id}$`));
  await expect(jumla).toBeVisible();
});

test("a point of a chart becomes a rule at its level, which is tried out and saved", async ({ page, stage, enter }) => {
  await takeAtPoint({ page, stage, enter }, "Warn me at this level");

  await expect(page.getByRole("heading", { level: 1, name: "New warning rule" })).toBeVisible();
  const words = page.getByRole("status", { name: "In words", exact: true });
  await expect(words).toHaveText(/^Warns when state of charge is (above|below) [\d.]+\s% for 10\smin\.$/);
  const level = await page.getByLabel("Threshold (%)", { exact: true }).inputValue();
  await expect(words).toHaveText(new RegExp(` ${level}\\s%`));
  await expect(page.getByText("Lodwar clinic", { exact: true }).first()).toBeVisible();
  await page.getByLabel("Rule name", { exact: true }).fill("As full as that");
  await page.getByLabel("Condition name", { exact: true }).fill("As full as that");
  const trial = page.getByRole("region", { name: "Back-test", exact: true });
  await expect(trial.getByText(/^It would (have|not have) raised/)).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const rules = page.getByRole("list", { name: "Your warning rules", exact: true });
  await expect(rules.getByText("As full as that", { exact: true })).toBeVisible();
  await expect(rules.getByText(/^Lodwar/)).toBeVisible();
});

test("a point of a chart begins a ticket with its container, its time and a link to what is looked at", async ({
  page,
  stage,
  enter,
}) => {
  await takeAtPoint({ page, stage, enter }, "New ticket about this time");
  const dialog = page.getByRole("dialog", { name: "New ticket" });
  await expect(dialog.getByRole("combobox", { name: "Container" })).toHaveValue("Lodwar clinic");
  await expect(dialog.getByLabel("Subject")).toHaveValue(/^How full, \d\d\/\d\d\/\d{4}, 12:\d\d.pm$/);
  await expect(dialog.getByLabel("What is the matter?")).toHaveValue(
    /^Chart “How full” at .*\(Africa\/Nairobi time\)\. It shows \d\d\/\d\d\/\d{4}( to \d\d\/\d\d\/\d{4})?\.$/,
  );
  await dialog.getByRole("button", { name: "Create the ticket" }).click();
  const link = page.getByRole("link", { name: /\/charts\/add\?d=/ });
  await expect(link).toBeVisible();
  const { pathname, search } = new URL((await link.getAttribute("href")) ?? "");
  await page.goto(pathname + search);
  await expect(page.getByRole("heading", { level: 1, name: "How full" })).toBeVisible();
  await expect(page.getByRole("img", { name: "How full" })).toBeVisible();
});

test("a chart of a few hours says which they are, and shows single readings at one click", async ({
  page,
  stage,
  enter,
}) => {
  const session = await sessionFor(stage, await addPerson(stage, { containers: ["lodwar"] }));
  const series = [{ id: "s1", kind: "metric", metric: "battery.soc", of: { kind: "containers", ids: ["lodwar"] } }];
  const { data } = await post(stage, "chartSave", { definition: { name: "Near", series } }, headersOf(session));
  await enter(session);
  const to = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  await page.goto(`/charts/${(data as { id: string }).id}?from=${to - 4 * 3_600_000}&to=${to}`);
  const main = page.getByRole("main");
  await expect(main.getByText(/^\d\d\/\d\d\/\d{4}, \d+:00.[ap]m – /)).toBeVisible();
  await expect(main.getByText(/^A point per quarter hour · /)).toBeVisible();
  await main.getByRole("button", { name: "Show single readings", exact: true }).click();
  await expect(page).toHaveURL(/raw=yes/);
  await expect(main.getByText(/^Single readings · /)).toBeVisible();
});

test("a link is opened by somebody without an account who has its password, until it ends, its owner sees the container no more or revokes it", async ({
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
  // Paper is light, also where the screen is dark.
  await otherPage.emulateMedia({ colorScheme: "dark" });
  const html = otherPage.locator("html");
  await expect(html).toHaveAttribute("data-mantine-color-scheme", "dark");
  await otherPage.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await expect(html).toHaveAttribute("data-mantine-color-scheme", "light");
  await otherPage.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await expect(html).toHaveAttribute("data-mantine-color-scheme", "dark");
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
  const question = page.getByRole("dialog", { name: /^Revoke the link/ });
  await question.getByRole("button", { name: "Revoke", exact: true }).click();
  await expect(dialog.getByRole("button", { name: /^Revoke the link/ })).toHaveCount(0);
  await otherPage.reload();
  await expect(gone).toBeVisible();

  // One that nobody revokes, and which its owner finds among all that they made, ends by itself.
  await dialog.getByRole("button", { name: "Close", exact: true }).click();
  await main.getByRole("button", { name: "Share", exact: true }).click();
  await dialog.getByRole("button", { name: "Make the link" }).click();
  await otherPage.goto(await dialog.getByRole("textbox", { name: "Link" }).inputValue());
  await expect(otherPage.getByRole("heading", { level: 1, name: /^Power and charge/ })).toBeVisible();
  await go(page, "/charts");
  await main.getByRole("button", { name: "Links you made" }).click();
  const own = page.getByRole("dialog", { name: "Links you made" });
  await expect(own.getByRole("listitem")).toContainText(/^Power and charge.*until \d.* · opened once/s);
  await stage.endLinks(owner.userId);
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
