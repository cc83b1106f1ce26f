import { Skeleton } from "@mantine/core";
import { type ComponentType, createElement, lazy, Suspense } from "react";

import { loadChunk } from "../../../core/chunk.ts";
import { loadWithTexts } from "../../../core/i18n/i18n.ts";
import { type ContainerTab, type LaterTab, laterTabs, type TabProps } from "./container-tabs.ts";
import { PartAway } from "../../../ui/part-away.tsx";

type BuiltTab = Exclude<ContainerTab, LaterTab>;

interface LazyTab {
  Tab: ComponentType<TabProps>;
  load: () => Promise<ComponentType<TabProps>>;
}

/** Each tab is loaded with its texts when it is opened first. */
const tabs: Record<BuiltTab, LazyTab> = {
  overview: tab(
    ["weather", "blackout", "energy-origin"],
    async () => (await import("../overview/overview.page.tsx")).OverviewTab,
  ),
  flow: tab(["energy-flow"], async () => (await import("../flow/flow.page.tsx")).FlowTab),
  devices: tab(["devices", "energy-flow"], async () => (await import("../devices/devices.page.tsx")).DevicesTab),
  weather: tab(["weather"], async () => (await import("../weather/weather.page.tsx")).WeatherTab),
  batteries: tab(["batteries"], async () => (await import("../batteries/batteries.page.tsx")).BatteriesTab),
  "seven-days": tab(["seven-days"], async () => (await import("../seven-days/seven-days.page.tsx")).SevenDaysTab),
  setup: tab(["configuration", "command-words"], async () => (await import("../setup/setup.page.tsx")).SetupPage),
  general: tab(
    ["energy-prices", "import", "controller-part", "works", "command-words", "container-details", "controller-secret"],
    async () => (await import("../general/general.page.tsx")).GeneralTab,
  ),
  network: tab(
    ["configuration", "command-words"],
    async () => (await import("../configuration/network.page.tsx")).NetworkTab,
  ),
  software: tab(["software"], async () => (await import("../software/software.page.tsx")).SoftwareTab),
  "keep-alive": tab(
    ["configuration", "command-words"],
    async () => (await import("../configuration/keep-alive.page.tsx")).KeepAliveTab,
  ),
  analysis: tab(
    ["analysis", "energy-origin", "energy-flow", "period-figures"],
    async () => (await import("../analysis/analysis.page.tsx")).AnalysisTab,
  ),
};

function tab(texts: readonly string[], loadPart: () => Promise<ComponentType<TabProps>>): LazyTab {
  const load = () => loadWithTexts(texts, loadPart);
  return { load, Tab: lazy(async () => ({ default: await load() })) };
}

/** Seldom opened: only its address leads there. */
const LaterTabNote = lazy(async () => ({
  default: (await loadChunk(() => import("./later-tab-note.tsx"))).LaterTabNote,
}));

/** Starts loading a tab while the container is still being fetched. */
export function loadTabAhead(open: ContainerTab): void {
  const built: Partial<Record<ContainerTab, LazyTab>> = tabs;
  // If that fails, the tab loads again, and shows the error.
  built[open]?.load().catch(() => {});
}

/** The open tab; tabs that are to come say so. */
export function ContainerTabContent({ open, ...props }: { open: ContainerTab } & TabProps) {
  return (
    <Suspense
      fallback={
        <>
          <PartAway />
          <Skeleton height={480} radius={10} />
        </>
      }
    >
      {isLater(open) ? <LaterTabNote tab={open} /> : createElement(tabs[open].Tab, props)}
    </Suspense>
  );
}

function isLater(tab: ContainerTab): tab is LaterTab {
  return laterTabs.some((later) => later === tab);
}
