import { plainName } from "../../core/one-line.ts";
import { quantities } from "../charts/energy-parts.ts";
import { metrics } from "../telemetry/metrics.ts";
import { MetricName } from "../../core/metric-name.ts";
import type { CsvMapping } from "./csv.mapping.ts";
import { separatorOfColumns } from "./csv.dialect.ts";
import { longestNumber, splitCells } from "./csv.rows.ts";
import { isDayAlone } from "./csv.days.ts";
import { halfDay, isClock, timeReader } from "./csv.time.ts";
import { nameWithoutUnit, unitFactors, unitInName } from "./unit-factors.ts";

/** What a file most likely means, from its first lines: a proposal that a person corrects. Pure. */
export interface Guess {
  mapping: CsvMapping;
  /** 03/04/2026 may be either; the days of the file do not decide. */
  isDayOrderUnsure: boolean;
}

export interface FileColumn {
  /** Name in the first line. */
  name: string;
  /** The first cells below it. */
  samples: string[];
}

const samplesShown = 5;
/** Longer names and cells are cut: no mapping names them, and no number or time is that long. */
const longestName = 256;
const longestSample = longestNumber + 1;

/** The columns of a file. @param separator Left out: found. */
export function columnsOf(lines: readonly string[], separator = separatorOfColumns(lines[0] ?? "")): FileColumn[] {
  const [names = "", ...rest] = lines;
  const rows = rest.filter((line) => line.trim() !== "").map((line) => splitCells(line, separator) ?? []);
  return (splitCells(names, separator) ?? []).map((name, place) => ({
    name: name.slice(0, longestName),
    samples: rows.map((cells) => (cells[place] ?? "").slice(0, longestSample)),
  }));
}

/** The same columns with as many samples as a person looks at. */
export function shownColumns(columns: readonly FileColumn[]): FileColumn[] {
  return columns.map(({ name, samples }) => ({ name, samples: samples.slice(0, samplesShown).map(plainName) }));
}

/**
 * @param lines The first lines of the file, with the one that names the columns.
 * @param zone For times that carry none.
 */
export function guessMapping(lines: readonly string[], zone: string): Guess {
  const columns = columnsOf(lines);
  const time = timeColumn(columns);
  const taken = new Set<string>();
  const mapped = columns.flatMap((column) => {
    if (column === time.column || column === time.clock || !column.samples.some(isNumber)) return [];
    const metric = isCharge(column) ? "battery.soc" : metricOf(column.name);
    if (metric === undefined || taken.has(metric)) return [];
    taken.add(metric);
    return [{ column: column.name, metric, multiply: factorOf(column, metric) }];
  });
  const missing = columns
    .filter(({ name }) => mapped.some(({ column }) => column === name))
    .flatMap(({ samples }) => samples.filter((cell) => missingWords.test(cell)));
  const { clock, format, isUnsure } = time;
  return {
    mapping: {
      time: { column: time.column?.name ?? columns[0]?.name ?? "", ...(clock && { clock: clock.name }), format, zone },
      missing: [...new Set(missing)].slice(0, 32),
      columns: mapped,
    },
    isDayOrderUnsure: isUnsure,
  };
}

