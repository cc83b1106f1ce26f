import { type ComponentType, createElement, lazy } from "react";

import { loadWithTexts } from "../../../core/i18n/i18n.ts";
import type { ContainerTab, TabProps } from "./container-tabs.ts";
import { LaterPart } from "../../../ui/later-part.tsx";

interface LazyTab {
  Tab: ComponentType<TabProps>;
  load: () => Promise<ComponentType<TabProps>>;
}

/** Each tab is loaded with its texts when it is opened first. */
const tabs: Record<ContainerTab, LazyTab> = {
  overview: tab(["blackout", "energy-origin"], async () => (await import("../overview/overview.page.tsx")).OverviewTab),
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
  network: configurationTab("network"),
  software: tab(["software", "sim-card"], async () => (await import("../software/software.page.tsx")).SoftwareTab),
  "keep-alive": configurationTab("keep-alive"),
  sync: configurationTab("sync"),
  analysis: tab(
    ["analysis", "energy-origin", "energy-flow", "period-figures"],
    async () => (await import("../analysis/analysis.page.tsx")).AnalysisTab,
  ),
};

function tab(texts: readonly string[], loadPart: () => Promise<ComponentType<TabProps>>): LazyTab {
  const load = () => loadWithTexts(texts, loadPart);
  return { load, Tab: lazy(async () => ({ default: await load() })) };
}

function configurationTab(id: "network" | "keep-alive" | "sync"): LazyTab {
  return tab(
    ["configuration", "config-sync", "command-words", "sim-card"],
    async () => (await import("../configuration/configuration-tabs.ts")).configurationTabs[id],
  );
}

/** Starts loading a tab while the container is still being fetched. */
export function loadTabAhead(open: ContainerTab): void {
  // If that fails, the tab loads again, and shows the error.
  tabs[open].load().catch(() => {});
}

/** The open tab. */
export function ContainerTabContent({ open, ...props }: { open: ContainerTab } & TabProps) {
  return (
    <LaterPart height={480} isWhole>
      {createElement(tabs[open].Tab, props)}
    </LaterPart>
  );
}
