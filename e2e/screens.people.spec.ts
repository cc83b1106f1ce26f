/** The screens of people, roles and the audit in every look, with all that opens on them. */
import { expect, test } from "./fixtures.ts";
import { atOtherWidth, expectGoodLooks, go, heading, inEachLook, open } from "./looks.ts";
import { expectGoodScreen, expectGoodText } from "./page-checks.ts";
import { addActor } from "./people.ts";

inEachLook((look) => {
  const { language, say, at } = look;
  test("the people, the roles and the audit", async ({ page, enter, stage, watch }) => {
    const boss = await addActor(stage, "super_admin");
    await enter(boss.session);
    await open(page, look, at("/users/list"), say("shared:screen.users_list"));
    const main = page.getByRole("main");
    await main.getByLabel(say("users:search")).fill("fatou");
    await expect(main.getByRole("link", { name: "Fatou Diop" })).toBeVisible();
    await expectGoodLooks(page, look);
    // A row is a card on a phone, and what was open over the one closes with it.
    const openActions = async (): Promise<void> => {
      const name = say("users:actions_of").replace("{{name}}", "Fatou Diop");
      await page.getByRole("button", { name, exact: true }).click();
      await expect(page.getByRole("menuitem", { name: say("users:edit") })).toBeVisible();
    };
    await atOtherWidth(page, look, async () => {
      await openActions();
      await expectGoodText(page, language);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("menu")).toHaveCount(0);
    });
    await openActions();
    await expectGoodScreen(page, language);
    await page.getByRole("menuitem", { name: say("users:remove") }).click();
    await expect(page.getByText(say("users:remove_text"))).toBeVisible();
    await expectGoodLooks(page, look);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await main.getByLabel(say("users:search")).fill("nobody is called so");
    await expect(page.getByText(say("users:none.title"))).toBeVisible();
    await expectGoodLooks(page, look);
    await main.getByRole("button", { name: say("users:none.clear") }).click();
    await expect(main.getByRole("link", { name: "Fatou Diop" })).toBeVisible();
    await expectGoodLooks(page, look);

    await go(page, at("/users/add"));
    await main.getByRole("button", { name: say("users:invite"), exact: true }).click();
    await expect(page.getByText(say("ui:form.fault.fill_email"))).toBeVisible();
    await expect(page.getByText(say("ui:form.fault.fill_phone"))).toBeVisible();
    await expect(main.getByRole("checkbox", { name: "Depot" })).toBeVisible();
    await expectGoodLooks(page, look);
    await page.route("**/api/createNewUser", (route) =>
      route.fulfill({ json: { status: "ok", data: { userId: "u-1" } } }),
    );
    await main.getByLabel(say("users:email"), { exact: true }).fill("grace@example.org");
    await main.getByLabel(say("users:phone"), { exact: true }).fill("+233 20 000 0000");
    await main.getByLabel(say("users:first_name"), { exact: true }).fill("Grace");
    await main.getByLabel(say("users:last_name"), { exact: true }).fill("Mensah");
    await main.getByLabel(say("users:role"), { exact: true }).selectOption("user");
    await main.getByRole("button", { name: say("users:invite"), exact: true }).click();
    await expect(page.getByText(say("users:invited_title").replace("{{name}}", "Grace Mensah"))).toBeVisible();
    await expectGoodLooks(page, look);

    const { data } = (await stage.call("ada", "userList", { search: "fatou@" })) as { data: { id: string }[] };
    await go(page, at(`/users/${data[0]?.id ?? ""}`));
    await expect(heading(page, "Fatou Diop")).toBeVisible();
    await expect(main.getByRole("heading", { name: say("users:sessions") })).toBeVisible();
    await expectGoodLooks(page, look);
    await main.getByRole("button", { name: say("users:disable"), exact: true }).click();
    await expect(page.getByText(say("users:disable_text"))).toBeVisible();
    await expectGoodLooks(page, look);
    await go(page, at(`/users/${boss.userId}`));
    await expect(page.getByText(say("users:locked_own"))).toBeVisible();
    await expectGoodLooks(page, look);
    watch.allow(/status of 404/);
    await go(page, at("/users/no-such-person"));
    await expect(page.getByText(say("users:missing.title"))).toBeVisible();
    await expectGoodLooks(page, look);

    await go(page, at("/users/role"));
    await expect(page.getByText(say("roles:lock.highest"))).toBeVisible();
    await expectGoodLooks(page, look);
    await go(page, at("/users/role?role=user"));
    await expect(page.getByText(say("roles:lock.roles_right"))).toBeVisible();
    await main.getByLabel(say("roles:label")).fill("");
    await expect(page.getByText(say("ui:form.fault.fill_field"))).toBeVisible();
    await expectGoodLooks(page, look);

    // What is not saved would have the page ask before it is left.
    await main.getByLabel(say("roles:label")).fill("Customer Account");
    await go(page, at("/users/audit?action=createNewUser"));
    const change = page.locator("summary").first();
    await change.click();
    await expectGoodLooks(page, look);
    await go(page, at("/users/audit?search=nothing+is+called+so"));
    await expect(page.getByText(say("audit:none.title"))).toBeVisible();
    await expectGoodLooks(page, look);
  });
});
