/** `npm run replay` of a CSV file: what is checked before it is sent, and what is said about it afterwards. */
import { type Ambiguity, ambiguities } from "@offgrid/contract/recordings/csv.time";
import type { CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import { type RecordingSummary, shiftMsOf } from "@offgrid/contract/recordings/recording.check";
import type { ControllerOptions } from "@offgrid/controller/controller.types";
import { type CsvFile, checkCsv } from "@offgrid/controller/drivers/recording/csv.reader";
import { readConfig } from "@offgrid/server/config/config";
import { basename, join } from "node:path";

/** The person can do something about it; the message is all they need. */
export class UsageError extends Error {}

/** The file with what the command line and EARLIEST decide about it. */
export function csvFileOf(
  path: string,
  mapping: CsvMapping,
  { shift, ambiguous }: { shift?: string | undefined; ambiguous: string },
): CsvFile {
  const shiftMs = shift === undefined ? 0 : shiftMsOf(shift);
  if (shiftMs === undefined)
    throw new UsageError(`--shift must be a duration such as 187w, 1461d or -2h; it is "${shift}".`);
  if (!isAmbiguity(ambiguous))
    throw new UsageError(`--ambiguous must be earlier, later or refuse; it is "${ambiguous}".`);
  const { earliestMs } = readConfig({ EARLIEST: process.env["EARLIEST"] });
  // What the portal keeps is its own affair: it refuses what is older.
  const limits = { nowMs: Date.now(), earliestMs, keptFromMs: 0 };
  return { path, mapping, options: { shiftMs, ambiguity: ambiguous }, limits };
}

function isAmbiguity(text: string): text is Ambiguity {
  return (ambiguities as readonly string[]).includes(text);
}

/**
 * Checks the whole file and says what it holds.
 * @throws UsageError that names the mistakes, a line each, or asks about times that are too early.
 */
export async function checkFile(file: CsvFile): Promise<RecordingSummary> {
  const summary = await checkCsv(file);
  const { counts, repeated } = summary;
  if (summary.faultCount > 0) throw new UsageError(mistakesOf(file, summary));
  if (counts.early > 0) throw new UsageError(earlyQuestion(file, summary));
  process.stdout.write(
    `${counts.good} frames from ${iso(summary.firstMs)} to ${iso(summary.lastMs)}, ${counts.withoutReading} rows without a reading.\n`,
  );
  if (repeated > 0) process.stdout.write(`${repeated} rows repeat a time; the portal keeps the first of them.\n`);
  return summary;
}

function mistakesOf({ path }: CsvFile, { faults, faultCount }: RecordingSummary): string {
  const name = basename(path);
  const lines = faults.map(
    ({ line, column, message }) =>
      `${name}, line ${line}${column === undefined || message.includes(`column "${column}"`) ? "" : `, column "${column}"`}: ${message}`,
  );
  if (faultCount > 1) {
    const shown = faults.length < faultCount ? `, of which the first ${faults.length} are named` : "";
    lines.push(`${name}: ${faultCount} mistakes${shown}; nothing was sent.`);
  }
  return lines.join("\n");
}

function earlyQuestion({ path, limits: { earliestMs } }: CsvFile, summary: RecordingSummary): string {
  const { counts, earlyFromMs, earlyToMs } = summary;
  const span = `from ${iso(earlyFromMs)} to ${iso(earlyToMs)}`;
  const shift = `move the recording with --shift ${summary.weeksLater(earliestMs)}w`;
  const allow = `allow such times with EARLIEST=${day(earlyFromMs)}, here and in the portal`;
  return `${basename(path)}: ${counts.early} rows, ${span}, are before ${day(earliestMs)}, the first day that is accepted: ${shift}, or ${allow}.`;
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}

function day(ms: number): string {
  return iso(ms).slice(0, 10);
}

/** Readings that the portal has otherwise, in one line. */
export function conflictLine(conflicts: number, conflictsAt: readonly number[]): string {
  const first = conflictsAt.map(iso).join(", ");
  return `${conflicts} readings differ from what the portal has, which stays as it is; the first at ${first}.\n`;
}

type Letters = Parameters<NonNullable<ControllerOptions["onRefused"]>>[0];

const reasons: Record<string, string> = {
  schema: "the portal cannot read or store them",
  points: "some of their readings are no numbers, or their metrics have no valid name",
  time: "their time is in the future or before what the portal keeps (EARLIEST, RAW_DAYS)",
  cap: "the container would have too many metrics",
  metrics: "the portal does not know their metrics",
};

/** What the portal refused, by reason. */
export class RefusalReport {
  readonly #byReason = new Map<string, { frames: number; firstMs: number; lastMs: number }>();

  add(letters: Letters): void {
    for (const { error, atMs } of letters) {
      const known = this.#byReason.get(error) ?? { frames: 0, firstMs: Infinity, lastMs: -Infinity };
      known.frames++;
      known.firstMs = Math.min(known.firstMs, atMs);
      known.lastMs = Math.max(known.lastMs, atMs);
      this.#byReason.set(error, known);
    }
  }

  /** @param folder Where the refused frames are. */
  throwIfAny(folder: string): void {
    if (this.#byReason.size === 0) return;
    const file = join(folder, "dead-letters.jsonl");
    const lines = [...this.#byReason].map(
      ([error, { frames, firstMs, lastMs }]) =>
        `${frames} frames from ${iso(firstMs)} to ${iso(lastMs)} were refused: ${reasons[error] ?? error}; they are in ${file}.`,
    );
    throw new UsageError(lines.join("\n"));
  }
}

/** A progress bar on a terminal, else a line per tenth. */
export function progressBar(total: number): (done: number) => void {
  let shown = -1;
  return (done) => {
    const isTerminal = process.stdout.isTTY;
    const step = Math.floor((done / total) * (isTerminal ? 100 : 10));
    if (step === shown) return;
    shown = step;
    const percent = String(Math.floor((done / total) * 100)).padStart(3);
    if (!isTerminal) process.stdout.write(`${percent} %  ${done} of ${total} frames\n`);
    else process.stdout.write(`\r[${"#".repeat(step / 2).padEnd(50)}] ${percent} %${done >= total ? "\n" : ""}`);
  };
}
