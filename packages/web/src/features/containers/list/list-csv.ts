import type { ContainerRow } from "@offgrid/contract/containers/containers.schema";
import { csvLine } from "@offgrid/contract/core/csv-cells";

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
  state: Record<ContainerRow["status"], string>;
}

/** Columns of the file for those of the table: figures as plain numbers in one unit, times in UTC. */
export function csvColumns(chosen: readonly ContainerColumn[], words: CsvWords): CsvColumn[] {
  const { column } = words;
  const figure = (name: ContainerColumn, unit: string, cell: CsvColumn["cell"]) => ({
    title: `${column[name]} (${unit})`,
    cell,
  });
  const of: Record<ContainerColumn, CsvColumn[]> = {
    state: [{ title: column.state, cell: (container) => words.state[container.status] }],
    name: [
      { title: column.name, cell: (container) => container.name },
      { title: words.id, cell: (container) => container.containerId },
    ],
    cluster: [{ title: column.cluster, cell: (container) => container.cluster }],
    soc: [figure("soc", "%", (container) => container.soc)],
    hours: [figure("hours", "h", (container) => container.blackout?.hours ?? null)],
    solar: [figure("solar", "W", (container) => container.solarPower)],
    load: [figure("load", "W", (container) => container.loadPower)],
    battery: [figure("battery", "W", (container) => container.batteryPower)],
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

/** The file, with a mark by which spreadsheets know its letters. */
export function listCsv(columns: readonly CsvColumn[], containers: readonly ContainerRow[]): string {
  const lines = containers.map((container) => csvLine(columns.map(({ cell }) => cell(container))));
  return `\uFEFF${csvLine(columns.map(({ title }) => title))}${lines.join("")}`;
}
