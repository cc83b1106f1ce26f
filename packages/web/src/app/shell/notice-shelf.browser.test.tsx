import { Notifications, notifications } from "@mantine/notifications";
import { snackbarMs } from "@offgrid/contract/core/constants";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { render, say } from "../../testing/render.tsx";
import { showNotice } from "./notice-shelf.ts";

// What was said is kept beside the parts, so that of other tests would still be there.

/** On a busy machine they would go by themselves in the middle of a test. */
function keepNotices(): void {
  const { setTimeout: later } = window;
  const spy = vi.spyOn(window, "setTimeout");
  spy.mockImplementation(((work: () => void, ms = 0) => (ms >= snackbarMs ? 0 : later(work, ms))) as typeof setTimeout);
  onTestFinished(() => spy.mockRestore());
}

const notice = (number: number) => page.getByText(`Notice ${number}`, { exact: true });
const more = (count: number) => page.getByText(say("shell:more_notices", { count }), { exact: true });

test("three notices are shown, the others are counted and do not come later", async () => {
  keepNotices();
  await loadTexts("shell");
  await render(() => <Notifications limit={6} />);
  for (const number of [1, 2, 3, 4, 5]) showNotice({ message: `Notice ${number}`, color: "brand", role: "status" });
  for (const number of [1, 2, 3]) await expect.element(notice(number)).toBeVisible();
  await expect.element(more(2)).toBeVisible();
  const closeAll = page.getByRole("button", { name: say("shared:action.close"), exact: true });
  while (closeAll.elements().length > 0) {
    const before = closeAll.elements().length;
    await closeAll.first().click();
    await expect.poll(() => closeAll.elements().length).toBeLessThan(before);
  }
  await expect.element(notice(4)).not.toBeInTheDocument();
  showNotice({ message: "Notice 6", color: "brand", role: "status" });
  await expect.element(notice(6)).toBeVisible();
  await expect.element(more(1)).not.toBeInTheDocument();
});

test("notices that were all taken away at once leave room for others", async () => {
  await loadTexts("shell");
  await render(() => <Notifications limit={6} />);
  for (const number of [1, 2, 3, 4]) showNotice({ message: `Notice ${number}`, color: "brand", role: "status" });
  await expect.element(more(1)).toBeVisible();
  notifications.clean();
  for (const number of [5, 6, 7, 8]) showNotice({ message: `Notice ${number}`, color: "brand", role: "status" });
  for (const number of [5, 6, 7]) await expect.element(notice(number)).toBeVisible();
  await expect.element(more(1)).toBeVisible();
});
