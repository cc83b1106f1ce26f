import { expect, test } from "vitest";
import { page } from "vitest/browser";

import { loadTexts } from "../../core/i18n/i18n.ts";
import { render, say } from "../../testing/render.tsx";
import { OriginsCard } from "./origins-card.tsx";

const data = {
  origins: { sun: 3_000, battery: 1_000, generator: 0, generatorStored: 0, grid: 0, gridStored: 0, unknown: 0 },
  isTooMany: false,
};

test("until the bar of origins is loaded, the card shows a block in its place", async () => {
  await loadTexts("dashboard");
  let hadBlock = false;
  const watch = new MutationObserver(() => {
    hadBlock ||= document.querySelector(".mantine-Skeleton-root") !== null;
  });
  watch.observe(document.body, { childList: true, subtree: true });
  const origins = { data, error: null, isPending: false, isFetching: false, refetch: () => undefined };
  await render(() => <OriginsCard origins={origins as never} range={undefined} zone="UTC" />);
  await expect.element(page.getByText(say("energy-origin:from.sun"), { exact: true })).toBeVisible();
  watch.disconnect();
  expect(hadBlock).toBe(true);
});
