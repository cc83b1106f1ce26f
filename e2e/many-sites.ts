/** A fleet of two thousand, made of the portal's own answer about the few that there are. */
import type { Page } from "@playwright/test";

import type { PageWatch } from "./fixtures.ts";

export const manySites = 2_000;

interface Site {
  containerId: string;
  name: string;
  status: string;
}

/**
 * Has the list of containers hold two thousand: the rows that there are, again and again under other names.
 * @param change What else is another in the row of a number.
 */
export async function showManySites(
  page: Page,
  watch: PageWatch,
  change: (number: number) => object = () => ({}),
): Promise<void> {
  await page.route("**/api/getSitesV2", async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: Site[] };
    const rows = Array.from({ length: manySites }, (_, number) => {
      const containerId = `many-${String(number).padStart(4, "0")}`;
      const row = { ...data[number % data.length], containerId, id: containerId, name: `Site ${number}` };
      return { ...row, ...change(number) };
    });
    await route.fulfill({ response, json: { status: "ok", data: rows, total: rows.length } });
  });
  // Nobody watches containers that are not there.
  watch.allow(/ERR_FAILED/);
  await page.route("**/api/registerLive", (route) => route.abort());
}
