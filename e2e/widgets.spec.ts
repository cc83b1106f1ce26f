/** A board of one's own: begun, arranged by keyboard alone, shown on a wall, and what is gone. */
import { expect, post, test } from "./fixtures.ts";
import { expectGoodLooks, go, heading, inEachLook, open } from "./looks.ts";
import { addPerson, sessionFor } from "./people.ts";

const all = { kind: "all" };
const usual = { v: 1, title: "", pinned: false };
/** As a person has it who uses what there is. */
const board = [
  { ...usual, id: "sun", type: "kpi", of: all, figure: "solarToday", size: { w: 4, h: 2 }, pinned: true },
  {
    ...usual,
    id: "volts",
    type: "kpi",
    of: { kind: "containers", ids: ["lodwar"] },
    figure: "battery.voltage",
    size: { w: 4, h: 2 },
  },
  { ...usual, id: "note", type: "text", title: "On duty", text: "Bruno\nuntil Sunday", size: { w: 4, h: 2 } },
  {
    ...usual,
    id: "power",
    type: "chart",
    chart: { kind: "template", template: "power", container: "lodwar" },
    size: { w: 6, h: 5 },
  },
  { ...usual, id: "lost", type: "chart", chart: { kind: "saved", id: "gone" }, size: { w: 6, h: 5 } },
  { ...usual, id: "charge", type: "charge", of: all, size: { w: 12, h: 3 } },
  { ...usual, id: "left", type: "outlook", container: "lodwar", shows: "hours", size: { w: 6, h: 6 } },
  { ...usual, id: "flow", type: "flow", container: "lodwar", size: { w: 6, h: 6 } },
  { ...usual, id: "goes-on", type: "incidents", of: all, size: { w: 6, h: 4 } },
  { ...usual, id: "sky", type: "weather", container: "nowhere", size: { w: 6, h: 4 } },
];

test("a board is begun in one click and arranged by keyboard alone, and a removed widget comes back", async ({
  page,
  stage,
  enter,
}) => {
  await enter(await sessionFor(stage, await addPerson(stage)));
  await page.goto("/widgets");
  const main = page.getByRole("main");
  await main.getByRole("button", { name: "Begin with a ready board" }).press("Enter");
  const titles = main.getByRole("list", { name: "Widgets" }).getByRole("heading", { level: 2 });
  await expect(titles).toHaveText([
    "State of charge",
    "Solar today",
    "Consumption today",
    /^What goes on/,
    /^Charge/,
    /^Map/,
  ]);
  await main.getByRole("button", { name: "Arrange" }).press("Enter");
  const first = main.getByRole("button", { name: "What to do with State of charge" });
  await first.press("Alt+ArrowRight");
  await expect(titles.first()).toHaveText("Solar today");
  await expect(first).toBeFocused();
  const widget = main.getByRole("region", { name: "State of charge" }).first();
  const before = (await widget.boundingBox())!.width;
  await first.press("Alt+Shift+ArrowRight");
  await expect.poll(async () => (await widget.boundingBox())!.width).toBeGreaterThan(before);
  await first.press("Enter");
  await page.getByRole("menuitem", { name: "Remove" }).press("Enter");
  await expect(titles).toHaveCount(5);
  await page
    .getByRole("status")
    .filter({ hasText: "was removed" })
    .getByRole("button", { name: "Undo" })
    .press("Enter");
  await expect(titles.nth(1)).toHaveText("State of charge");
  // What was changed is kept, and another screen of the same person has it.
  await page.reload();
  await expect(titles.first()).toHaveText("Solar today");
});

