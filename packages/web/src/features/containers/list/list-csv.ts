import type { SiteRow } from "@offgrid/contract/containers/containers.schema";
import { csvLine } from "@offgrid/contract/core/csv-cells";

import type { SiteColumn } from "../list-choices.ts";
import { countryOf } from "./country.ts";

type Cell = string | number | null;
/** Keys of the titles; figures carry their unit behind them. */
export interface CsvColumn {
  title: string;
  cell: (site: SiteRow) => Cell;
}

/** Words of the file in the reader's language. */
export interface CsvWords {
  column: Record<SiteColumn, string>;
  id: string;
  openWarnings: string;
  usedToday: string;
  seen: string;
  measured: string;
  state: Record<SiteRow["status"], string>;
}

/** Columns of the file for those of the table: figures as plain numbers in one unit, times in UTC. */
export function csvColumns(chosen: readonly SiteColumn[], words: CsvWords): CsvColumn[] {
  const { column } = words;
  const figure = (name: SiteColumn, unit: string, cell: CsvColumn["cell"]) => ({
    title: `${column[name]} (${unit})`,
    cell,
  });
  const of: Record<SiteColumn, CsvColumn[]> = {
    state: [{ title: column.state, cell: (site) => words.state[site.status] }],
    name: [
      { title: column.name, cell: (site) => site.name },
      { title: words.id, cell: (site) => site.containerId },
    ],
    cluster: [{ title: column.cluster, cell: (site) => site.cluster }],
    soc: [figure("soc", "%", (site) => site.soc)],
    hours: [figure("hours", "h", (site) => site.blackout?.hours ?? null)],
    solar: [figure("solar", "W", (site) => site.solarPower)],
    load: [figure("load", "W", (site) => site.loadPower)],
    battery: [figure("battery", "W", (site) => site.batteryPower)],
    energy: [
      figure("energy", "Wh", (site) => site.solarGeneration),
      { title: words.usedToday, cell: (site) => site.energyConsumption },
    ],
    warnings: [{ title: words.openWarnings, cell: (site) => site.warnings }],
    seen: [
      { title: words.seen, cell: (site) => site.lastSeen },
      { title: words.measured, cell: (site) => site.valuesAt },
    ],
    version: [{ title: column.version, cell: (site) => site.version }],
    country: [{ title: column.country, cell: (site) => countryOf(site.address) ?? null }],
    zone: [{ title: column.zone, cell: (site) => site.zoneName }],
    serial: [{ title: column.serial, cell: (site) => site.serialNumber }],
  };
  return chosen.flatMap((name) => of[name]);
}

/** The file, with a mark by which spreadsheets know its letters. */
export function listCsv(columns: readonly CsvColumn[], sites: readonly SiteRow[]): string {
  const lines = sites.map((site) => csvLine(columns.map(({ cell }) => cell(site))));
  return `\uFEFF${csvLine(columns.map(({ title }) => title))}${lines.join("")}`;
}
