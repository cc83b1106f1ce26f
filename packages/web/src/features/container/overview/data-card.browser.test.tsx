import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { nowMs } from "../../../testing/samples.ts";
import { loadTexts } from "../../../core/i18n/i18n.ts";
import { render } from "../../../testing/render.tsx";
import { DataCard } from "./data-card.tsx";

test("a container that was in contact is not said to have sent nothing before its bytes are counted", async () => {
  await loadTexts("container");
  await render(() => <DataCard data={null} isSeen now={nowMs} />);
  await expect.element(page.getByText("Not counted yet.", { exact: true })).toBeVisible();
  await render(() => <DataCard data={null} isSeen={false} now={nowMs} />);
  await expect.element(page.getByText("This container has not sent any data yet.", { exact: true })).toBeVisible();
});
