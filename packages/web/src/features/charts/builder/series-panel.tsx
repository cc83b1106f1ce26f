import type { ChartDefinition, DefinedSeries } from "@offgrid/contract/charts/chart-definition.schema";
import { ownUnit } from "@offgrid/contract/charts/chart-rules";
import { seriesPerChart } from "@offgrid/contract/core/constants";
import { ActionIcon, Button, Menu } from "@mantine/core";
import {
  IconAlertTriangle,
  IconChevronDown,
  IconChevronUp,
  IconDots,
  IconMathFunction,
  IconPlus,
} from "@tabler/icons-react";
import { memo, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

import type { DrawnChart } from "@offgrid/contract/charts/chart-drawing.schema";
import { isScaled, shownUnit } from "../../../core/format.ts";
import { seriesName, useDrawingWords } from "../../../domain/charts/drawing-words.ts";
import { Section } from "../../../ui/section.tsx";
import { useLocale } from "../../../ui/use-locale.ts";
import { freshId, newFormula, newSeries, withChange, withoutSeries, withSeries } from "./editing.ts";
import { seriesColors } from "./series-colors.ts";
import { SeriesFields } from "./series-fields.tsx";
import { useOwnContainer } from "./templates.tsx";

interface SeriesPanelProps {
  definition: ChartDefinition;
  containerId: string | undefined;
  clusterId: string | undefined;
  /** As it was drawn last; undefined: not yet. */
  drawn: DrawnChart | undefined;
  /** The first that was refused, of which a new one is opened; without an id: none is wrong. */
  wrongSeries: { id: string | undefined };
  /** What is wrong at a path of the definition. */
  faultAt: (path: string) => ReactNode;
  onChange: (next: ChartDefinition, field?: string) => void;
}

/** The series of a chart: one is open at a time. */
export const SeriesPanel = memo(function SeriesPanel(props: SeriesPanelProps) {
  const { definition, drawn, faultAt, onChange, wrongSeries } = props;
  const { t } = useTranslation("charts");
  const { series } = definition;
  // What is new or not whole yet stands open.
  const [open, setOpen] = useState(() => series.find((one) => one.kind === "metric" && one.metric === "")?.id);
  const [added, setAdded] = useState<string>();
  const [known, setKnown] = useState(wrongSeries);
  if (known !== wrongSeries) {
    setKnown(wrongSeries);
    if (wrongSeries.id !== undefined) setOpen(wrongSeries.id);
  }
  const add = (id: string) => {
    setOpen(id);
    setAdded(id);
  };
  const colors = seriesColors(definition, drawn);
  const words = useDrawingWords();
  const faults = words.faults(drawn, definition).filter(({ kind }) => kind !== "toChoose");
  return (
    <Section title={t("series.all")}>
      {faultAt("series") !== undefined && (
        <p role="alert" className="og-flush" style={{ color: "var(--og-danger)" }}>
          {faultAt("series")}
        </p>
      )}
      <ul className="og-plain-list og-lined">
        {series.map((one, index) => (
          <li key={one.id} className="og-close-stack" style={{ paddingBlock: 10 }}>
            <SeriesHead
              {...props}
              series={one}
              index={index}
              color={colors[index] ?? "info"}
              reason={faults.find((fault) => fault.series === one.id)?.reason}
              isOpen={open === one.id}
              onToggle={() => {
                setOpen(open === one.id ? undefined : one.id);
                setAdded(undefined);
              }}
            />
            {open === one.id && (
              <SeriesFields
                {...props}
                series={one}
                isNew={added === one.id}
                faultAt={(field) => faultAt(`series.${index}.${field}`)}
                onChange={(change, field) => onChange(withChange(definition, one.id, change), field)}
              />
            )}
          </li>
        ))}
      </ul>
      <AddButtons {...{ definition, onChange }} isWrong={faultAt("series") !== undefined} onAdded={add} />
    </Section>
  );
});

type AddProps = Pick<SeriesPanelProps, "definition" | "onChange"> & {
  /** There are too few. */
  isWrong: boolean;
  onAdded: (id: string) => void;
};

function AddButtons({ definition, isWrong, onChange, onAdded }: AddProps) {
  const { t } = useTranslation("charts");
  const own = useOwnContainer();
  const { series } = definition;
  const formula = newFormula(definition);
  const isFull = series.length >= seriesPerChart;
  const add = (next: DefinedSeries) => {
    onChange(withSeries(definition, next));
    onAdded(next.id);
  };
  return (
    <div className="og-wrap">
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={isFull}
        data-wrong={isWrong || undefined}
        onClick={() => add(newSeries(definition, { kind: "containers", ids: own ? [own.id] : [] }))}
      >
        {t("series.add")}
      </Button>
      <Button
        variant="default"
        leftSection={<IconMathFunction size={16} aria-hidden />}
        disabled={isFull || !formula}
        onClick={() => formula && add(formula)}
      >
        {t("series.addFormula")}
      </Button>
    </div>
  );
}

const headStyle = { flex: 1, minWidth: 0, minHeight: "max(32px, var(--touch-size))", textAlign: "start" } as const;
const hit = { minWidth: "var(--touch-size)", minHeight: "var(--touch-size)" } as const;
const swatchStyle = { flex: "none", width: 12, height: 12, borderRadius: 3 } as const;

interface SeriesHeadProps extends SeriesPanelProps {
  series: DefinedSeries;
  index: number;
  color: string;
  /** Why it is not drawn; undefined: it is. */
  reason: string | undefined;
  isOpen: boolean;
  onToggle: () => void;
}

function SeriesHead({ series, index, color, reason, isOpen, onToggle, definition, onChange }: SeriesHeadProps) {
  const { t } = useTranslation("charts");
  const locale = useLocale();
  const name = seriesName(definition, series.id, locale, t("formula.name"));
  const Icon = isOpen ? IconChevronUp : IconChevronDown;
  const own = ownUnit(series, definition.series);
  // The axis says kW or MW by how much there is.
  const unit = own === undefined || isScaled(own) ? undefined : shownUnit(own, locale);
  const all = definition.series;
  const move = (by: number) => {
    const order = all.toSpliced(index, 1).toSpliced(index + by, 0, series);
    onChange({ ...definition, series: order });
  };
  return (
    <div className="og-ends">
      <button
        type="button"
        className="og-plain-button og-row"
        style={headStyle}
        aria-expanded={isOpen}
        onClick={onToggle}
      >
        <span style={{ ...swatchStyle, background: `var(--og-${color})` }} aria-hidden />
        <span className="og-strong" style={{ flex: 1, minWidth: 0, overflowWrap: "anywhere" }}>
          {name === "…" ? t("series.unchosen") : name}
          {reason !== undefined && <Reason text={reason} />}
        </span>
        <span className="og-note og-nowrap">
          {[unit, series.plot > 0 ? t("series.below", { number: series.plot + 1 }) : t(`axis.${series.axis}`)]
            .filter(Boolean)
            .join(" · ")}
        </span>
        <Icon className="og-icon" size={16} aria-hidden />
      </button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" size={32} style={hit} aria-label={t("series.acts", { name })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item disabled={index === 0} onClick={() => move(-1)}>
            {t("series.up")}
          </Menu.Item>
          <Menu.Item disabled={index === all.length - 1} onClick={() => move(1)}>
            {t("series.down")}
          </Menu.Item>
          <Menu.Item
            disabled={all.length >= seriesPerChart}
            onClick={() => onChange(withSeries(definition, { ...series, id: freshId(all) }))}
          >
            {t("series.duplicate")}
          </Menu.Item>
          <Menu.Item color="red" onClick={() => onChange(withoutSeries(definition, series.id))}>
            {t("series.remove")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}

/** Why a series is not drawn, below its name. */
function Reason({ text }: { text: string }) {
  return (
    <span className="og-row og-tight og-note" style={{ fontWeight: 400 }}>
      <IconAlertTriangle className="og-icon" size={16} color="var(--og-amber)" aria-hidden />
      <span>{text}</span>
    </span>
  );
}
