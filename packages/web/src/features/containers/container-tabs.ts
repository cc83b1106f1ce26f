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
/** Tabs of later issues: they say so. */
export type LaterTab = Exclude<ContainerTab, "overview">;
