import { loadWithTexts } from "../../core/i18n/i18n.ts";
import { type ContainerTab, containerTabs } from "./container-tabs.ts";
import { type SiteWish, mostCompared, readWish } from "./list-choices.ts";

/** What the list shows, and the ids of the containers that are compared over it. */
export interface ContainersSearch extends SiteWish {
  /** Joined by commas. */
  compare?: string;
}

/** Periods that the Analysis names; others are `from` and `to`. */
const analysisPeriods = ["today", "yesterday", "7_days", "30_days"] as const;

/** Which tab of a container is open (absent: the Overview), and what is chosen on it. */
export interface ContainerSearch {
  tab?: ContainerTab;
  /** Such as 2026-11-20; absent: today, or none on the tab of seven days. */
  day?: string;
  /** Id of the device whose values are open. */
  device?: string;
  period?: (typeof analysisPeriods)[number];
  /** In the place of a period, epoch ms. */
  from?: number;
  to?: number;
  /** The container to compare with; absent: the period before. */
  against?: string;
}

export const containersRoute = {
  load: () => loadWithTexts(["containers", "container-list", "site", "ui"], () => import("./containers.page.tsx")),
  search: (given: Record<string, unknown>): ContainersSearch => {
    const compare = given["compare"];
    const ids = typeof compare === "string" ? compare.split(",").filter(Boolean).slice(0, mostCompared) : [];
    return { ...readWish(given), ...(ids.length > 0 ? { compare: ids.join(",") } : {}) };
  },
};

export const containerRoute = {
  load: () => loadWithTexts(["containers", "site", "ui"], () => import("./container.page.tsx")),
  search: (given: Record<string, unknown>): ContainerSearch => {
    const { day, device, from, to, against } = given;
    const tab = containerTabs.find((id) => id === given["tab"]);
    const period = analysisPeriods.find((id) => id === given["period"]);
    const isRange = isInstant(from) && isInstant(to) && from < to;
    return {
      ...(tab ? { tab } : {}),
      ...(typeof day === "string" && /^\d{4}-\d{2}-\d{2}$/.test(day) ? { day } : {}),
      ...(typeof device === "string" && device !== "" ? { device } : {}),
      ...(isRange ? { from, to } : period ? { period } : {}),
      ...(typeof against === "string" && /^[a-z0-9-]{1,64}$/.test(against) ? { against } : {}),
    };
  },
};

function isInstant(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value > 0;
}
