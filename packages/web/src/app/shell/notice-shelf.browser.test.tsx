import { Notifications, notifications } from "@mantine/notifications";
import { snackbarMs } from "@offgrid/contract/core/constants";
import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { render, say } from "../../testing/render.tsx";
import { showNotice } from "./notice-shelf.tsx";

// What was said is kept beside the parts, so that of other tests would still be there.

/** On a busy machine they would go by themselves in the middle of a test. */
function keepNotices(): void {
  const { setTimeout: later } = window;
  const spy = vi.spyOn(window, "setTimeout");
  spy.mockImplementation(((work: () => void, ms = 0) => (ms >= snackbarMs ? 0 : later(work, ms))) as typeof setTimeout);
  onTestFinished(() => spy.mockRestore());
}

const notice = (number: number) => page.getByText(`Notice ${number}`);
const more = (count: number) => page.getByText(say("shell:more_notices", { count }), { exact: true });

test("one notice is shown at a time, and counts those that came before it", async () => {
  keepNotices();
  await loadTexts("shell");
  await render(() => <Notifications limit={6} />);
  for (const number of [1, 2, 3]) showNotice({ message: `Notice ${number}`, color: "brand", role: "status" });
  await expect.element(notice(3)).toBeVisible();
  await expect.element(more(2)).toBeVisible();
  for (const number of [1, 2]) await expect.element(notice(number)).not.toBeInTheDocument();
  const close = page.getByRole("button", { name: say("shared:action.close"), exact: true });
  await close.click();
  await expect.element(close).not.toBeInTheDocument();
  showNotice({ message: "Notice 4", color: "brand", role: "status" });
  await expect.element(notice(4)).toBeVisible();
  await expect.element(more(3)).not.toBeInTheDocument();
});

test("a warning stays before the events that follow it, and another warning takes its place", async () => {
  keepNotices();
  await loadTexts("shell");
  await render(() => <Notifications limit={6} />);
  showNotice({ message: "Notice 1", color: "orange", role: "alert" });
  await expect.element(notice(1)).toBeVisible();
  showNotice({ message: "Notice 2", color: "brand", role: "status" });
  await expect.element(more(1)).toBeVisible();
  await expect.element(notice(1)).toBeVisible();
  await expect.element(notice(2)).not.toBeInTheDocument();
  showNotice({ message: "Notice 3", color: "orange", role: "alert" });
  await expect.element(notice(3)).toBeVisible();
  await expect.element(more(2)).toBeVisible();
  await expect.element(notice(1)).not.toBeInTheDocument();
});

test("notices that were all taken away at once are not counted by the next one", async () => {
  await loadTexts("shell");
  await render(() => <Notifications limit={6} />);
  for (const number of [1, 2]) showNotice({ message: `Notice ${number}`, color: "brand", role: "status" });
  await expect.element(more(1)).toBeVisible();
  notifications.clean();
  showNotice({ message: "Notice 3", color: "brand", role: "status" });
  await expect.element(notice(3)).toBeVisible();
  await expect.element(more(1)).not.toBeInTheDocument();
});