test("a widget is made, stands on the dashboard, and goes over a wall that stays when the session has ended", async ({
  page,
  stage,
  enter,
  watch,
}) => {
  watch.allow(/status of 401/);
  const session = await sessionFor(stage, await addPerson(stage));
  await enter(session);
  await page.goto("/widgets/create");
  const main = page.getByRole("main");
  await main.getByRole("button", { name: /^Note/ }).click();
  await main.getByRole("button", { name: "Save", exact: true }).click();
  await expect(main.getByText("Please fill full fields")).toBeVisible();
  await main.getByRole("textbox", { name: "Text" }).fill("Call Awa");
  await main.getByRole("checkbox", { name: "Also on the dashboard" }).check();
  await main.getByRole("button", { name: "Save", exact: true }).click();
  await expect(main.getByRole("heading", { level: 1, name: "Widgets", exact: true })).toBeVisible();
  await expect(main.getByText("Call Awa")).toBeVisible();
  await main.getByRole("link", { name: "Add a widget" }).click();
  await main.getByRole("button", { name: /^Charge/ }).click();
  await main.getByRole("button", { name: "Save", exact: true }).click();
  await expect(main.getByRole("heading", { level: 1, name: "Widgets", exact: true })).toBeVisible();
  await expect(main.getByRole("heading", { level: 2, name: "Charge" })).toBeVisible();
  await go(page, "/");
  await expect(main.getByRole("region", { name: "Your widgets" }).getByText("Call Awa")).toBeVisible();

  await go(page, "/widgets");
  await main.getByRole("button", { name: "Show on a wall" }).click();
  const asked = page.getByRole("dialog", { name: "Show on a wall" });
  await expect(asked.getByText(/your session ends on/)).toBeVisible();
  await asked.getByRole("button", { name: "Start" }).click();
  const wall = page.getByRole("dialog", { name: "On a wall" });
  await expect(wall.getByRole("heading", { level: 2, name: "Note" })).toBeVisible();
  await wall.getByRole("button", { name: "Next widget" }).click();
  await expect(wall.getByRole("heading", { level: 2, name: "Charge" })).toBeVisible();
  await expect(wall.getByText("Lodwar", { exact: false }).first()).toBeVisible();
  await post(stage, "signOut", {}, { "X-Auth-Token": session.authToken, "X-User-Id": session.userId });
  await expect(wall.getByText("Your session has ended.")).toBeVisible({ timeout: 60_000 });
  await expect(wall.getByText("Lodwar", { exact: false }).first()).toBeVisible();
  await wall.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fwidgets%2F/);
});

test("a wall goes on from widget to widget by itself", async ({ page, stage, enter }) => {
  const session = await sessionFor(stage, await addPerson(stage));
  const widgets = ["one", "two"].map((id) => ({
    ...usual,
    id,
    type: "text",
    text: `Words of ${id}`,
    size: { w: 4, h: 2 },
  }));
  await post(stage, "saveUserSetting", { widgets }, { "X-Auth-Token": session.authToken, "X-User-Id": session.userId });
  await enter(session);
  await page.goto("/widgets/one?wall=1");
  await expect(page.getByRole("dialog").getByText("Words of two")).toBeVisible();
  await expect(page.getByRole("dialog").getByText("Words of one")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // Not to the page of the widget that it has come to.
  await expect(page).toHaveURL(/\/widgets$/);
  const main = page.getByRole("main");
  await go(page, "/widgets/one");
  await main.getByRole("button", { name: "Show on a wall" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Start" }).click();
  const wall = page.getByRole("dialog", { name: "On a wall" });
  await wall.getByRole("button", { name: "Next widget" }).click();
  await expect(wall.getByText("Words of two")).toBeVisible();
  await wall.getByRole("button", { name: "End" }).click();
  await expect(page).toHaveURL(/\/widgets\/one$/);
  await expect(main.getByText("Words of one")).toBeVisible();
});

inEachLook((look) => {
  test("a board, while it is arranged, a widget alone, its form, and what there is not", async ({
    page,
    stage,
    enter,
    watch,
  }) => {
    // A chart and a container that are gone.
    watch.allow(/status of 404/);
    const { say, at } = look;
    const session = await sessionFor(stage, await addPerson(stage));
    const own = { "X-Auth-Token": session.authToken, "X-User-Id": session.userId };
    await post(stage, "saveUserSetting", { widgets: [...board, { id: "clock", v: 9 }] }, own);
    await enter(session);
    await open(page, look, at("/widgets"), say("shared:screen.widgets"));
    await expect(page.getByText("until Sunday")).toBeVisible();
    await expect(page.getByText(say("widgets:gone.chart"))).toBeVisible();
    await expect(page.getByText(say("widgets:gone.container"))).toBeVisible();
    await expect(page.getByText(say("widgets:unknown.why"))).toBeVisible();
    await expectGoodLooks(page, look);
    await page.getByRole("button", { name: say("widgets:edit"), exact: true }).click();
    await expect(page.getByText(say("widgets:hint"))).toBeVisible();
    await expectGoodLooks(page, look);
    await go(page, at("/widgets/power"));
    await expect(page.getByRole("button", { name: say("widgets:wall.act") })).toBeVisible();
    await expectGoodLooks(page, look);
    await go(page, at("/widgets/create/volts"));
    await expect(page.getByRole("textbox", { name: say("widgets:form.title") })).toBeVisible();
    await expectGoodLooks(page, look);
    for (const path of ["/widgets/some-widget", "/widgets/create/some-widget"]) {
      await go(page, at(path));
      await expect(heading(page, say("shared:error.not_found_title"))).toBeVisible();
    }
    // From what there is not one goes on to what there is.
    await go(page, at("/widgets"));
    await expect(page.getByText("until Sunday")).toBeVisible();
  });
});
