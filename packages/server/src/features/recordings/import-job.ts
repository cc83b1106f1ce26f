import { Refusal } from "@offgrid/contract/core/refusal";
import { importKeptMs, refusedShown, uploadKeptMs } from "@offgrid/contract/recordings/import-limits";
import type { LineFault } from "@offgrid/contract/recordings/recording.check";

import type { FeatureBase } from "../../calls/feature.ts";
import { mayConfigure } from "../../calls/scope.ts";
import { isDatabaseAway } from "../../core/db.ts";
import { ensureMonths, monthsOfDays } from "../../history/tiers/partitions.store.ts";
import { narrowReplacement, replaceDay } from "../../history/tiers/replace.store.ts";
import { CorrectedSince, undoReplacement } from "../../history/tiers/undo-replacement.store.ts";
import { Deferred, type JobKind, type JobRun } from "../../jobs/job.ts";
import { type FileReaders, fileReaders, HistoryFile, type ReaderProcess } from "./file-readers.ts";
import type { ColumnReadings, Inspection } from "./file-work.ts";
import * as imports from "./imports.store.ts";
import type { ImportFailure, ImportPlan, ImportRow } from "./imports.store.ts";
import { readOptions, shownFault, slotsFor, toInstant } from "./inspect.ts";
import { type Span, aboutOf, daysOfCorrection, meantBy, reachOf, spanOf } from "./replace.ts";
import { RowWriter } from "./row-writer.ts";

export const importJobName = "import";
/** The key of the job that undoes an import, in place of its id. */
export const undoKey = (id: number) => `${id}:undo`;

/** After so many runs that failed, or that ended their process, an import is over. */
const mostAttempts = 5;
const clearEveryMs = 3_600_000;

type Base = Pick<FeatureBase, "db" | "clock" | "config" | "hasRoom" | "log">;
type Importing = Base & { readers: FileReaders };

/** Ends the import for a reason that the person is told. */
class Ended extends Error {
  readonly failure: ImportFailure;
  constructor(failure: ImportFailure) {
    super(`the import ended: ${failure}`);
    this.failure = failure;
  }
}
/** Another process, or the person, was quicker: this run has nothing more to do. */
class Overtaken extends Error {}
/** The disk is full: the import goes on when there is room. */
class NoRoom extends Error {}
const noRoomPauseMs = 30_000;
/** SQLSTATE of a database whose own disk is full. */
const databaseFull = "53100";

/** Imports uploaded files, and removes what nobody needs any more. */
export function importJobs(base: Base, readers = fileReaders): JobKind[] {
  const { db, clock } = base;
  return [
    {
      name: importJobName,
      longestRunMs: 6 * 3_600_000,
      run: (job) => runImport({ ...base, readers }, job),
    },
    {
      name: "imports-clear",
      everyMs: clearEveryMs,
      run: () => imports.clear(db, { uploadsMs: clock.now() - uploadKeptMs, recordsMs: clock.now() - importKeptMs }),
    },
  ];
}

async function runImport(base: Importing, job: JobRun): Promise<void> {
  const { db, clock, log } = base;
  const id = Number.parseInt(job.key, 10);
  const row = await imports.findById(db, id);
  if (!row) return;
  const isUndo = job.key === undoKey(id);
  try {
    await (isUndo ? undo(base, row, job) : bring(base, row, job));
  } catch (error) {
    if (error instanceof Overtaken) return;
    if (job.signal.aborted) throw error;
    if (error instanceof NoRoom || (error as { code?: unknown } | null)?.code === databaseFull) {
      // Where not even this can be stored, a later run does it.
      await imports.noteFailure(db, id, "disk_full").catch(() => undefined);
      throw new Deferred("the disk is full", noRoomPauseMs);
    }
    const failure = failureOf(error);
    if (failure === "internal" && (isDatabaseAway(error) || job.attempt < mostAttempts)) throw error;
    if (failure === "internal") log.error({ err: error, importId: id }, "an import failed for good");
    const from = isUndo ? imports.beingUndone : imports.underWay;
    await imports.finish(db, id, { from, state: "failed", failure, nowMs: clock.now() });
  }
}

/** A run that ended its process did so without a word: those are noticed here. @throws Ended */
function mustBeWorthIt({ attempt }: JobRun): void {
  if (attempt > mostAttempts) throw new Ended("internal");
}

function failureOf(error: unknown): ImportFailure {
  if (error instanceof Ended) return error.failure;
  if (error instanceof CorrectedSince) return "corrected_since";
  if (!(error instanceof Refusal) || error.code !== "bad_input") return "internal";
  const [field = "", message] = Object.entries(error.fields ?? {})[0] ?? [];
  if (field === "file" && (message === "too_heavy" || message === "too_dense")) return message;
  if (field.endsWith(".metric")) return "too_many_metrics";
  return field === "replace.from" ? "too_old" : "wrong_lines";
}

/** Called before each write. @throws Ended, NoRoom */
type MayGoOn = () => Promise<void>;

function whileAllowed({ db, hasRoom }: Base, row: ImportRow, { signal }: JobRun): MayGoOn {
  return async () => {
    signal.throwIfAborted();
    if (!hasRoom()) throw new NoRoom("the disk is full");
    if (!(await mayConfigure(db, row, row.containerId))) throw new Ended("no_right");
  };
}

