/** `npm run bench` runs every case, `npm run bench -- ingest charts` those named; a figure never makes it fail. */
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import { join } from "node:path";

import type { BenchCase, Figure } from "./bench.types.ts";
import { airCase } from "./cases/air.ts";
import { backTestCase } from "./cases/backtest.ts";
import { blackoutCase } from "./cases/blackout.ts";
import { backfillCase } from "./cases/backfill.ts";
import { builderCase } from "./cases/builder.ts";
import { chartZoomCase } from "./cases/chart-zoom.ts";
import { chartsCase } from "./cases/charts.ts";
import { commandsCase } from "./cases/commands.ts";
import { crowdCase } from "./cases/crowd.ts";
import { dashboardCase } from "./cases/dashboard.ts";
import { diskCase } from "./cases/disk.ts";
import { exportCase } from "./cases/export.ts";
import { firstLoadCase } from "./cases/first-load.ts";
import { batchesCase, ingestCase } from "./cases/ingest.ts";
import { fleetCase } from "./cases/fleet.ts";
import { fleetEnergyCase } from "./cases/fleet-energy.ts";
import { listScrollCase } from "./cases/list-scroll.ts";
import { oneSenderCase } from "./cases/one-sender.ts";
import { reconnectCase } from "./cases/reconnect.ts";
import { restoreCase } from "./cases/restore.ts";
import { rulesCase } from "./cases/rules.ts";
import { screensCase } from "./cases/screens.ts";
import { signInCase } from "./cases/sign-in.ts";
import { containerListCase } from "./cases/container-list.ts";
import { startCase } from "./cases/start.ts";
import { ticketsCase } from "./cases/tickets.ts";
import { warningsCase } from "./cases/warnings.ts";

const cases: readonly BenchCase[] = [
  ingestCase,
  batchesCase,
  airCase,
  chartsCase,
  chartZoomCase,
  builderCase,
  exportCase,
  backfillCase,
  reconnectCase,
  screensCase,
  containerListCase,
  fleetCase,
  fleetEnergyCase,
  crowdCase,
  oneSenderCase,
  commandsCase,
  listScrollCase,
  diskCase,
  restoreCase,
  startCase,
  firstLoadCase,
  dashboardCase,
  blackoutCase,
  rulesCase,
  backTestCase,
  signInCase,
  ticketsCase,
  warningsCase,
];

const named = process.argv.slice(2);
const unknown = named.filter((name) => !cases.some((each) => each.name === name));
if (unknown.length > 0) {
  console.error(`No case is called ${unknown.join(", ")}. There are: ${cases.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}

const figures: Figure[] = [];
const broken: string[] = [];
for (const each of cases.filter(({ name }) => named.length === 0 || named.includes(name))) {
  console.log(`\n${each.name}: ${each.summary}`);
  try {
    figures.push(...(await each.run((line) => console.log(`  ${line}`))));
  } catch (error) {
    broken.push(each.name);
    console.error(`  ${each.name} did not come to its end: ${error instanceof Error ? error.stack : String(error)}`);
  }
}

const rows = figures.map((figure) => ({
  ...figure,
  ratio: figure.reference === undefined ? undefined : Number((figure.value / figure.reference).toPrecision(3)),
}));
printTable(rows);
console.log(`\n${machine()}`);
console.log(
  "Method: docs/performance.md. Ratio is ours by the reference; `reach` is what we want, and whether it is so.",
);
const folder = join(import.meta.dirname, "results");
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "latest.json"), `${JSON.stringify(rows, null, 2)}\n`);
console.log(`The same as JSON: bench/results/latest.json`);
if (broken.length > 0) console.error(`Without figures: ${broken.join(", ")}.`);
process.exitCode = broken.length === 0 ? 0 : 1;

function printTable(list: readonly (Figure & { ratio: number | undefined })[]): void {
  const table = [
    ["case", "ours", "unit", "reach", "", "reference", "ratio", "reference is"],
    ...list.map((row) => [
      row.case,
      shown(row.value),
      row.unit,
      row.reach === undefined ? "" : shown(row.reach),
      row.reach === undefined ? "" : isReached(row, row.reach) ? "yes" : "NO",
      row.reference === undefined ? "" : shown(row.reference),
      row.ratio === undefined ? "" : String(row.ratio),
      row.referenceName ?? "",
    ]),
  ];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  const isNumber = (column: number): boolean => [1, 3, 5, 6].includes(column);
  console.log("");
  for (const row of table) {
    const cells = row.map((cell, column) =>
      isNumber(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
    );
    console.log(cells.join("  ").trimEnd());
  }
}

/** For rates per second more is better, for everything else less. */
function isReached({ value, unit }: Figure, reach: number): boolean {
  return unit.endsWith("/s") ? value >= reach : value <= reach;
}

function shown(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));
}

function machine(): string {
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  return `Machine: ${availableParallelism()} x ${cpus()[0]?.model ?? "unknown processor"}, ${memory}, ${type()} ${release()}, Node ${process.version}.`;
}
