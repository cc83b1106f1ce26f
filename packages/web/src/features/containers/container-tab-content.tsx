import { Skeleton } from "@mantine/core";
import { type ComponentType, lazy, Suspense } from "react";

import { loadChunk } from "../../core/chunk.ts";
import { loadTexts } from "../../core/i18n/i18n.ts";
import { type ContainerTab, laterTabs, type TabProps } from "./container-tabs.ts";
import { LaterTabNote } from "./later-tab-note.tsx";

type BuiltTab = Exclude<ContainerTab, (typeof laterTabs)[number]>;

/** Each tab is loaded with its texts when it is opened first. */
const tabs: Record<BuiltTab, ComponentType<TabProps>> = {
  overview: tab(["weather", "blackout"], async () => (await import("./overview/overview.page.tsx")).OverviewTab),
  flow: tab(["energy-flow"], async () => (await import("./flow/flow.page.tsx")).FlowTab),
  devices: tab(["devices"], async () => (await import("./devices/devices.page.tsx")).DevicesTab),
  weather: tab(["weather"], async () => (await import("./weather/weather.page.tsx")).WeatherTab),
  batteries: tab(["batteries"], async () => (await import("./batteries/batteries.page.tsx")).BatteriesTab),
  "seven-days": tab(["seven-days"], async () => (await import("./seven-days/seven-days.page.tsx")).SevenDaysTab),
  analysis: tab(["analysis"], async () => (await import("./analysis/analysis.page.tsx")).AnalysisTab),
};

function tab(texts: readonly string[], load: () => Promise<ComponentType<TabProps>>) {
  return lazy(async () => {
    const [component] = await Promise.all([loadChunk(load), loadTexts(...texts)]);
    return { default: component };
  });
}

/** The open tab; those that come later say so. */
export function ContainerTabContent({ open, ...props }: { open: ContainerTab } & TabProps) {
  const later = laterTabs.find((one) => one === open);
  if (later) return <LaterTabNote tab={later} />;
  const Tab = tabs[open as BuiltTab];
  return (
    <Suspense fallback={<Skeleton height={480} radius={10} />}>
      <Tab {...props} />
    </Suspense>
  );
}
