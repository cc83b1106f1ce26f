/** Events: what comes while all are being marked as read stays unread. */
import { randomUUID } from "node:crypto";

import { connectAsync } from "mqtt";

import { expect, post, test } from "./fixtures.ts";
import { register } from "./own-controller.ts";
import { addPerson, sessionFor } from "./people.ts";

test("an event that comes while all are being marked as read stays unread", async ({ page, stage, enter }) => {
  const { containerId, secret } = await register(stage, "Dori mill");
  const controller = await connectAsync(stage.mqttUrl, {
    clientId: containerId,
    username: containerId,
    password: secret,
    protocolVersion: 4,
  });
  const boot = randomUUID().slice(0, 8);
  let seq = 0;
  const say = (code: string) =>
    controller.publishAsync(
      `offgrid/1/${containerId}/event`,
      JSON.stringify({ boot, seq: seq++, ts: Date.now(), code, level: "info" }),
      { qos: 1 },
    );
  // Somebody who sees this container alone, so that nothing else is news to them.
  const session = await sessionFor(stage, await addPerson(stage, { containers: [containerId] }));
  await enter(session);
  await say("door.opened");
  await page.goto("/events");
  const lineOf = (text: string) => page.getByRole("main").getByRole("listitem").filter({ hasText: text });
  const unread = page.getByRole("main").getByText("unread", { exact: true });
  await expect(lineOf("The door was opened")).toBeVisible({ timeout: 45_000 });
  await expect(unread).toHaveCount(1);

  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/maskAllNotificationAsRead", async (route) => {
    await released;
    await route.continue();
  });
  const held = page.waitForRequest("**/maskAllNotificationAsRead");
  await page.getByRole("button", { name: "Mark 1 event as read", exact: true }).click();
  await held;
  await say("door.closed");
  // Not until the page shows it, which on a busy machine may take longer than a call may.
  const headers = { "X-Auth-Token": session.authToken, "X-User-Id": session.userId };
  await expect.poll(async () => (await post(stage, "getUnreadNotificationCount", {}, headers))["count"]).toBe(2);
  release();
  await expect(lineOf("The door was closed")).toBeVisible({ timeout: 45_000 });
  await expect(unread).toHaveCount(1);
  await expect(lineOf("The door was closed").getByText("unread", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Mark 1 event as read", exact: true })).toBeVisible();
  await controller.endAsync();
});
