import { Select } from "@mantine/core";
import { findMetric } from "@offgrid/contract/telemetry/metrics";
import { fleetFigures } from "@offgrid/contract/widgets/widget-types";
import type { Widget } from "@offgrid/contract/widgets/widgets.schema";
import { useTranslation } from "react-i18next";

import { useCall } from "../../core/api/use-call.ts";
import { useLocale } from "../../ui/use-locale.ts";
import { type FieldProps, PlaceField } from "./place-fields.tsx";

type Figure = Extract<Widget, { type: "kpi" }>;

/** Of which containers a figure is; of one alone, everything that it measures can be chosen. */
export function FigureField({ widget, missing, onChange }: FieldProps<Figure>) {
  const { t } = useTranslation("widgets");
  const locale = useLocale();
  const { of, figure } = widget;
  const one = of.kind === "containers" && of.ids.length === 1 ? of.ids[0] : undefined;
  const measured = useCall(
    "chartMetrics",
    { containerIds: one === undefined ? [] : [one] },
    { enabled: one !== undefined, staleTime: 60_000, select: ({ data }) => data.map(({ metric }) => metric) },
  );
  const isFleet = (value: string) => fleetFigures.some((each) => each === value);
  const metrics =
    one === undefined ? [] : [...new Set([...(measured.data ?? []), ...(isFleet(figure) ? [] : [figure])])];
  const ofPlace = (next: Figure) => {
    const isSingle = next.of.kind === "containers" && next.of.ids.length === 1;
    // A metric is one of a single container.
    onChange(isSingle || isFleet(figure) ? next : { ...next, figure: fleetFigures[0] });
  };
  return (
    <>
      <PlaceField widget={widget} missing={missing} onChange={ofPlace} />
      <Select
        label={t("form.figure")}
        data={[
          {
            group: t("form.figureFleet"),
            items: fleetFigures.map((value) => ({ value: value as string, label: t(`figure.${value}`) })),
          },
          {
            group: t("form.figureMetric"),
            items: metrics.map((value) => ({ value, label: findMetric(value)?.[locale] ?? value })),
          },
        ]}
        value={figure}
        searchable
        allowDeselect={false}
        onChange={(next) => next !== null && onChange({ ...widget, figure: next })}
      />
    </>
  );
}
