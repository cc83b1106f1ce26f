import type { ContainerInfoV4 } from "@offgrid/contract/containers/containers.schema";

/** Tabs of a container by their id in the address, in their order. */
export const containerTabs = [
  "overview",
  "flow",
  "devices",
  "weather",
  "batteries",
  "seven-days",
  "analysis",
  "setup",
  "general",
  "network",
  "software",
  "keep-alive",
  "sync",
] as const;
export type ContainerTab = (typeof containerTabs)[number];

/** The tab at a place, from 0. */
export function tabOfPlace(place: number): ContainerTab | undefined {
  return containerTabs[place];
}

/** What every tab is given. */
export interface TabProps {
  info: ContainerInfoV4;
  /** The present, epoch ms, from the tick. */
  now: number;
  /** Only what the list has of it is known: its own page could not be loaded. */
  isPartly?: boolean;
}

/** Tabs with cards that need no more of a container than the list has. */
export const partlyKnownTabs: readonly ContainerTab[] = ["overview", "analysis"];
