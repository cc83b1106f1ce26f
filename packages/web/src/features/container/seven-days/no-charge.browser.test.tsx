import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../../core/i18n/i18n.ts";
import { render, say } from "../../../testing/render.tsx";
import { NoCharge } from "./no-charge.tsx";

test("a battery that is measured now is not said to have had no charge: its history is being read", async () => {
  await loadTexts("seven-days");
  await render(() => <NoCharge isMeasuredNow />);
  await expect.element(page.getByText(say("seven-days:coming"))).toBeVisible();
  await expect.element(page.getByText(say("seven-days:none"))).not.toBeInTheDocument();
  await render(() => <NoCharge isMeasuredNow={false} />);
  await expect.element(page.getByText(say("seven-days:none"))).toBeVisible();
});
