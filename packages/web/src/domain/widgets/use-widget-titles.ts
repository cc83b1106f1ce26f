import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { fleetFigures, idOf } from "@offgrid/contract/widgets/widget-types";
import { knownWidget } from "@offgrid/contract/widgets/known-widget";
import type { KeptWidget, Widget, WidgetPlace } from "@offgrid/contract/widgets/widgets.schema";
import { useTranslation } from "react-i18next";

import { useCall } from "../../core/api/use-call.ts";
import { useLocale } from "../../ui/use-locale.ts";

/** What widgets are called: by their own title, or by what they show and of what. */
export function useWidgetTitles() {
  const { t } = useTranslation("widgets");
  const locale = useLocale();
  const { data: containers } = useCall("getSitesV2", {}, { select: ({ data }) => data });
  const nameOf = (id: string) => containers?.find(({ containerId }) => containerId === id)?.name ?? id;
  const placeOf = (of: Exclude<WidgetPlace, { kind: "all" }>) => {
    if (of.kind === "cluster") return containers?.find(({ clusterId }) => clusterId === of.id)?.cluster ?? of.id;
    return of.ids.length === 1 ? nameOf(of.ids[0]!) : t("place.some", { count: of.ids.length });
  };
  const figureOf = (figure: string) => {
    const known = fleetFigures.find((one) => one === figure);
    return known ? t(`figure.${known}`) : (findMetric(figure)?.[locale] ?? figure);
  };
  /** Of everything, the place is not said. */
  const withPlace = (what: string, of: WidgetPlace) => (of.kind === "all" ? what : `${what} · ${placeOf(of)}`);
  const usual = (widget: Widget) => {
    const what = t(`type.${widget.type}`);
    switch (widget.type) {
      case "kpi":
        return withPlace(figureOf(widget.figure), widget.of);
      case "chart":
        return widget.chart.kind === "saved"
          ? what
          : `${t(`chart.${widget.chart.template}`)} · ${nameOf(widget.chart.container)}`;
      case "outlook":
        return `${t(`outlook.${widget.shows}`)} · ${nameOf(widget.container)}`;
      case "flow":
      case "weather":
        return `${what} · ${nameOf(widget.container)}`;
      case "text":
        return what;
      case "picture":
        return widget.alt || what;
      default:
        return withPlace(what, widget.of);
    }
  };
  return {
    titleOf: (kept: KeptWidget) => {
      const widget = knownWidget(kept);
      if (!widget) return t("unknown.title", { id: idOf(kept) });
      return widget.title || usual(widget);
    },
  };
}
