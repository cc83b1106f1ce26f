import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import { rangeWords } from "../../../core/time.ts";
import type { FiguresQuestion } from "../../../domain/period-figures/period-figures.data.ts";
import { figureText } from "../../../domain/period-figures/figure-text.ts";
import {
  type FigureId,
  type PeriodFigures,
  figureOf,
  worstPlaces,
} from "../../../domain/period-figures/period-figures.ts";
import { type RankedFigure, rankedFigures } from "../../../domain/period-figures/ranked-figures.ts";
import type { Pending } from "../../../ui/async.tsx";
import { ScrollBox } from "../../../ui/scroll-box.tsx";
import { SortHeader } from "../../../ui/sort-header.tsx";
import table from "../../../ui/table.module.css";
import { useLocale } from "../../../ui/use-locale.ts";
import styles from "./compare.module.css";

/** A container with how it did over its period. */
export interface Compared {
  container: ContainerRow;
  question: FiguresQuestion;
  pending: Pending<PeriodFigures>;
  figures: PeriodFigures | undefined;
}

export interface CompareTableProps {
  /** The worst first. */
  rows: readonly Compared[];
  by: RankedFigure;
  /** The dates stand beside each container, since they are not the same for all. */
  isDated?: boolean;
  onBy: (figure: RankedFigure) => void;
  onRemove: (containerId: string) => void;
}

const isRanked = (id: FigureId): id is RankedFigure => (rankedFigures as readonly FigureId[]).includes(id);
const others = ["solar", "load", "generator", "gridIn", "cost", "measured"] as const satisfies readonly FigureId[];
/** Columns that stand although nobody of those compared has a value: that it is not known is worth a dash. */
const always: readonly FigureId[] = ["withoutPowerH", "unservedWh", "lowestSoc", "sufficiency", "measured"];

/** The figures that are shown of these containers. */
export function comparedFigures(rows: readonly Pick<Compared, "figures">[]): FigureId[] {
  const isKnown = (id: FigureId) => rows.some(({ figures }) => figures && figureOf(id, figures) !== undefined);
  return [...rankedFigures, ...others].filter((id) => always.includes(id) || isKnown(id));
}

/** How containers did over a period, the worst first; the worst of each figure is marked. */
export function CompareTable({ rows, by, isDated = false, onBy, onRemove }: CompareTableProps) {
  const { t } = useTranslation(["containers", "period-figures"]);
  const columns = comparedFigures(rows);
  const worst = worstPlaces(rows.map(({ figures }) => figures));
  return (
    <ScrollBox label={t("compare.period")}>
      <table className={`${table.table} ${styles.table} og-cell-lines`}>
        <thead>
          <tr>
            <th scope="col">
              <span className={table.head}>{t("column.name")}</span>
            </th>
            {columns.map((id) =>
              isRanked(id) ? (
                <SortHeader
                  key={id}
                  label={t(`period-figures:figure.${id}`)}
                  direction={id === by ? "descending" : undefined}
                  isFigure
                  onSort={() => onBy(id)}
                />
              ) : (
                <th key={id} scope="col" className="og-amount">
                  <span className={table.head}>{t(`period-figures:figure.${id}`)}</span>
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <Row
              key={row.container.containerId}
              {...{ row, columns, isDated, onRemove }}
              worst={rankedFigures.filter((id) => worst[id].includes(place))}
            />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

/** Red is for what harmed somebody: the worst of several good figures is still a good one. */
function isHarm(
  id: FigureId,
  { withoutPowerH = 0, unservedWh = 0, lowestSoc }: PeriodFigures,
  { reserveSoc }: ContainerRow,
) {
  if (id === "withoutPowerH") return withoutPowerH > 0;
  if (id === "unservedWh") return unservedWh > 0;
  return id === "lowestSoc" && lowestSoc !== undefined && lowestSoc < reserveSoc;
}

function Dates({ range, zone }: FiguresQuestion) {
  return <span className="og-small og-number og-normal">{rangeWords(range, zone, useLocale())}</span>;
}

interface RowProps extends Pick<CompareTableProps, "onRemove"> {
  row: Compared;
  columns: readonly FigureId[];
  isDated: boolean;
  /** The figures of which this container has the worst. */
  worst: readonly FigureId[];
}

function Row({ row: { container, question, pending, figures }, columns, isDated, worst, onRemove }: RowProps) {
  const { t } = useTranslation(["containers", "period-figures"]);
  const locale = useLocale();
  const { containerId, name } = container;
  return (
    <tr>
      <th scope="row">
        <span className="og-row og-ends og-tight">
          <Link
            className="og-anywhere og-text"
            to="/containers/$slug"
            params={{ slug: containerId }}
            search={{ tab: "analysis", from: question.range.fromMs, to: question.range.toMs }}
          >
            {name}
          </Link>
          <ActionIcon
            variant="subtle"
            size={28}
            aria-label={t("compare.remove", { name })}
            onClick={() => onRemove(containerId)}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </span>
        {isDated && <Dates {...question} />}
      </th>
      {figures ? (
        columns.map((id) => (
          <td
            key={id}
            className={isHarm(id, figures, container) ? "og-amount og-danger" : "og-amount"}
            data-worst={worst.includes(id) || undefined}
          >
            <span className={styles.label} aria-hidden>
              {t(`period-figures:figure.${id}`)}
            </span>
            <span>
              {figureText(id, figures, locale)}
              {worst.includes(id) && <small className={styles.worst}>{t("compare.worst")}</small>}
            </span>
          </td>
        ))
      ) : (
        <td colSpan={columns.length} className="og-note">
          {pending.isPending ? (
            t("compare.loading")
          ) : (
            <>
              {t("compare.failed")}{" "}
              <button type="button" className="og-link-button" onClick={() => void pending.refetch()}>
                {t("compare.retry")}
              </button>
            </>
          )}
        </td>
      )}
    </tr>
  );
}
