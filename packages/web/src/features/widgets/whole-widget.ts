import type { Widget } from "@offgrid/contract/widgets/widgets.schema";

/** Is everything chosen that a widget needs? */
export function isWhole(widget: Widget): boolean {
  switch (widget.type) {
    case "kpi":
      return hasPlace(widget.of) && widget.figure !== "";
    case "chart":
      return widget.chart.kind === "saved" ? widget.chart.id !== "" : widget.chart.container !== "";
    case "flow":
    case "outlook":
    case "weather":
      return widget.container !== "";
    case "picture":
      return widget.picture !== "" && widget.alt.trim() !== "";
    case "text":
      return widget.text.trim() !== "";
    default:
      return hasPlace(widget.of);
  }
}

function hasPlace(of: Extract<Widget, { type: "list" }>["of"]): boolean {
  return of.kind !== "containers" || of.ids.length > 0;
}
