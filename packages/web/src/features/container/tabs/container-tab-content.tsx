import { Skeleton } from "@mantine/core";
import { type ComponentType, lazy, Suspense } from "react";

import { loadWithTexts } from "../../../core/i18n/i18n.ts";
import { type ContainerTab, laterTabs, type TabProps } from "./container-tabs.ts";
import { PartAway } from "../../../ui/part-away.tsx";
import { LaterTabNote } from "./later-tab-note.tsx";

type BuiltTab = Exclude<ContainerTab, (typeof laterTabs)[number]>;

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
  general: tab(
    ["energy-prices", "import", "controller-part", "works", "command-words"],
    async () => (await import("../general/general.page.tsx")).GeneralTab,
  ),
  network: tab(["configuration"], async () => (await import("../configuration/network.page.tsx")).NetworkTab),
  "keep-alive": tab(["configuration"], async () => (await import("../configuration/keep-alive.page.tsx")).KeepAliveTab),
  analysis: tab(
    ["analysis", "energy-origin", "energy-flow", "period-figures"],
    async () => (await import("../analysis/analysis.page.tsx")).AnalysisTab,
  ),
};

function tab(texts: readonly string[], loadPart: () => Promise<ComponentType<TabProps>>): LazyTab {
  const load = () => loadWithTexts(texts, loadPart);
  return { load, Tab: lazy(async () => ({ default: await load() })) };
}

/** Starts loading a tab while the container is still being fetched. */
export function loadTabAhead(open: ContainerTab): void {
  const built: Partial<Record<ContainerTab, LazyTab>> = tabs;
  // If that fails, the tab loads again, and shows the error.
  built[open]?.load().catch(() => {});
}

/** The open tab; tabs that are to come say so. */
export function ContainerTabContent({ open, ...props }: { open: ContainerTab } & TabProps) {
  const later = laterTabs.find((one) => one === open);
  if (later) return <LaterTabNote tab={later} />;
  const { Tab } = tabs[open as BuiltTab];
  return (
    <Suspense
      fallback={
        <>
          <PartAway />
          <Skeleton height={480} radius={10} />
        </>
      }
    >
      <Tab {...props} />
    </Suspense>
  );
}
