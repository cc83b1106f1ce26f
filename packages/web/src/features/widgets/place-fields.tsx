import type { Widget, WidgetPlace } from "@offgrid/contract/widgets/widgets.schema";
import { widgetLimits } from "@offgrid/contract/widgets/widget-types";
import { useTranslation } from "react-i18next";

import { ContainerSelect } from "../../domain/containers/container-select.tsx";
import { useContainerChoices, useContainers } from "../../domain/containers/containers.data.tsx";
import { ManySelect } from "../../ui/many-select.tsx";

export interface FieldProps<One extends Widget> {
  widget: One;
  missing: (isMissing: boolean) => string | undefined;
  onChange: (widget: One) => void;
}

/** The container that a widget of one container is about. */
export function ContainerField<One extends Extract<Widget, { container: string }>>({
  widget,
  missing,
  onChange,
}: FieldProps<One>) {
  const { t } = useTranslation("widgets");
  const problem = missing(widget.container === "");
  return (
    <div>
      <ContainerSelect
        label={t("form.container")}
        containers={useContainerChoices()}
        value={widget.container || undefined}
        isNeeded
        onChange={(container) => onChange({ ...widget, container: container ?? "" })}
      />
      {problem !== undefined && <p className="og-note og-danger">{problem}</p>}
    </div>
  );
}

const clusterMark = "cluster ";
const allMark = "all";

/** Which containers a widget is about: all, those of a cluster, or some. */
export function PlaceField<One extends Extract<Widget, { of: WidgetPlace }>>({
  widget,
  missing,
  onChange,
}: FieldProps<One>) {
  const { t } = useTranslation("widgets");
  const { data: rows = [] } = useContainers();
  const { of } = widget;
  const clusters = new Map(
    rows.flatMap(({ clusterId, cluster }) => (clusterId && cluster ? [[clusterId, cluster]] : [])),
  );
  const gone = of.kind === "containers" ? of.ids.filter((id) => !rows.some((row) => row.containerId === id)) : [];
  const lost = of.kind === "cluster" && !clusters.has(of.id) ? [of.id] : [];
  const value = of.kind === "all" ? [allMark] : of.kind === "cluster" ? [`${clusterMark}${of.id}`] : of.ids;
  const choose = (next: string[]) => {
    const last = next.at(-1);
    if (last === allMark) return onChange({ ...widget, of: { kind: "all" } });
    if (last?.startsWith(clusterMark))
      return onChange({ ...widget, of: { kind: "cluster", id: last.slice(clusterMark.length) } });
    const ids = next.filter((one) => one !== allMark && !one.startsWith(clusterMark));
    onChange({ ...widget, of: { kind: "containers", ids } });
  };
  const named = (id: string) => t("form.ofGone", { id });
  return (
    <ManySelect
      label={t("form.of")}
      data={[
        { value: allMark, label: t("form.ofAll") },
        {
          group: t("form.ofClusters"),
          items: [
            ...[...clusters].map(([id, name]) => ({ value: `${clusterMark}${id}`, label: name })),
            ...lost.map((id) => ({ value: `${clusterMark}${id}`, label: named(id) })),
          ],
        },
        {
          group: t("form.ofContainers"),
          items: [
            ...rows.map(({ containerId, name }) => ({ value: containerId, label: name })),
            ...gone.map((id) => ({ value: id, label: named(id) })),
          ],
        },
      ]}
      value={value}
      error={missing(value.length === 0)}
      searchable
      hidePickedOptions
      limit={150}
      maxValues={widgetLimits.containers}
      openOnFocus={false}
      nothingFoundMessage={t("form.ofNone")}
      onChange={choose}
    />
  );
}