async function undo(base: Base, row: ImportRow, job: JobRun): Promise<void> {
  const { db, clock } = base;
  const { id, state, userId, replacementId } = row;
  if (state !== "undoing") return;
  mustBeWorthIt(job);
  const nowMs = clock.now();
  if (replacementId !== null) {
    const mayGoOn = whileAllowed(base, row, job);
    await undoReplacement(db, replacementId, { userId, nowMs }, mayGoOn);
  }
  await imports.finish(db, id, { from: imports.beingUndone, state: "undone", nowMs });
}

/** What every part of an import needs. */
interface Work {
  row: ImportRow;
  plan: ImportPlan;
  history: HistoryFile;
  slots: readonly number[];
  mayGoOn: MayGoOn;
}

async function bring(base: Importing, row: ImportRow, job: JobRun): Promise<void> {
  mustBeWorthIt(job);
  const { db, clock, readers } = base;
  const { id, containerId, plan } = row;
  const body = await imports.readBody(db, id);
  if (!plan || !body || !(await imports.move(db, id, ["waiting", "running"], "running"))) return;
  const mayGoOn = whileAllowed(base, row, job);
  await mayGoOn();
  const options = await readOptions(base, plan);
  const work = async (reader: ReaderProcess) => {
    const history = await HistoryFile.open(reader, { body }, options);
    const span = plan.replace && spanOf(plan.replace, plan.mapping, history.limits.keptFromMs);
    const { readings } = await noteRefused(base, { row, plan, history }, span);
    const slots = await slotsFor(db, containerId, plan.mapping);
    const about = { row, plan, history, slots, mayGoOn };
    await (span ? replace(base, about, span, readings) : add(base, about));
  };
  await readers.use(work, job.signal);
  await imports.finish(db, id, { from: imports.underWay, state: "done", nowMs: clock.now() });
}

/** Looks at the whole file, and keeps which lines are left out. @throws Ended when they were not expected. */
async function noteRefused(
  { db }: Base,
  { row, plan, history }: Omit<Work, "slots" | "mayGoOn">,
  within: Span | undefined,
): Promise<Inspection> {
  const found = await history.inspect({ shown: refusedShown, within });
  const { counts, faults, early, isUsable } = found;
  if (!isUsable && !plan.leaveOut) throw new Ended("wrong_lines");
  const tooEarly = early.slice(0, refusedShown - faults.length).map(({ line, atMs }): LineFault => {
    const cell = toInstant(atMs);
    const message = `The time ${cell} is before ${toInstant(history.limits.earliestMs)} (EARLIEST).`;
    return { line, column: plan.mapping.time.column, code: "impossible_time", message, cell };
  });
  const named = [...faults, ...tooEarly].sort((one, other) => one.line - other.line);
  const lines = named.map((fault) => shownFault(fault, row.lineShift));
  await imports.noteRefused(db, row.id, counts.wrong + counts.early, lines);
  return found;
}

/** Stores the rows, from where an earlier run of this import stopped. */
async function add({ db }: Base, { row, history, slots, mayGoOn }: Work): Promise<void> {
  const { id, containerId } = row;
  const { conflictsAt } = await imports.readReport(db, id);
  const { added, completed, conflicts } = row;
  let before = row.doneUntil;
  let line = before;
  const lastLine = Math.max(1, row.lines);
  const writer = new RowWriter({
    ...{ db, containerId, nowMs: history.limits.nowMs, slots, mayGoOn },
    before: { added, completed, conflicts, conflictsAt: new Set(conflictsAt) },
    atCommit: async (tx, written) => {
      const step = { id, before, doneUntil: line, progress: Math.min(1, line / lastLine) };
      if (!(await imports.noteWritten(tx, step, written))) throw new Overtaken();
    },
  });
  const write = async () => {
    await writer.write();
    before = line;
  };
  for await (const good of history.rows(row.doneUntil)) {
    line = good.line;
    writer.add(good);
    if (writer.isFull) await write();
  }
  await write();
}

/** Replaces the readings day by day, from the day on at which an earlier run stopped. */
async function replace(
  { db }: Base,
  { row, plan, history, slots, mayGoOn }: Work,
  span: Span,
  readings: readonly ColumnReadings[],
): Promise<void> {
  const { replacementId, containerId } = row;
  // Waited for so long that what it was to be undone with is gone. It must not become an import that adds.
  if (replacementId === null) throw new Ended("too_old");
  const reach = reachOf(span, plan.mapping, readings);
  if (reach.length === 0) return;
  const about = { ...aboutOf(containerId, reach, slots), id: replacementId };
  await narrowReplacement(db, about);
  const { days, instantsOf } = await daysOfCorrection(db, history, { about, span, reach });
  const isMeant = meantBy(reach);
  let before = row.doneUntil;
  for (const [place, day] of days.entries()) {
    if (day <= row.doneUntil) continue;
    await mayGoOn();
    await ensureMonths(db, "frame", monthsOfDays([day]));
    await db.transaction().execute(async (tx) => {
      const { instants } = await instantsOf(day);
      const changed = await replaceDay(tx, about, day, instants, history.limits.nowMs, { isMeant });
      const step = { id: row.id, before, doneUntil: day, progress: (place + 1) / days.length };
      if (!(await imports.noteReplaced(tx, step, changed))) throw new Overtaken();
    });
    before = day;
  }
}
