import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { render, say } from "../../testing/render.tsx";
import { NoticeSection } from "./notice-section.tsx";

const choices = { event: true, warning: true };

test("a choice of notices counts at once", async () => {
  const onChoose = vi.fn(() => Promise.resolve());
  await render(() => <NoticeSection kinds={["event", "warning"]} {...{ choices, onChoose }} />);
  await page.getByRole("switch", { name: say("profile:notices_event") }).click();
  expect(onChoose).toHaveBeenCalledWith({ event: false, warning: true });
});

test("only notices of what there is are offered", async () => {
  const onChoose = () => Promise.resolve();
  await render(() => <NoticeSection kinds={["warning"]} {...{ choices, onChoose }} />);
  await expect.element(page.getByRole("switch", { name: say("profile:notices_warning") })).toBeVisible();
  await expect.element(page.getByRole("switch", { name: say("profile:notices_event") })).not.toBeInTheDocument();
  await render(() => <NoticeSection kinds={[]} {...{ choices, onChoose }} />);
  await expect.element(page.getByRole("switch")).not.toBeInTheDocument();
  await expect.element(page.getByText(say("profile:notices"))).not.toBeInTheDocument();
});