const missingWords = /^(n\/?a|#n\/a|nan|null|none|nil|-{1,3}|n\.?d\.?|unknown|unavailable|missing)$/i;
const isNumber = (cell: string) => cell.length <= longestNumber && /^[+-]?[\d.,]*\d[\d.,]*(e[+-]?\d+)?$/i.test(cell);

const dayOrders = ["dd MM yyyy", "MM dd yyyy", "yyyy MM dd"] as const;
const patterns = dayOrders.flatMap((order) =>
  ["/", ".", "-"].flatMap((sign) =>
    ["HH:mm:ss", "HH:mm", ""].flatMap((clock) =>
      clock === ""
        ? [order.replaceAll(" ", sign)]
        : [" ", "T", ", "].map((between) => `${order.replaceAll(" ", sign)}${between}${clock}`),
    ),
  ),
);

/** The same on a clock of twelve hours, so that people see their file described as it is written. */
const twelveHourPatterns = patterns
  .filter((pattern) => pattern.includes("HH"))
  .map((pattern) => `${pattern.replace("HH", "hh")} a`);

/** The formats in the order in which they are tried. */
function formatsFor(cell: string): readonly string[] {
  if (/^\d{9,10}(\.\d+)?$/.test(cell)) return ["epoch-s"];
  if (/^\d{12,13}$/.test(cell)) return ["epoch-ms"];
  return halfDay.test(cell) ? [...twelveHourPatterns, "iso"] : ["iso", ...patterns];
}

interface TimeGuess {
  column: FileColumn | undefined;
  /** The time of day, where the other column has days alone. */
  clock?: FileColumn | undefined;
  format: string;
  isUnsure: boolean;
}

function timeColumn(columns: readonly FileColumn[]): TimeGuess {
  const isNamed = ({ name }: FileColumn) => /time|date|zeit|datum|heure|horodat|when|^at$|^ts$/i.test(name);
  const inOrder = [...columns.filter(isNamed), ...columns.filter((column) => !isNamed(column))];
  for (const column of inOrder) {
    const cells = filled(column);
    const fitting = isMostly(cells, isClock) ? [] : formatsOf(cells);
    const [first, ...others] = fitting;
    if (first === undefined) continue;
    const monthFirst = others.find((format) => format.startsWith("MM"));
    const areDays = isMostly(cells, (cell) => isDayAlone(cell, first));
    const clock = areDays ? inOrder.find((other) => isMostly(filled(other), isClock)) : undefined;
    if (!first.startsWith("dd") || monthFirst === undefined) return { column, clock, format: first, isUnsure: false };
    const [byDay, byMonth] = [spanOf(first, cells), spanOf(monthFirst, cells)];
    // A file is mostly without jumps: of two readings of its dates the one that spans less is meant.
    return { column, clock, format: byMonth < byDay ? monthFirst : first, isUnsure: byMonth === byDay };
  }
  return { column: undefined, format: "iso", isUnsure: false };
}

const filled = ({ samples }: FileColumn) => samples.filter((cell) => cell !== "");
/** A single wrong line does not decide. */
const isMostly = (cells: readonly string[], isOne: (cell: string) => boolean) =>
  cells.filter(isOne).length * 2 > cells.length;

/** The formats that read the most of these times, and at least every second: a single wrong line does not decide. */
function formatsOf(cells: readonly string[]): string[] {
  if (cells.length === 0) return [];
  const read = formatsFor(cells[0] as string).map((format) => ({ format, count: timesOf(format, cells).length }));
  const most = Math.max(...read.map(({ count }) => count));
  return most * 2 < cells.length ? [] : read.filter(({ count }) => count === most).map(({ format }) => format);
}

function timesOf(format: string, cells: readonly string[]): number[] {
  const read = timeReader(format, "UTC");
  return cells.map((cell) => read(cell)).filter((time) => typeof time === "number");
}

function spanOf(format: string, cells: readonly string[]): number {
  const times = timesOf(format, cells);
  return Math.max(...times) - Math.min(...times);
}

const plain = (text: string) =>
  text
    .normalize("NFD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();

/** What people call the usual quantities, most certain first; compared with names without accents and units. */
const usual: readonly [words: RegExp, metric: string][] = [
  [/\b(soc|state of charge|battery level|battery charge|etat de charge|charge de la batterie)\b/, "battery.soc"],
  [/\b(battery|batterie)\b.*\b(voltage|tension|spannung|u)\b/, "battery.voltage"],
  [/\b(battery|batterie)\b.*\b(current|courant|strom|i)\b/, "battery.current"],
  [/\b(battery|batterie)\b.*\b(temp|temperature|temperatur)\b/, "battery.temperature"],
  [/\b(battery|batterie)\b.*\b(power|puissance|leistung)\b|^(battery|batterie)$/, "battery.power"],
  [/\b(pv|solar|solaire|panneaux|photovoltaic|photovoltaique|generation|production)\b/, "solar.power"],
  [/\b(generator|genset|diesel|groupe electrogene)\b/, "generator.power"],
  [/\b(grid|mains|netz|reseau)\b/, "grid.power"],
  [/\b(load|loads|consumption|consommation|verbrauch|demand|charges)\b/, "load.power"],
  [/\b(inside|indoor|interieur|interieure)\b.*\b(temp|temperature)\b/, "inside.temperature"],
  [/\b(outside|outdoor|ambient|exterieur|exterieure)\b.*\b(temp|temperature)\b/, "outside.temperature"],
  [/\b(irradiance|irradiation|ghi)\b/, "solar.irradiance"],
];
const metered = Object.values(quantities).filter(({ meter }) => meter !== undefined);
/** The meter of each power that has only one: of a battery's energy the name does not say whether it went in or out. */
const asMeter = new Map(
  metered
    .filter(({ power }) => metered.filter((other) => other.power === power).length === 1)
    .map(({ power, meter }) => [power, meter]),
);
const byLabel = new Map(
  Object.entries(metrics).flatMap(([name, { en, fr }]) => [
    [plain(en), name],
    [plain(fr), name],
    [plain(name), name],
  ]),
);

/** A battery without a word of what is measured: where all of it is a per cent above 0 it is the charge, not the power. */
function isCharge({ name, samples }: FileColumn): boolean {
  const numbers = samples.filter(isNumber).map((cell) => Number(cell.replace(",", ".")));
  return /^(battery|batterie)$/.test(plain(name)) && numbers.every((number) => number > 0 && number <= 100);
}

/** The metric that a column is named after; undefined where its name says nothing known. */
function metricOf(column: string): string | undefined {
  const path = column.replace(/^values\./, "");
  if (Object.hasOwn(metrics, path)) return path;
  const words = plain(nameWithoutUnit(path));
  const labelled = byLabel.get(words) ?? usual.find(([pattern]) => pattern.test(words))?.[1];
  const unit = unitInName(path);
  const found = unit?.endsWith("Wh") ? (asMeter.get(labelled ?? "") ?? labelled) : labelled;
  if (found === undefined) return path.includes(".") && MetricName.safeParse(path).success ? path : undefined;
  const base = metrics[found as keyof typeof metrics].unit;
  return unit !== undefined && unitFactors[base]?.[unit] === undefined ? undefined : found;
}

function factorOf({ name, samples }: FileColumn, metric: string): number {
  const known = Object.hasOwn(metrics, metric) ? metrics[metric as keyof typeof metrics] : undefined;
  const unit = unitInName(name);
  const factor = known && unit !== undefined ? unitFactors[known.unit]?.[unit] : undefined;
  if (factor !== undefined && factor !== 1) return factor;
  const numbers = samples.filter(isNumber).map((cell) => Math.abs(Number(cell.replace(",", "."))));
  const isShare = known?.unit === "percent" && unit === undefined && numbers.length > 0;
  return isShare && Math.max(...numbers) <= 1 && numbers.some((number) => number % 1 !== 0) ? 100 : 1;
}
