import { loadChunk } from "../../core/chunk.ts";
import { type ContainerTab, containerTabs } from "./container-tabs.ts";
import { type SiteWish, mostCompared, readWish } from "./list-choices.ts";

/** What the list shows, and the ids of the containers that are compared over it. */
export interface ContainersSearch extends SiteWish {
  /** Joined by commas. */
  compare?: string;
}

/** Which tab of a container is open (absent: the Overview), and the local day of its chart (absent: today). */
export interface ContainerSearch {
  tab?: ContainerTab;
  /** Such as 2026-11-20. */
  day?: string;
}

export const containersRoute = {
  texts: ["containers", "container-list", "site", "ui"],
  load: () => loadChunk(() => import("./containers.page.tsx")),
  search: (given: Record<string, unknown>): ContainersSearch => {
    const compare = given["compare"];
    const ids = typeof compare === "string" ? compare.split(",").filter(Boolean).slice(0, mostCompared) : [];
    return { ...readWish(given), ...(ids.length > 0 ? { compare: ids.join(",") } : {}) };
  },
};

export const containerRoute = {
  texts: ["containers", "site", "ui"],
  load: () => loadChunk(() => import("./container.page.tsx")),
  search: (given: Record<string, unknown>): ContainerSearch => {
    const tab = containerTabs.find((id) => id === given["tab"]);
    const day = given["day"];
    return {
      ...(tab ? { tab } : {}),
      ...(typeof day === "string" && /^\d{4}-\d{2}-\d{2}$/.test(day) ? { day } : {}),
    };
  },
};
