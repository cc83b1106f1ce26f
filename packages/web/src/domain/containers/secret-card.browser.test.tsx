import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { expectAccessible, expectFittingWords } from "../../testing/good-part.ts";
import { axeLooks, looks, render, say as sayOf } from "../../testing/render.tsx";
import { controllerLines, SecretCard } from "./secret-card.tsx";

const say = (key: string) => sayOf(`controller-secret:${key}`);
const mqtt = { host: "portal.example.org", port: 443, tls: true, url: "wss://portal.example.org/mqtt" };
const credential = {
  containerId: "saint-elie",
  secret: "s".repeat(43),
  mqtt,
  qr: JSON.stringify({ containerId: "saint-elie", secret: "s".repeat(43), mqtt }),
};

test("the secret stands there to scan and to copy, and is left only once the person says that it is stored", async () => {
  for (const look of looks) {
    let stored = 0;
    await loadTexts("controller-secret", "ui");
    await render(() => <SecretCard credential={credential} end="Onwards" onStored={() => stored++} />, look);
    await expect.element(page.getByRole("img", { name: say("qr") })).toBeVisible();
    await expect.element(page.getByText(controllerLines(credential))).toBeVisible();
    await expect.element(page.getByText("portal: wss://portal.example.org/mqtt")).toBeVisible();
    await expectFittingWords();
    if (axeLooks.has(look)) await expectAccessible();
    const go = page.getByRole("button", { name: "Onwards" });
    await expect.element(go).toBeDisabled();
    await page.getByRole("checkbox", { name: say("stored") }).click();
    await go.click();
    expect(stored).toBe(1);
  }
});
