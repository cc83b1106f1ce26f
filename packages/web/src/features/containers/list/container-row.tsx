import { countOpenWarnings } from "@offgrid/contract/containers/open-warnings";
import type { ContainerRow as Container } from "@offgrid/contract/containers/containers.schema";
import type { LocaleCode } from "@offgrid/contract/core/constants";
import { Link } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { type ReactNode, memo } from "react";

import { formatCount, formatQuantityText, missing } from "../../../core/format.ts";
import { formatTime } from "../../../core/time.ts";
import { atMs, isNeverSeen } from "../../../domain/containers/container-facts.ts";
import { RowFigure } from "../../../domain/containers/row-figure.tsx";
import { energyFacts } from "../../../domain/containers/energy-facts.ts";
import { RowEnergy } from "../../../domain/containers/row-energy.tsx";
import {
  cutPart,
  cutTime,
  endedSentence,
  energySentence,
  stillRuns,
} from "../../../domain/energy-state/energy-words.ts";
import { chargeMarks } from "../../../domain/container/charge-marks.ts";
import { RowHoursLeft } from "../../../domain/containers/row-hours-left.tsx";
import type { EnergyWords } from "../../../domain/energy-state/use-energy-words.ts";
import { FavoriteStar } from "../../../domain/favorites/favorite-star.tsx";
import type { AgeWords } from "../../../ui/use-freshness.ts";
import type { RowAge } from "../../../domain/containers/use-row-age.ts";
import { WarnedMark } from "../../../domain/containers/warned-mark.tsx";
import { StatusMark } from "../../../domain/containers/status-mark.tsx";
import table from "../../../ui/table.module.css";
import styles from "../containers.table.module.css";
import type { ContainerColumn } from "../list-choices.ts";
import { countryName, countryOf } from "./country.ts";

/** What can be done with a row besides opening it. */
export type RowAct = (act: "select" | "favorite", containerId: string) => void;

/** Asked for once by the table: a thousand cells that each ask for their words make scrolling stutter. */
export interface RowWords {
  t: TFunction<"containers">;
  locale: LocaleCode;
  energy: EnergyWords;
  age: AgeWords;
  rowAge: RowAge;
}

export interface ContainerRowProps {
  container: Container;
  now: number;
  words: RowWords;
  columns: readonly ContainerColumn[];
  /** Place in the whole list, from 0. */
  place: number;
  isSelected: boolean;
  /** False where keys do the same: a row is then one stop for the focus. */
  withStops: boolean;
  onAct: RowAct;
}

/** A container in the table: a box to select it, its columns, and its star. */
export const ContainerTableRow = memo(function ContainerTableRow({
  container,
  now,
  words,
  columns,
  place,
  isSelected,
  withStops,
  onAct,
}: ContainerRowProps) {
  return (
    // The age of a row is shown in its "last seen" column, and beside its charge; old figures fade.
    <tr
      data-watch={container.containerId}
      data-row={place}
      data-stale={words.rowAge.isStale(container, now) || undefined}
      data-selected={isSelected || undefined}
      aria-rowindex={place + 2}
    >
      <td className={styles.box}>
        <input
          type="checkbox"
          className={styles.check}
          aria-label={words.t("select.one", { name: container.name })}
          checked={isSelected}
          tabIndex={withStops ? undefined : -1}
          onChange={() => onAct("select", container.containerId)}
        />
      </td>
      {columns.map((column) =>
        column === "name" ? (
          <th key={column} scope="row" className="og-strong">
            <span className="og-row og-ends og-tight">
              <span>
                <Link
                  className={`og-cover-link ${styles.twoLines}`}
                  title={container.name}
                  to="/containers/$slug"
                  params={{ slug: container.containerId }}
                >
                  {container.name}
                </Link>
                <span className={table.second}>{container.containerId}</span>
              </span>
              <FavoriteStar
                name={container.name}
                isFavorite={container.favorite}
                focusable={withStops}
                onToggle={() => onAct("favorite", container.containerId)}
              />
            </span>
          </th>
        ) : (
          <td key={column} className={figureColumns.has(column) ? "og-amount" : undefined}>
            {contentOf(column, container, now, words)}
          </td>
        ),
      )}
    </tr>
  );
});

/** Columns whose figures stand at the right. */
export const figureColumns: ReadonlySet<ContainerColumn> = new Set([
  "hours",
  "solar",
  "load",
  "battery",
  "energy",
  "warnings",
  "seen",
  "version",
]);

