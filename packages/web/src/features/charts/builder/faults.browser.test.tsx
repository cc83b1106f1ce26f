import { beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { render, say } from "../../../testing/render.tsx";
import { Faults } from "./faults.tsx";

beforeEach(() => loadTexts("charts"));

test("on a phone the reason has the width of the card, and its button stands below it whole", async () => {
  await page.viewport(400, 700);
  const text = "State of charge: its axis has another unit already.";
  await render(() => (
    <div style={{ width: 330 }}>
      <Faults faults={[{ series: "a", text, kind: "misplaced" }]} apartOf={() => () => {}} />
    </div>
  ));
  const button = page.getByRole("button", { name: say("charts:ownDrawing") });
  await expect.element(button).toBeVisible();
  const [list, reason, act] = [page.getByRole("list"), page.getByText(text), button].map((one) =>
    one.element().getBoundingClientRect(),
  ) as [DOMRect, DOMRect, DOMRect];
  expect(reason.width).toBeGreaterThan(250);
  expect(act.top).toBeGreaterThanOrEqual(reason.bottom);
  expect(act.right).toBeLessThanOrEqual(list.right);
});
