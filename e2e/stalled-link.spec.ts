/** What a page does while its connections stay open and nothing comes through them. */
import { connect, createServer, type Socket } from "node:net";

import { expect, test } from "./fixtures.ts";
import { textIn } from "./texts.ts";

/** The page waits for the code, asks the portal, waits for it, and asks again. */
const inTime = { timeout: 30_000 };

test.beforeEach(({ watch }) => watch.allow(/Failed to load resource|WebSocket|net::ERR_/));

/** A portal behind a link that can be made to swallow everything; what had been swallowed never comes. */
async function behindLink(portalUrl: string) {
  let isStalled = false;
  const swallowing = new Set<Socket>();
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(Number(new URL(portalUrl).port), new URL(portalUrl).hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => void (to.destroy(), open.delete(from)));
      from.on("data", (bytes) => {
        if (isStalled) swallowing.add(near);
        if (!swallowing.has(near)) to.write(bytes);
      });
    }
  });
  await new Promise<void>((resolve) => void server.listen(0, new URL(portalUrl).hostname, resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The link has no port.");
  return {
    url: portalUrl.replace(/:\d+/, `:${address.port}`),
    stall: () => void (isStalled = true),
    mend: () => void (isStalled = false),
    end: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}

test("on a link that stalls, a screen and a tab whose code does not come say so, and come when the link is back", async ({
  page,
  stage,
  signIn,
}) => {
  test.slow();
  await page.setViewportSize({ width: 1280, height: 800 });
  await signIn("daniela");
  const link = await behindLink(stage.portalUrl);
  try {
    await page.goto(`${link.url}/containers/lodwar`);
    const titles = page.getByRole("heading", { level: 1 });
    await expect(page.getByRole("region", { name: "State of charge", exact: true })).toContainText(/\d/);
    const name = (await titles.textContent()) ?? "";

    link.stall();
    await page.getByRole("tab", { name: "Energy flow" }).click();
    await expect(page.getByText(textIn("en", "shared:error.part_away_text"))).toBeVisible(inTime);
    await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Events" }).click();
    await expect(titles).toHaveText(textIn("en", "shared:error.away_title"), inTime);
    await page.goBack();
    await expect(titles).toHaveText(name);

    link.mend();
    await expect(page.getByRole("tabpanel").getByRole("region").first()).toBeVisible(inTime);
    await expect(page.getByText(textIn("en", "shared:error.part_away_text"))).toHaveCount(0);
    await page.getByRole("navigation", { name: "Main menu" }).getByRole("link", { name: "Events" }).click();
    await expect(titles).toHaveText("Events", inTime);
  } finally {
    link.end();
  }
});