function contentOf(
  column: Exclude<ContainerColumn, "name">,
  container: Container,
  now: number,
  words: RowWords,
): ReactNode {
  const { locale } = words;
  switch (column) {
    case "supply":
      return <SupplyCell container={container} now={now} words={words} />;
    case "state":
      return <LinkCell container={container} words={words} />;
    case "cluster":
      return container.cluster === null ? (
        missing
      ) : (
        <span className={styles.twoLines} title={container.cluster}>
          {container.cluster}
        </span>
      );
    case "soc":
      return <SocCell container={container} now={now} words={words} />;
    case "hours":
      return <HoursCell container={container} now={now} words={words} />;
    case "solar":
      return <RowFigure container={container} field="solarPower" unit="W" now={now} stacked />;
    case "load":
      return <RowFigure container={container} field="loadPower" unit="W" now={now} stacked />;
    case "battery":
      return <RowFigure container={container} field="batteryPower" unit="W" now={now} stacked />;
    case "energy":
      return <TodayCell container={container} words={words} />;
    case "warnings":
      return formatCount(container.warnings, locale);
    case "seen":
      return seenText(container, now, words);
    case "version":
      return container.version ?? missing;
    case "country": {
      const code = countryOf(container.address);
      return code === undefined ? missing : countryName(code, locale);
    }
    case "zone":
      return container.zoneName;
    case "serial":
      return container.serialNumber;
  }
}

/** The link, and beside it what is wrong or goes on there, each in words. */
function LinkCell({ container, words: { t } }: Pick<ContainerRowProps, "container" | "words">) {
  return (
    <span className={styles.marks}>
      {isNeverSeen(container) ? missing : <StatusMark state={container.status} />}
      <WarnedMark of={container} word={t("warned", { count: countOpenWarnings(container) })} />
      {container.works && (
        <span title={container.works.reason}>
          <StatusMark state="works" word={t("works")} />
        </span>
      )}
    </span>
  );
}

/** The state of energy in a word, the time of a cut and which part of the loads it is, with the whole sentence as its hint. */
function SupplyCell({ container, now, words }: Pick<ContainerRowProps, "container" | "now" | "words">) {
  const facts = energyFacts(container, now);
  const time = cutTime(facts, words.energy);
  const part = cutPart(facts, words.energy);
  const more = [stillRuns(facts, words.energy), endedSentence(facts, words.energy)].filter(Boolean).join(". ");
  return (
    <span title={energySentence(facts, words.energy)}>
      <span className={styles.marks}>
        <RowEnergy container={container} now={now} />
      </span>
      {time !== undefined && <span className={table.second}>{time}</span>}
      {part !== undefined && <span className={`${table.second} og-anywhere`}>{part}</span>}
      <span className="visually-hidden">{more}</span>
    </span>
  );
}

function SocCell({ container, now, words }: Pick<ContainerRowProps, "container" | "now" | "words">) {
  const { soc, reserveSoc } = container;
  const isOld = words.rowAge.isValueStale(container, "soc", now);
  const known = isOld ? undefined : (soc ?? undefined);
  return (
    <span
      className={`${styles.soc} og-charge`}
      {...chargeMarks(known, { reservePercent: reserveSoc, energy: container.energy })}
      data-stale={isOld || undefined}
    >
      <span className={styles.cell} aria-hidden>
        <span style={{ width: `${Math.min(100, Math.max(0, soc ?? 0))}%` }} />
      </span>
      <RowFigure container={container} field="soc" unit="percent" now={now} stacked aged />
    </span>
  );
}

function TodayCell({ container, words: { t, locale } }: Pick<ContainerRowProps, "container" | "words">) {
  return (
    <>
      {formatQuantityText(container.solarGeneration, "Wh", locale)}
      <span className={table.second}>
        {t("used", { energy: formatQuantityText(container.energyConsumption, "Wh", locale) })}
      </span>
    </>
  );
}

function HoursCell({ container, now, words }: Pick<ContainerRowProps, "container" | "now" | "words">) {
  return (
    // Its words may be longer than the column is wide.
    <span className={styles.marks}>
      <RowHoursLeft container={container} now={now} words={words.energy} />
    </span>
  );
}

/** The last contact; of one that is in contact but sends nothing new, the age of its values, which is worse. */
function seenText(container: Container, now: number, { t, locale, energy, age, rowAge }: RowWords): ReactNode {
  const seen = atMs(container.lastSeen);
  const valuesAt = atMs(container.valuesAt);
  if (seen === undefined) return missing;
  // Where nothing comes here at all, its last contact is as old as its values.
  const isOld = container.isOnline && !energy.isLastKnown && rowAge.isStale(container, now) && valuesAt !== undefined;
  const at = isOld ? valuesAt : seen;
  const text = age.contactOf(at, now, container.isOnline);
  return (
    // Its words may be longer than the column is wide.
    <span className={styles.marks}>
      <time dateTime={new Date(at).toISOString()} title={formatTime(at, "dateTime", container.zoneName, locale)}>
        {isOld ? t("valuesFrom", { age: text }) : text}
      </time>
    </span>
  );
}
