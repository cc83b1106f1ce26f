import { Button } from "@mantine/core";
import { idOf, type WidgetType } from "@offgrid/contract/widgets/widget-types";
import { knownWidget } from "@offgrid/contract/widgets/known-widget";
import type { KeptWidget, Widget } from "@offgrid/contract/widgets/widgets.schema";
import { type ComponentType, lazy, type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";

import { loadWithTexts } from "../../core/i18n/i18n.ts";
import { FailsAlone } from "../../ui/fails-alone.tsx";
import { LaterPart } from "../../ui/later-part.tsx";
import { ScrollBox } from "../../ui/scroll-box.tsx";
import { useWidgetTitles } from "./use-widget-titles.ts";
import type { ViewProps } from "./widget-parts.tsx";
import styles from "./widgets.module.css";

/** Loaded with the first widget of their type. */
function view<Type extends WidgetType>(texts: readonly string[], load: () => Promise<ComponentType<ViewProps<Type>>>) {
  return lazy(async () => ({
    default: (await loadWithTexts(texts, load)) as unknown as ComponentType<ViewProps>,
  }));
}

const views: Readonly<Record<Widget["type"], ComponentType<ViewProps>>> = {
  kpi: view([], async () => (await import("./views/kpi.view.tsx")).KpiView),
  chart: view(["drawing", "chart"], async () => (await import("./views/chart.view.tsx")).ChartView),
  charge: view([], async () => (await import("./views/charge.view.tsx")).ChargeView),
  flow: view(["energy-flow", "blackout"], async () => (await import("./views/flow.view.tsx")).FlowView),
  outlook: view(["blackout", "seven-days"], async () => (await import("./views/outlook.view.tsx")).OutlookView),
  weather: view(["weather"], async () => (await import("./views/weather.view.tsx")).WeatherView),
  incidents: view(["incidents"], async () => (await import("./views/incidents.view.tsx")).IncidentsView),
  map: view(["map"], async () => (await import("./views/map.view.tsx")).MapView),
  list: view([], async () => (await import("./views/list.view.tsx")).ListView),
  picture: view([], async () => (await import("./views/picture.view.tsx")).PictureView),
  text: view([], async () => (await import("./views/text.view.tsx")).TextView),
};

interface BodyProps {
  widget: KeptWidget;
  now: number;
  /** Of its room, without its title. */
  heightPx: number;
}

/** What a widget shows; what goes wrong in it stays in it. */
export function WidgetBody({ widget: kept, now, heightPx }: BodyProps) {
  const { t } = useTranslation("widgets");
  const widget = knownWidget(kept);
  if (!widget) return <p className="og-note">{t("unknown.why")}</p>;
  const View = views[widget.type];
  return (
    <FailsAlone key={boundTo(widget)} notice={(again) => <Broken onRetry={again} />}>
      <LaterPart height={heightPx}>
        <View widget={widget} now={now} heightPx={heightPx} />
      </LaterPart>
    </FailsAlone>
  );
}

/** What a widget is about: something else begins anew, also after a failure. */
function boundTo(widget: Widget): string {
  return JSON.stringify({ ...widget, ...{ id: "", title: "", text: "", size: null, pinned: false } });
}

function Broken({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation(["widgets", "ui"]);
  return (
    <div className="og-close-stack og-top" role="alert">
      <p className="og-note og-flush">{t("broken")}</p>
      <Button variant="default" size="compact-sm" onClick={onRetry}>
        {t("ui:async.retry")}
      </Button>
    </div>
  );
}

interface BoxProps extends BodyProps {
  /** At the end of its title. */
  tools?: ReactNode;
  /** Over its corner. */
  corner?: ReactNode;
  isEdited?: boolean;
  isDragged?: boolean;
}

/** A widget in its frame, under its title. */
export function WidgetBox({ widget, now, heightPx, tools, corner, isEdited, isDragged }: BoxProps) {
  const { titleOf } = useWidgetTitles();
  const titleId = useId();
  return (
    <section
      className={styles.widget}
      aria-labelledby={titleId}
      data-widget={idOf(widget)}
      data-edited={isEdited || undefined}
      style={isDragged ? { opacity: 0.5 } : undefined}
    >
      <div className="og-ends og-top">
        <h2 className="og-title og-anywhere og-least" id={titleId}>
          {titleOf(widget)}
        </h2>
        {tools}
      </div>
      <ScrollBox labelledBy={titleId} className={styles.body}>
        <WidgetBody widget={widget} now={now} heightPx={heightPx - aroundPx} />
      </ScrollBox>
      {corner}
    </section>
  );
}

/** What a frame and a title take of the height of a widget. */
const aroundPx = 66;
