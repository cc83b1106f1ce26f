import { Notifications } from "@mantine/notifications";
import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { render } from "../../testing/render.tsx";
import { announce } from "./notices.tsx";

test("a message without words is a new event in the main colour, or a new warning in that of warnings", async () => {
  await loadTexts("shell");
  await render(() => <Notifications position="bottom-left" />);
  for (const [kind, role, text, color] of [
    ["event", "status", "new event added", "brand"],
    ["warning", "alert", "new warning added", "orange"],
  ] as const) {
    await announce({ kind });
    const notice = page.getByRole(role).filter({ hasText: text });
    await expect.element(notice).toBeVisible();
    const shown = notice.element().closest<HTMLElement>(".mantine-Notification-root");
    expect(shown?.style.getPropertyValue("--notification-color")).toContain(color);
  }
  await announce({ kind: "event", content: "The door is open" });
  await expect.element(page.getByText("The door is open", { exact: true })).toBeVisible();
});
