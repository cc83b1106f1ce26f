/**
 * The life of a warning: its rule is tried out and saved, it fires on what a controller publishes, reaches its owner by mail
 * and push, is looked after on a phone, and is over. Works keep it quiet elsewhere, and somebody else takes the rule over.
 */
import { createECDH, randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import { openPush } from "@offgrid/server/features/channels/browser.fixture";
import { startStandIn } from "@offgrid/server/testing/stand-in";

import { expect, headersOf, post, type Stage, test } from "./fixtures.ts";
import { oneBattery, register, runController } from "./own-controller.ts";
import { addActor, addPerson, sessionFor } from "./people.ts";

/** A controller whose battery is as full as the journey says. */
async function battery(stage: Stage, name: string) {
  const place = await register(stage, name);
  let soc = 64;
  const controller = await runController(stage, { ...place, driver: { ...oneBattery, read: async () => [soc] } });
  return { ...place, name, setSoc: (percent: number) => void (soc = percent), end: controller.end };
}

/** What the portal sent to an address, and what is said in it. */
async function mailsTo(stage: Stage, email: string): Promise<string[]> {
  const folder = join(stage.dataDir, "outbox");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".eml"));
  const sources = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8").catch(() => "")));
  return sources.filter((source) => source.includes(`To: ${email}\n`));
}

test("a rule that was tried out fires on what is published, reaches its owner, is looked after on a phone and clears; works keep it quiet; another takes it over", async ({
  page,
  stage,
  enter,
}) => {
  test.setTimeout(300_000);
  const [mill, school] = await Promise.all([battery(stage, "Bol mill"), battery(stage, "Bol school")]);
  const person = await addPerson(stage, { containers: [mill.containerId, school.containerId] });
  const session = await sessionFor(stage, person);
  const headers = headersOf(session);
  const call = (name: string, input: object) => post(stage, name, input, headers);

  // What stands in for the service of a browser.
  const [browser, auth] = [createECDH("prime256v1"), randomBytes(16)];
  browser.generateKeys();
  const pushes = await startStandIn({ status: 201, body: "" });
  const keys = { p256dh: browser.getPublicKey("base64url"), auth: auth.toString("base64url") };
  await call("channelSave", { kind: "mail", name: "Mail", timing: "at_once" });
  await call("channelSave", { kind: "push", name: "Phone", subscription: { endpoint: `${pushes.url}/grace`, keys } });

  const hourMs = 3_600_000;
  await call("maintenanceSet", {
    containerId: school.containerId,
    reason: "New battery",
    endsAt: new Date(Date.now() + hourMs).toISOString(),
  });
  const read = async (containerId: string, percent: number) =>
    expect
      .poll(async () => {
        const { data } = await call("getContainerLiveData", { containerId });
        return (data as { values: Record<string, { value: number }> }).values["battery.soc"]?.value;
      })
      .toBe(percent);
  // The trial finds what was before.
  mill.setSoc(40);
  await read(mill.containerId, 40);
  for (const place of [mill, school]) place.setSoc(64);
  await Promise.all([read(mill.containerId, 64), read(school.containerId, 64)]);

  await enter(session);
  await page.goto(`/warning/add?preset=charge_low&container=${mill.containerId}`);
  await page.getByLabel("Rule name", { exact: true }).fill("Half empty");
  await page.getByLabel("Condition name", { exact: true }).fill("Half empty");
  await page.getByLabel("Threshold (%)", { exact: true }).fill("50");
  await page.getByLabel("Clears at (optional) (%)", { exact: true }).first().fill("");
  await page.getByLabel("For at least (min)", { exact: true }).fill("0");
  await page.getByText("More about this condition", { exact: true }).click();
  await page.getByLabel("Over only after (min)", { exact: true }).fill("0");
  const trial = page.getByRole("region", { name: "Back-test", exact: true });
  await expect(trial.getByText(/^It would have raised 1 warning, at 1 of 1 containers/)).toBeVisible();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const rules = page.getByRole("list", { name: "Your warning rules", exact: true });
  await expect(rules.getByText("Half empty", { exact: true })).toBeVisible();
  // The same at the school.
  const { data } = await call("getWarningConfiguration", {});
  const [saved] = data as { rule: object }[];
  await call("registerWarning", { ...saved?.rule, ruleName: "School half empty", sites: [school.containerId] });

  for (const place of [mill, school]) place.setSoc(40);
  await page.setViewportSize({ width: 400, height: 800 });
  await page.goto(`/containers/${mill.containerId}`);
  const attention = page.getByRole("region", { name: "Needs attention", exact: true });
  await expect(attention.getByRole("link", { name: "Half empty", exact: true })).toBeVisible({ timeout: 90_000 });

  // After the half minute in which warnings of one cause come together.
  const arrived = { timeout: 60_000 };
  await expect.poll(async () => (await mailsTo(stage, person.email)).some(isAboutMill), arrived).toBe(true);
  await expect.poll(() => pushes.asked.length, arrived).toBe(1);
  const [push] = pushes.asked;
  expect(JSON.parse(openPush(push?.body ?? Buffer.alloc(0), browser, auth))).toMatchObject({
    title: expect.stringContaining("Half empty") as unknown,
  });
  expect((await mailsTo(stage, person.email)).filter((mail) => mail.includes(school.name))).toEqual([]);

  await attention.getByRole("button", { name: /^Acknowledge Half empty, raised / }).click();
  await page.getByRole("dialog").getByLabel("Note (optional)", { exact: true }).fill("On my way");
  await page.getByRole("dialog").getByRole("button", { name: "Acknowledge", exact: true }).click();
  await expect(attention.getByText(/Grace Mensah looks after it · On my way/)).toBeVisible();
  mill.setSoc(64);
  await expect(async () => {
    await page.goto(`/warning/history?container=${mill.containerId}`);
    await expect(page.getByRole("region", { name: "Over: 1", exact: true })).toBeVisible({ timeout: 3_000 });
  }).toPass();

  await page.goto(`/warning/history?container=${school.containerId}`);
  await expect(page.getByText("Began during works: nobody is notified.", { exact: true })).toBeVisible();
  expect(pushes.asked.length).toBe(1);

  const ada = await addActor(stage, "super_admin");
  await enter(ada.session);
  await page.goto("/warning/other-users");
  await page.getByRole("button", { name: "Take over School half empty", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Take over", exact: true }).click();
  await expect(page.getByRole("button", { name: "Take over School half empty", exact: true })).toHaveCount(0);
  await page.goto("/warning/list");
  await expect(page.getByText("School half empty", { exact: true })).toBeVisible();

  await Promise.all([mill.end(), school.end(), pushes.stop()]);
});

function isAboutMill(mail: string): boolean {
  return mail.includes("Half empty") && mail.includes("Bol mill");
}
