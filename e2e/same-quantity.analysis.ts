/** What the studies of a period of a container say, as they write it. */
import type { Page } from "@playwright/test";

import { find, percent, type Shown, wattHours } from "./same-quantity.shown.ts";

/** Where the consumption of today came from, in a part of a page of a container. */
export async function originsOf(page: Page, part: string): Promise<Shown> {
  const region = page.getByRole("region", { name: part, exact: true });
  return { "energy directly from the sun today": await find(region, /Directly from the sun (.*?Wh)/) };
}

export async function ranksOf(page: Page): Promise<Shown> {
  const ranked = page.getByRole("region", { name: "Energy by device" });
  const item = (name: string) => ranked.getByRole("listitem").filter({ hasText: name });
  return {
    "solar energy today": await find(item("Solar"), wattHours),
    "consumption today": await find(item("Consumption"), wattHours),
  };
}

/** The same period in the comparison below the analysis. */
export async function ownOfPeriod(page: Page): Promise<Shown> {
  const row = (name: string) => page.getByRole("table", { name: "Comparison" }).getByRole("row", { name });
  const own = (name: string) => row(name).getByRole("cell").first();
  return {
    "self-sufficiency today": await find(own("Self-sufficiency"), percent),
    "solar energy today": await find(own("Solar"), wattHours),
    "consumption today": await find(own("Consumption"), wattHours),
  };
}

/** The analysis of a container with another one beside it. */
export async function againstOf(page: Page): Promise<{ own: Shown; other: Shown }> {
  const balance = page.getByRole("region", { name: "Energy balance" });
  const row = (name: string) => page.getByRole("table", { name: "Comparison" }).getByRole("row", { name });
  const other = (name: string) => row(name).getByRole("cell").nth(1);
  return {
    own: {
      "grid energy today": await find(balance, /From the grid (.*?Wh)/),
      "generator energy today": await find(balance, /Generator (.*?Wh)/),
    },
    other: {
      "self-sufficiency today": await find(other("Self-sufficiency"), percent),
      "solar energy today": await find(other("Solar"), wattHours),
      "consumption today": await find(other("Consumption"), wattHours),
    },
  };
}
