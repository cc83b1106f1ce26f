import { loadChunk } from "../../core/chunk.ts";
import { type ContainerTab, containerTabs } from "./container-tabs.ts";
import { type SiteSort, type SiteState, siteSorts, siteStates } from "./list-choices.ts";

/** What the list shows; absent: all, worst first. */
export interface ContainersSearch {
  search?: string;
  status?: SiteState;
  sort?: SiteSort;
  /** Present: the other way round. */
  reversed?: true;
}

/** Which tab of a container is open (absent: the Overview), and the local day of its chart (absent: today). */
export interface ContainerSearch {
  tab?: ContainerTab;
  /** Such as 2026-11-20. */
  day?: string;
}

export const containersRoute = {
  texts: ["containers", "site", "ui"],
  load: () => loadChunk(() => import("./containers.page.tsx")),
  search: (given: Record<string, unknown>): ContainersSearch => {
    const status = siteStates.find((state) => state === given["status"]);
    const sort = siteSorts.find((key) => key === given["sort"]);
    const search = given["search"];
    return {
      // The router reads a bare number as a number; a search for "12" is still a text.
      ...(typeof search === "string" || typeof search === "number" ? { search: String(search) } : {}),
      ...(status ? { status } : {}),
      ...(sort ? { sort } : {}),
      ...(given["reversed"] === true ? { reversed: true } : {}),
    };
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
