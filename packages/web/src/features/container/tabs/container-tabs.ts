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

/** Tabs that are to come: they are not offered, and their addresses say so. */
export const laterTabs = ["sync"] as const;
export type LaterTab = (typeof laterTabs)[number];

/** The tabs that the page of a container offers: those that are there, and the one that its address names. */
export function offeredTabs(open: ContainerTab): ContainerTab[] {
  return containerTabs.filter((tab) => tab === open || !laterTabs.some((later) => later === tab));
}

/** The tab at a place of those that are offered, from 0. */
export function tabOfPlace(place: number): ContainerTab | undefined {
  return offeredTabs("overview")[place];
}

/** What every tab is given. */
export interface TabProps {
  info: ContainerInfoV4;
  /** The present, epoch ms, from the tick. */
  now: number;
}
