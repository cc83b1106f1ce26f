import { addsUp } from "@offgrid/contract/charts/chart-aggregates";
import { chartAggregates } from "@offgrid/contract/charts/chart-choices";
import type { ChartDefinition, ChartThreshold } from "@offgrid/contract/charts/chart-definition.schema";
import type { DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import { chartLimits } from "@offgrid/contract/charts/chart-limits";
import { roles, roleTable } from "@offgrid/contract/core/access";
import { ActionIcon, Button, MultiSelect, NativeSelect, TagsInput, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { memo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";

import { useCan } from "../../../core/can/can.ts";
import { shownUnit } from "../../../core/format.ts";
import { usePeopleSearch } from "../../../domain/people/people-search.data.ts";
import { Section } from "../../../ui/section.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import { axisUnit } from "./axis-unit.ts";
import { newThreshold } from "./new-threshold.ts";
import { KeptNumberField } from "./kept-number-field.tsx";
import { type ChartReaders, useCharts } from "../../../domain/charts/charts.data.ts";

interface DetailsPanelProps {
  part: "name" | "more";
  definition: ChartDefinition;
  /** Undefined: nothing is drawn yet. */
  drawn: DrawnChart | undefined;
  readers: ChartReaders;
  /** Those it is shared with already, by name. */
  known: readonly { userId: string; name: string | null }[];
  hasReaders: boolean;
  faultAt: (path: string) => ReactNode;
  onReaders: (readers: ChartReaders) => void;
  onChange: (next: ChartDefinition, field?: string) => void;
}

/** What a chart is called and how it is found; or its figures, thresholds and readers. */
export const DetailsPanel = memo(function DetailsPanel({ part, ...props }: DetailsPanelProps) {
  return part === "name" ? <NamePart {...props} /> : <MoreParts {...props} />;
});

type PartProps = Omit<DetailsPanelProps, "part">;

function NamePart({ definition, faultAt, onChange }: PartProps) {
  const { t } = useTranslation("charts");
  const known = useCharts().data ?? [];
  const tags = [...new Set(known.flatMap((chart) => chart.definition.tags))];
  return (
    <Section title={t("details.title")}>
      <TextInput
        label={t("details.name")}
        value={definition.name}
        maxLength={chartLimits.nameLength}
        error={faultAt("name")}
        onChange={(event) => onChange({ ...definition, name: event.currentTarget.value }, "name")}
      />
      <TagsInput
        label={t("details.tags")}
        data={tags}
        value={definition.tags}
        maxTags={chartLimits.tags}
        openOnFocus={false}
        onChange={(next) =>
          onChange({
            ...definition,
            tags: next.map((tag) => tag.trim().slice(0, chartLimits.tagLength)).filter((tag) => tag !== ""),
          })
        }
      />
    </Section>
  );
}

function MoreParts(props: PartProps) {
  const { definition, onChange, hasReaders } = props;
  const { t } = useTranslation(["charts", "drawing"]);
  const hasSum = definition.series.some((one) => addsUp(one, definition.series));
  return (
    <>
      <Section title={t("details.figures")}>
        <fieldset className="og-plain-group og-wrap og-tight" aria-label={t("details.figures")}>
          {chartAggregates.map((one) => (
            <Button
              key={one}
              size="compact-md"
              variant={definition.aggregates.includes(one) ? "light" : "default"}
              aria-pressed={definition.aggregates.includes(one)}
              // What is chosen can always be taken away.
              disabled={one === "sum" && !hasSum && !definition.aggregates.includes(one)}
              onClick={() =>
                onChange({
                  ...definition,
                  aggregates: chartAggregates.filter((each) => (each === one) !== definition.aggregates.includes(each)),
                })
              }
            >
              {t(`drawing:aggregate.${one}`)}
            </Button>
          ))}
        </fieldset>
        {!hasSum && definition.series.length > 0 && (
          <p className="og-note og-flush">{t("details.noSum", { func: t("func.energy") })}</p>
        )}
      </Section>
      <Thresholds {...{ definition, drawn: props.drawn, onChange }} />
      {hasReaders && <Readers {...props} />}
    </>
  );
}

const thresholdColumns = {
  gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr) 104px 36px",
  gap: 8,
  alignItems: "end",
} as const;

/** Names the field of a threshold with the unit of its axis. */
function useValueLabel(definition: ChartDefinition): (threshold: ChartThreshold) => string {
  const { t } = useTranslation("charts");
  const locale = useLocale();
  return (threshold) => {
    const symbol = shownUnit(axisUnit(definition, threshold), locale);
    return symbol === "" ? t("threshold.value") : `${t("threshold.value")} (${symbol})`;
  };
}

function Thresholds({ definition, drawn, onChange }: Pick<PartProps, "definition" | "drawn" | "onChange">) {
  const { t } = useTranslation("charts");
  const labelOf = useValueLabel(definition);
  const { thresholds } = definition;
  const put = (next: ChartThreshold[], field?: string) => onChange({ ...definition, thresholds: next }, field);
  const change = (index: number, part: Partial<ChartThreshold>, field?: string) =>
    put(
      thresholds.map((one, at) => (at === index ? { ...one, ...part } : one)),
      field,
    );
  return (
    <Section title={t("threshold.all")}>
      {thresholds.map((one, index) => (
        <div key={index} className="og-grid" style={thresholdColumns}>
          <KeptNumberField
            label={labelOf(one)}
            value={one.value}
            unit={axisUnit(definition, one)}
            most={chartLimits.threshold}
            onChange={(value) => change(index, { value }, `threshold ${index}`)}
          />
          <TextInput
            label={t("threshold.name")}
            value={one.title}
            maxLength={64}
            onChange={(event) => change(index, { title: event.currentTarget.value }, `threshold name ${index}`)}
          />
          <NativeSelect
            label={t("series.axis")}
            value={one.axis}
            data={(["left", "right"] as const).map((value) => ({ value, label: t(`axis.${value}`) }))}
            onChange={(event) => change(index, { axis: event.currentTarget.value === "right" ? "right" : "left" })}
          />
          <ActionIcon
            variant="subtle"
            size={36}
            aria-label={t("threshold.remove", { number: index + 1 })}
            onClick={() => put(thresholds.filter((other) => other !== one))}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={thresholds.length >= chartLimits.thresholds}
          onClick={() => put([...thresholds, newThreshold(definition, drawn)])}
        >
          {t("threshold.add")}
        </Button>
      </div>
    </Section>
  );
}

function Readers({ readers, known, onReaders }: PartProps) {
  const { t } = useTranslation("charts");
  const mayFind = useCan("userList");
  const { people, search } = usePeopleSearch();
  const nameOf = (id: string) => {
    const found = people.find((one) => one.id === id);
    if (found) return `${found.firstName} ${found.lastName}`.trim() || found.email;
    return known.find(({ userId }) => userId === id)?.name ?? id;
  };
  return (
    <Section title={t("readers.title")}>
      <p className="og-note og-flush">{t("readers.why")}</p>
      <MultiSelect
        label={t("readers.roles")}
        data={roles.map((role) => ({ value: role, label: roleTable[role].label }))}
        value={[...(readers.roles ?? [])]}
        openOnFocus={false}
        onChange={(next) => onReaders({ ...readers, roles: next })}
      />
      {mayFind && (
        <MultiSelect
          label={t("readers.people")}
          data={[
            ...(readers.people ?? [])
              .filter((id) => !people.some((one) => one.id === id))
              .map((id) => ({ value: id, label: nameOf(id) })),
            ...people.map(({ id }) => ({ value: id, label: nameOf(id) })),
          ]}
          value={[...(readers.people ?? [])]}
          searchable
          openOnFocus={false}
          filter={({ options }) => options}
          onSearchChange={search}
          nothingFoundMessage={t("readers.nobody")}
          onChange={(next) => onReaders({ ...readers, people: next })}
        />
      )}
    </Section>
  );
}
