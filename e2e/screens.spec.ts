/**
 * Every screen in both languages, both widths and both colour schemes: axe finds nothing, text fits, words are of the
 * language, and the page complains of nothing. What is looked at how often stands in `looks.ts`.
 */
import { join } from "node:path";

import type { Page } from "@playwright/test";

import { expect, test } from "./fixtures.ts";
import { atOtherWidth, expectGoodLooks, go, heading, inEachLook, open } from "./looks.ts";
import { expectGoodScreen, expectGoodText } from "./page-checks.ts";
import { allRoutes } from "../scripts/new-feature.lists.ts";
import { unseenRoutes, simple } from "./screens.list.ts";
import { quietContainer, silentContainer } from "./stage/stage.types.ts";

const brokenLink = `token=${"A".repeat(43)}`;

inEachLook((look) => {
  const { language, isPhone, say, at } = look;

  test("the dashboard with all that opens over it", async ({ page, signIn }) => {
    await signIn("bruno");
    await open(page, look, at("/"), say("shared:screen.dashboard"));
    await expectGoodLooks(page, look);

    await page.getByRole("button", { name: say("shell:help"), exact: true }).click();
    await expect(page.getByRole("menuitem", { name: say("shell:about") })).toBeVisible();
    await expectGoodLooks(page, look);
    await page.getByRole("menuitem", { name: say("shell:about") }).click();
    await expect(page.getByRole("dialog").getByText("Offgrid Portal", { exact: true }).first()).toBeVisible();
    await expect(page.getByRole("dialog").getByText(/F\d\S* - M\d\S* - R\d/)).toBeVisible();
    await expectGoodLooks(page, look);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);

    await page.getByRole("button", { name: say("shell:account"), exact: true }).click();
    await expect(page.getByRole("menuitem", { name: say("shell:sign_out") })).toBeVisible();
    await expectGoodLooks(page, look);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("menuitem")).toHaveCount(0);

    const chip = page.getByRole("button", { name: `${say("shell:link")}: ${say("shell:link_live")}` });
    await chip.click();
    await expect(page.getByText(say("shell:link_live_text"))).toBeVisible();
    await expectGoodLooks(page, look);
    await page.keyboard.press("Escape");

    const search = page.getByRole("combobox", { name: say("shell:search"), exact: true });
    await search.fill("l");
    await expect(page.getByRole("listbox").getByRole("option").first()).toBeVisible();
    await expectGoodLooks(page, look);
    await search.fill("nothing is called so");
    await expect(page.getByText(say("shell:search_none"))).toBeVisible();
    await expectGoodLooks(page, look);
    await page.keyboard.press("Escape");

    // The menu of a phone is another one, and opens over the page.
    const openMenu = async (isPhone: boolean): Promise<void> => {
      if (isPhone) await page.getByRole("button", { name: say("shell:open_menu") }).click();
      const menu = isPhone ? page.getByRole("dialog") : page.getByRole("navigation", { name: say("shell:main_menu") });
      await menu.getByRole("button", { name: say("shared:screen.settings") }).click();
      await expect(menu.getByRole("link", { name: say("shared:screen.clusters") })).toBeVisible();
    };
    const collapse = page.getByRole("button", { name: say("shell:collapse") });
    await atOtherWidth(page, look, async (other) => {
      await openMenu(other.isPhone);
      await expectGoodText(page, language);
      if (other.isPhone) {
        await page.keyboard.press("Escape");
        await expect(page.getByRole("dialog")).toHaveCount(0);
      } else {
        await collapse.click();
        await expectGoodText(page, language);
      }
    });
    await openMenu(isPhone);
    await expectGoodScreen(page, language);
    if (isPhone) return;
    await collapse.click();
    await expectGoodScreen(page, language);
  });

  test("the list of containers and the pages of containers in each state", async ({ page, signIn, watch }) => {
    await signIn("bruno");
    await open(page, look, at("/containers"), say("shared:screen.containers"));
    // Whichever stands first: other journeys add containers, and only those on the screen are drawn.
    await expect(page.getByRole("main").locator('a[href*="/containers/"]').first()).toBeVisible();
    await expectGoodLooks(page, look);
    await page.getByLabel(say("containers:search")).fill("nothing is called so");
    await expect(page.getByText(say("containers:noMatch.title"))).toBeVisible();
    await expectGoodLooks(page, look);

    await go(page, at("/containers/agadez"));
    await expect(page.getByText(say("container-facts:status.online")).first()).toBeVisible();
    await expectGoodLooks(page, look);
    await page.getByRole("button", { name: say("chart:asTable") }).click();
    await expectGoodLooks(page, look);
    // Ages of two digits, the widest ones: on a short run of the tests all would be of one.
    await page.clock.setSystemTime(Date.now() + 55 * 60_000);
    await page.goto(at(`/containers/${quietContainer}`));
    await expect(page.getByText(say("container:lastKnown").split("{{")[0]!)).toBeVisible();
    await page.getByRole("button", { name: say("container:values.title") }).click();
    await expectGoodLooks(page, look);
    await go(page, at(`/containers/${silentContainer}`));
    await expect(page.getByRole("heading", { name: say("container:first.title") })).toBeVisible();
    await expectGoodLooks(page, look);

    watch.allow(/status of 404/);
    await go(page, at("/containers/no-such-container"));
    await expect(page.getByText(say("shared:error.not_found_text"))).toBeVisible();
    await expectGoodLooks(page, look);
    await go(page, at("/no/such/page"));
    await expect(page.getByText("/no/such/page", { exact: true })).toBeVisible();
    await expect(page.getByText(say("shared:error.not_found_text"))).toBeVisible();
    await expectGoodLooks(page, look);
    await signIn("emile");
    await page.goto(at("/users/list"));
    await expect(page.getByText(say("shared:error.forbidden_title"))).toBeVisible();
    await expect(
      page.getByRole("searchbox", { name: say("shared:error.not_found_search"), exact: true }),
    ).toBeVisible();
    await expectGoodLooks(page, look);
  });

  test("each screen that one visit shows whole", async ({ page, signIn, watch }) => {
    // There is no such rule: its screen says so.
    watch.allow(/status of 404/);
    await signIn("bruno");
    const [first, title] = Object.entries(simple)[0]!;
    await open(page, look, at(first), say(`shared:screen.${title}`));
    // They have all but their words in common.
    await expectGoodLooks(page, look);
    for (const [path, screen] of Object.entries(simple)) {
      await test.step(path, async () => {
        await go(page, at(path));
        await expect(heading(page, say(`shared:screen.${screen}`))).toBeVisible();
        await expectGoodLooks(page, look);
      });
    }
  });

  test("the own profile with all that opens on it", async ({ page, signIn, watch }) => {
    await signIn("bruno");
    await page.route("**/api/passkeyList", (route) => route.fulfill({ json: { status: "ok", data: [passkey] } }));
    await open(page, look, at("/users/profile"), say("shared:screen.profile"));
    await expect(page.getByText(passkey.name)).toBeVisible();
    await expect(page.getByText(say("sessions:current"), { exact: true }).last()).toBeVisible();
    await expectGoodLooks(page, look);

    await page.getByRole("button", { name: say("profile:email_change") }).click();
    await expect(page.getByText(say("ui:form.fault.fill_email"))).toBeVisible();
    await page.getByRole("button", { name: say("profile:password_change") }).click();
    await expect(page.getByText(say("ui:form.fault.fill_fields")).first()).toBeVisible();
    await page.getByRole("button", { name: say("profile:two_step_start") }).click();
    await expect(page.getByRole("img", { name: say("profile:two_step_qr") })).toBeVisible();
    await expectGoodLooks(page, look);
    await page.route("**/api/totpConfirm", (route) =>
      route.fulfill({ json: { status: "ok", data: { recoveryCodes: ["aaaaa-bbbbb", "ccccc-ddddd"] } } }),
    );
    await page.getByLabel(say("profile:two_step_code")).fill("123456");
    await page.getByRole("button", { name: say("profile:two_step_finish") }).click();
    await expect(page.getByText(say("profile:recovery_title"))).toBeVisible();
    await expectGoodLooks(page, look);

    watch.allow(/status of 403/);
    const name = say("profile:passkey_remove_named").replace("{{name}}", passkey.name);
    await page.getByRole("button", { name }).click();
    await expect(page.getByText(say("profile:passkey_remove_text"))).toBeVisible();
    await expectGoodLooks(page, look);
    await refuse(page, "passkeyDelete", 403, "confirm_needed");
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: say("profile:passkey_remove"), exact: true }).click();
    await expect(page.getByText(say("confirmation:text"))).toBeVisible();
    await expectGoodLooks(page, look);
  });

  test("the screens of visitors", async ({ page, watch }) => {
    watch.allow(/status of 401/);
    await open(page, look, at("/login"), say("session:title"));
    await expectGoodLooks(page, look);
    await page.getByRole("button", { name: say("session:submit"), exact: true }).click();
    await expect(page.getByText(say("ui:form.fault.fill_email"))).toBeVisible();
    await page.getByLabel(say("session:email"), { exact: true }).fill("not an address");
    await expect(page.getByText(say("ui:form.fault.bad_email"))).toBeVisible();
    await expectGoodLooks(page, look);
    await page.getByLabel(say("session:email"), { exact: true }).fill(`${language}-${isPhone}@example.org`);
    await page.getByLabel(say("session:password"), { exact: true }).fill("not the password");
    await page.getByRole("button", { name: say("session:submit"), exact: true }).click();
    await expect(page.getByText(say("shared:refusal.bad_login"))).toBeVisible();
    await expectGoodLooks(page, look);

    await refuse(page, "login", 401, "code_needed");
    await page.getByRole("button", { name: say("session:submit"), exact: true }).click();
    await expect(heading(page, say("session:code_title"))).toBeVisible();
    await expectGoodLooks(page, look);
    await page.getByRole("button", { name: say("session:back") }).click();
    watch.allow(/status of 403/);
    await refuse(page, "login", 403, "not_verified");
    await page.getByRole("button", { name: say("session:submit"), exact: true }).click();
    await expect(page.getByRole("button", { name: say("session:send_again") })).toBeVisible();
    await expectGoodLooks(page, look);
    await page.route("**/api/loginOptions", (route) =>
      route.fulfill({ json: { status: "ok", data: { registration: true, setup: true, provider: null } } }),
    );
    await page.goto(at("/login"));
    await page.getByRole("link", { name: say("session:create") }).click();
    await expect(heading(page, say("session:create"))).toBeVisible();
    await expectGoodLooks(page, look);

    await go(page, at("/login/provider"));
    await expect(heading(page, say("session:provider_failed"))).toBeVisible();
    await expectGoodLooks(page, look);

    await go(page, at("/forgot-pass"));
    await expect(heading(page, say("shared:screen.forgot_pass"))).toBeVisible();
    await page.getByRole("button", { name: say("session:forgot_submit") }).click();
    await expect(page.getByText(say("ui:form.fault.fill_email"))).toBeVisible();
    await expectGoodLooks(page, look);
    await page.getByLabel(say("session:email"), { exact: true }).fill("nobody@example.org");
    await page.getByRole("button", { name: say("session:forgot_submit") }).click();
    await expect(page.getByRole("status")).toBeVisible();
    await expectGoodLooks(page, look);

    watch.allow(/status of 400/);
    await go(page, at("/reset-pass"));
    await expect(heading(page, say("session:broken_title"))).toBeVisible();
    await expectGoodLooks(page, look);
    // The rest of an address alone would not load the page.
    await page.goto("about:blank");
    await page.goto(at(`/reset-pass#setup=${"A".repeat(43)}`));
    await expect(heading(page, say("session:setup_title"))).toBeVisible();
    await page.getByRole("button", { name: say("session:setup_submit") }).click();
    await expect(page.getByText(say("ui:form.fault.fill_email"))).toBeVisible();
    await expectGoodLooks(page, look);
    await page.goto("about:blank");
    await page.goto(at(`/reset-pass#${brokenLink}&invite=1`));
    await expect(heading(page, say("session:invite_title"))).toBeVisible();
    await page.getByLabel(say("session:new_password"), { exact: true }).fill("nine green bicycles");
    await expectGoodLooks(page, look);
    await page.getByRole("button", { name: say("session:choose_submit") }).click();
    await expect(heading(page, say("session:over_title"))).toBeVisible();
    await expectGoodLooks(page, look);
    await go(page, at(`/users/verify#${brokenLink}`));
    await expect(heading(page, say("session:verify_over"))).toBeVisible();
    await expectGoodLooks(page, look);

    // It would lead back by itself, so the portal stays away for the while.
    await page.route("**/api/**", (route) => route.abort());
    watch.allow(/ERR_FAILED/);
    await page.goto(at("/under-construction"));
    await expect(heading(page, say("shared:error.construction_title"))).toBeVisible();
    await expectGoodLooks(page, look);
  });
});

const passkey = { id: "p-1", name: "Work laptop", createdAt: "2026-11-20T08:00:00.000Z", lastUsed: null };

test("no route is missing above", () => {
  expect(unseenRoutes(allRoutes(join(import.meta.dirname, "..")))).toEqual([]);
});

/** Has the portal refuse a call as it does in states that take long to come about. */
async function refuse(page: Page, name: string, status: number, code: string): Promise<void> {
  await page.unroute(`**/api/${name}`);
  await page.route(`**/api/${name}`, (route) =>
    route.fulfill({ status, json: { status: "error", code, message: code } }),
  );
}
