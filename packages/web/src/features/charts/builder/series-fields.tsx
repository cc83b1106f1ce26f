import type {
  ChartDefinition,
  DefinedSeries,
  FormulaSeries,
  MetricSeries,
} from "@offgrid/contract/charts/chart-definition.schema";
import { addsOverContainers, functionsOf } from "@offgrid/contract/charts/chart-aggregates";
import { chartLimits } from "@offgrid/contract/charts/chart-limits";
import { energyOfPower } from "@offgrid/contract/charts/energy-parts";
import { ownUnit, unitsOf } from "@offgrid/contract/charts/chart-rules";
import { chartColors, chartFunctions, seriesTypes, useIfClasses } from "@offgrid/contract/charts/chart-choices";
import type { Unit } from "@offgrid/contract/telemetry/metrics";
import { NativeSelect, SegmentedControl, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { shownUnit } from "../../../core/format.ts";
import { seriesName } from "../../../domain/charts/drawing-words.ts";
import { columns } from "../../../ui/columns.ts";
import { Fold } from "../../../ui/fold.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import { isOfOne } from "./editing.ts";
import { KeptNumberField } from "./kept-number-field.tsx";
import { MetricSelect } from "./metric-select.tsx";
import { PlaceField } from "./place-field.tsx";

export interface SeriesFieldsProps {
  series: DefinedSeries;
  definition: ChartDefinition;
  containerId: string | undefined;
  clusterId: string | undefined;
  /** It was just added, by whoever sees it. */
  isNew: boolean;
  /** What is wrong with a field of it. */
  faultAt: (field: string) => ReactNode;
  /** @param field Where letters are typed. */
  onChange: (change: Partial<DefinedSeries>, field?: string) => void;
}

/** All that can be said of a series: first what most choose. */
export function SeriesFields(props: SeriesFieldsProps) {
  const { series, onChange } = props;
  const { t } = useTranslation("charts");
  const metric = series.kind === "metric" ? series : undefined;
  const isAdjusted = series.multiply !== 1 || series.unit !== undefined || (metric?.useIf ?? "all") !== "all";
  // Of a power that flows both ways, the values that are used say which energy is meant.
  const needsDirection = metric?.func === "energy" && !energyOfPower(metric);
  return (
    <div className="og-close-stack">
      {series.kind === "metric" ? <Measured {...props} series={series} /> : <Formula {...props} series={series} />}
      <div className="og-grid og-mid" style={pairs}>
        {metric && <FunctionField series={metric} onChange={onChange} />}
        <NativeSelect
          label={t("series.type")}
          value={series.type}
          data={seriesTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
          onChange={(event) => onChange({ type: event.currentTarget.value as DefinedSeries["type"] })}
        />
      </div>
      <Fold title={t("series.more")} isOpen={isAdjusted} hasFault={needsDirection}>
        <TextInput
          label={t("series.title")}
          placeholder={t("series.titleHint")}
          value={series.title}
          maxLength={chartLimits.nameLength}
          onChange={(event) => onChange({ title: event.currentTarget.value }, `title ${series.id}`)}
        />
        <div className="og-grid og-mid" style={pairs}>
          <Looks {...props} />
          {metric && (
            <NativeSelect
              label={t("series.useIf")}
              value={metric.useIf}
              data={useIfClasses.map((value) => ({ value, label: t(`useIf.${value}`) }))}
              onChange={(event) => onChange({ useIf: event.currentTarget.value as MetricSeries["useIf"] })}
            />
          )}
        </div>
      </Fold>
    </div>
  );
}

const pairs = columns(140, { gap: "12px" });

function Measured({
  series,
  containerId,
  clusterId,
  isNew,
  faultAt,
  onChange,
}: SeriesFieldsProps & { series: MetricSeries }) {
  const { t } = useTranslation("charts");
  const hasNoSum = series.metric !== "" && !addsOverContainers(series);
  return (
    <>
      <PlaceField of={series.of} error={faultAt("of")} onChange={(of) => onChange({ of })} />
      {!isOfOne(series) && (
        <SegmentedControl
          fullWidth
          aria-label={t("series.each")}
          value={series.each ? "each" : "sum"}
          data={(["sum", "each"] as const).map((value) => ({
            value,
            label: t(`each.${value}`),
            disabled: value === "sum" && hasNoSum,
          }))}
          onChange={(value) => onChange({ each: value === "each" })}
        />
      )}
      <MetricSelect
        value={series.metric}
        of={series.of}
        {...{ containerId, clusterId, isNew }}
        error={faultAt("metric")}
        onChange={(metric) => onChange({ metric })}
      />
    </>
  );
}

function FunctionField({ series, onChange }: Pick<SeriesFieldsProps, "onChange"> & { series: MetricSeries }) {
  const { t } = useTranslation("charts");
  // What an older chart asks for stays named until another is chosen.
  const functions = chartFunctions.filter((one) => one === series.func || functionsOf(series.metric).includes(one));
  return (
    <NativeSelect
      label={t("series.func")}
      value={series.func}
      data={functions.map((value) => ({ value, label: t(`func.${value}`) }))}
      onChange={(event) => onChange({ func: event.currentTarget.value as MetricSeries["func"] })}
    />
  );
}

function Formula({ series, definition, faultAt, onChange }: SeriesFieldsProps & { series: FormulaSeries }) {
  const { t } = useTranslation("charts");
  const locale = useLocale();
  const sides = definition.series
    .filter(({ kind }) => kind === "metric")
    .map(({ id }) => ({ value: id, label: seriesName(definition, id, locale, "") }));
  return (
    // Names of series are long: beside each other they would be cut off.
    <div className="og-close-stack">
      <NativeSelect
        label={t("formula.a")}
        value={series.a}
        data={sides}
        error={faultAt("a")}
        onChange={(event) => onChange({ a: event.currentTarget.value })}
      />
      <NativeSelect
        label={t("formula.op")}
        value={series.op}
        data={(["minus", "over"] as const).map((value) => ({ value, label: t(`formula.${value}`) }))}
        onChange={(event) => onChange({ op: event.currentTarget.value as FormulaSeries["op"] })}
      />
      <NativeSelect
        label={t("formula.b")}
        value={series.b}
        data={sides}
        error={faultAt("b")}
        onChange={(event) => onChange({ b: event.currentTarget.value })}
      />
    </div>
  );
}

/** The units that its values can have: of a known one only that, until they are multiplied. */
function UnitField({ series, definition, onChange }: Pick<SeriesFieldsProps, "series" | "definition" | "onChange">) {
  const { t } = useTranslation("charts");
  const locale = useLocale();
  const symbolOf = (unit: Unit) => shownUnit(unit, locale);
  const { unit: _chosen, ...plain } = series;
  const own = ownUnit(plain as DefinedSeries, definition.series);
  const ownSymbol = own && symbolOf(own);
  const fitting = unitsOf(series, definition.series);
  const isOnly = fitting.length === 1;
  return (
    <NativeSelect
      label={t("series.unit")}
      description={isOnly && series.multiply === 1 ? t("series.onlyUnit") : undefined}
      inputWrapperOrder={["label", "input", "description"]}
      value={(!isOnly && fitting.find((one) => one === series.unit)) || ""}
      data={[
        { value: "", label: ownSymbol ? t("series.usualUnit", { unit: ownSymbol }) : t("series.noUnit") },
        ...(isOnly ? [] : fitting).map((value) => ({
          value,
          label: symbolOf(value) || t(`unit.${value as "bool" | "state" | "count"}`),
        })),
      ]}
      onChange={(event) => onChange({ unit: fitting.find((one) => one === event.currentTarget.value) })}
    />
  );
}

function Looks({ series, definition, onChange }: SeriesFieldsProps) {
  const { t } = useTranslation("charts");
  const { color: _color, ...colorless } = series;
  return (
    <>
      <NativeSelect
        label={t("series.color")}
        value={series.color ?? ""}
        data={[
          { value: "", label: t("color.own") },
          ...chartColors.map((value) => ({ value, label: t(`color.${value}`) })),
        ]}
        onChange={(event) => {
          const color = event.currentTarget.value as NonNullable<DefinedSeries["color"]> | "";
          onChange(color === "" ? { ...colorless, color: undefined } : { color });
        }}
      />
      <NativeSelect
        label={t("series.axis")}
        value={`${series.plot} ${series.axis}`}
        data={Array.from({ length: chartLimits.plots }, (_, plot) =>
          (["left", "right"] as const).map((axis) => ({
            value: `${plot} ${axis}`,
            label: plot === 0 ? t(`axis.${axis}`) : t(`axis.${axis}_below`, { number: plot + 1 }),
          })),
        ).flat()}
        onChange={(event) => {
          const [plot = "0", axis] = event.currentTarget.value.split(" ");
          onChange({ plot: Number(plot), axis: axis === "right" ? "right" : "left" });
        }}
      />
      <UnitField {...{ series, definition, onChange }} />
      <KeptNumberField
        label={t("series.multiply")}
        value={series.multiply}
        most={chartLimits.multiply}
        onChange={(multiply) => onChange({ multiply }, `multiply ${series.id}`)}
      />
    </>
  );
}
