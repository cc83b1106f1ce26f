import { type ContainerLink, containerLink } from "@offgrid/contract/containers/container-link";
import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import type { RowValue } from "@offgrid/contract/containers/row-metrics";
import { csvLine } from "@offgrid/contract/core/csv-cells";
import type { EnergyLevel } from "@offgrid/contract/energy-state/energy-state.schema";

import { countedLevel } from "../../../domain/containers/container-facts.ts";
import { hoursLeft } from "../../../domain/energy-state/hours-left.ts";
import type { ContainerColumn } from "../list-choices.ts";
import { countryOf } from "./country.ts";

type Cell = string | number | null;
/** Keys of the titles; figures carry their unit behind them. */
export interface CsvColumn {
  title: string;
  cell: (container: ContainerRow) => Cell;
}

/** Words of the file in the reader's language. */
export interface CsvWords {
  column: Record<ContainerColumn, string>;
  id: string;
  openWarnings: string;
  usedToday: string;
  seen: string;
  measured: string;
  state: Record<ContainerLink, string>;
  supply: Record<EnergyLevel, string>;
  /** In the place of a column that tells when the values of another one were measured. */
  measuredOf: (column: string) => string;
}

/**
 * Columns of the file for those of the table: figures as plain numbers in one unit, times in UTC. A live value has beside
 * it when it was measured.
 * @param nowMs Hours left are counted from here; 0: cut now, empty: more than 48 or not known, as the state tells.
 */
export function csvColumns(chosen: readonly ContainerColumn[], words: CsvWords, nowMs: number): CsvColumn[] {
  const { column } = words;
  const figure = (name: ContainerColumn, unit: string, cell: CsvColumn["cell"]) => ({
    title: `${column[name]} (${unit})`,
    cell,
  });
  const live = (name: ContainerColumn, unit: string, field: RowValue): CsvColumn[] => [
    figure(name, unit, (container) => container[field]),
    {
      title: words.measuredOf(column[name]),
      cell: (container) => (container[field] === null ? null : (container.olderAt[field] ?? container.valuesAt)),
    },
  ];
  const of: Record<ContainerColumn, CsvColumn[]> = {
    supply: [{ title: column.supply, cell: (container) => supplyCell(container, words) }],
    state: [{ title: column.state, cell: (container) => words.state[containerLink(container)] }],
    name: [
      { title: column.name, cell: (container) => container.name },
      { title: words.id, cell: (container) => container.containerId },
    ],
    cluster: [{ title: column.cluster, cell: (container) => container.cluster }],
    soc: live("soc", "%", "soc"),
    hours: [figure("hours", "h", (container) => hoursCell(container, nowMs))],
    solar: live("solar", "W", "solarPower"),
    load: live("load", "W", "loadPower"),
    battery: live("battery", "W", "batteryPower"),
    energy: [
      figure("energy", "Wh", (container) => container.solarGeneration),
      { title: words.usedToday, cell: (container) => container.energyConsumption },
    ],
    warnings: [{ title: words.openWarnings, cell: (container) => container.warnings }],
    seen: [
      { title: words.seen, cell: (container) => container.lastSeen },
      { title: words.measured, cell: (container) => container.valuesAt },
    ],
    version: [{ title: column.version, cell: (container) => container.version }],
    country: [{ title: column.country, cell: (container) => countryOf(container.address) ?? null }],
    zone: [{ title: column.zone, cell: (container) => container.zoneName }],
    serial: [{ title: column.serial, cell: (container) => container.serialNumber }],
  };
  return chosen.flatMap((name) => of[name]);
}

/** Of one that was never connected the same word as in the list, so that each state counts as many as there. */
function supplyCell(container: ContainerRow, { supply, state }: CsvWords): string {
  const level = countedLevel(container);
  return level ? supply[level] : state.never;
}

/** Of a forecast alone: a column of figures has no room to say by which method another was found. */
function hoursCell({ energy, blackout }: ContainerRow, nowMs: number): number | null {
  const left = hoursLeft(energy, blackout, { soc: undefined, powerW: undefined }, nowMs);
  if (left.kind === "cut") return 0;
  return left.kind === "hours" ? Math.round(left.hours * 100) / 100 : null;
}

/** The file, with a mark by which spreadsheets know its letters. */
export function listCsv(columns: readonly CsvColumn[], containers: readonly ContainerRow[]): string {
  const lines = containers.map((container) => csvLine(columns.map(({ cell }) => cell(container))));
  return `\uFEFF${csvLine(columns.map(({ title }) => title))}${lines.join("")}`;
}
