/** A fleet of two thousand, made from the portal's own answer about the few that exist. */
import type { Page } from "@playwright/test";

import type { PageWatch } from "./fixtures.ts";

export const manyContainers = 2_000;

interface ContainerRow {
  containerId: string;
  name: string;
  status: string;
}

/**
 * Makes the list of containers two thousand rows long by repeating the existing rows under other names.
 * @param change What else differs in the row of a given number.
 */
export async function showManyContainers(
  page: Page,
  watch: PageWatch,
  change: (number: number) => object = () => ({}),
): Promise<void> {
  await page.route("**/api/getSitesV2", async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: ContainerRow[] };
    // None is retired, and none is made of nothing.
    if (data.length === 0) return route.fulfill({ response });
    const rows = Array.from({ length: manyContainers }, (_, number) => {
      const containerId = `many-${String(number).padStart(4, "0")}`;
      const row = { ...data[number % data.length], containerId, id: containerId, name: `Container ${number}` };
      return { ...row, ...change(number) };
    });
    return route.fulfill({ response, json: { status: "ok", data: rows, total: rows.length } });
  });
  // Containers that do not exist cannot be watched.
  watch.allow(/ERR_FAILED/);
  await page.route("**/api/registerLive", (route) => route.abort());
}
