import { createHash } from "node:crypto";

import type { InputOf } from "@offgrid/contract/core/call";
import { Refusal } from "@offgrid/contract/core/refusal";
import { refusedShown } from "@offgrid/contract/recordings/import-limits";
import type { CsvMapping } from "@offgrid/contract/recordings/csv.mapping";
import type { importCalls, ImportState } from "@offgrid/contract/recordings/imports.calls";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import type { Db } from "../../core/db.ts";
import { chartQueueOf } from "../../history/charts/chart-queue.ts";
import { beginReplacement, replacedKeptMs } from "../../history/tiers/replace.store.ts";
import { keptFromMs } from "../../history/tiers/retention.store.ts";
import { findLater } from "../../history/tiers/undo-replacement.store.ts";
import { enqueue } from "../../jobs/job.store.ts";
import * as containers from "../containers/containers.store.ts";
import { importJobName, undoKey } from "./import-job.ts";
import { fileReaders, HistoryFile, type ReaderProcess } from "./file-readers.ts";
import * as imports from "./imports.store.ts";
import { checkCap, checkMetrics, readOptions, reportOf, slotsFor, toInstant } from "./inspect.ts";
import { diskFull, reachOf, spanOf } from "./replace.ts";
import { compareStored, countReplaced, meantRows } from "./stored-cells.ts";

type Asked = { containerId: string; importId: number };

/** Imports of one person that are waiting or running. */
const mostUnderWay = 10;

export const importHandlers: Handlers<typeof importCalls> = {
  importUpload: async ({ containerId, name, file, sheet }, { actor, db, clock, hasRoom, audit, signal }) => {
    const { userId } = actor;
    await containers.mustFind(db, actor, containerId);
    if (!hasRoom()) throw diskFull();
    const read = await fileReaders.forPerson(userId, (reader) => reader.ask("pack", { file, sheet }), signal);
    const id = await imports.insert(db, { ...read, containerId, userId, name, sheet, nowMs: clock.now() });
    audit({ target: containerId, after: { importId: id, file: name, lines: read.lines } });
    return { data: { importId: id } };
  },

  importOpen: async (input, context) => {
    const { actor, db } = context;
    const row = await mustFind(db, actor, input);
    const container = await containers.mustFind(db, actor, input.containerId);
    const { names, columns, ...guess } = await columnsOf(context, row, container.zoneName);
    const known = await imports.recall(db, row.containerId, hashOf(names));
    const { id, name, kind, sheet, sheets, lines: count } = row;
    return {
      data: {
        ...{ importId: id, name, kind, sheet, sheets, lines: count },
        columns,
        mapping: known ? withClock(known, guess.mapping) : guess.mapping,
        isRemembered: known !== undefined,
        isDayOrderUnsure: known === undefined && guess.isDayOrderUnsure,
      },
    };
  },

  importCheck: async (input, context) => {
    const { db, actor, signal } = context;
    const row = await mustFind(db, actor, input);
    checkMetrics(input.mapping);
    await checkCap(db, row.containerId, input.mapping);
    const options = await readOptions(context, input);
    const span = input.replace && spanOf(input.replace, input.mapping, options.limits.keptFromMs);
    const about = { containerId: row.containerId, mapping: input.mapping };
    const check = async (reader: ReaderProcess) => {
      const file = await HistoryFile.open(reader, { body: await bodyOf(db, row) }, options);
      const found = await file.inspect({ shown: refusedShown, within: span });
      // To read what is stored is as heavy as a chart. What waits for a reader takes no turn from the charts: some checks
      // of long files would hold up all of them.
      const compare = async () => {
        const reach = span && reachOf({ ...span, beyond: false }, input.mapping, found.readings);
        const stored = await compareStored(db, about, reach ? meantRows(file.rows(), reach) : file.rows(), { signal });
        if (!span || !reach || !stored) return { stored, replacing: null };
        return { stored, replacing: await countReplaced(db, about, { span, reach, found, stored, signal }) };
      };
      const compared = await chartQueueOf(db).run(actor.userId, compare, { signal });
      const report = reportOf(options, found, row.lineShift);
      return { data: { ...report, ...compared } };
    };
    return fileReaders.forPerson(actor.userId, check, signal);
  },

  importStart: async ({ containerId, importId, ...plan }, context) => {
    const { actor, db, clock, hasRoom, audit } = context;
    const row = await mustFind(db, actor, { containerId, importId });
    if (plan.replace) context.mustBeConfirmed();
    if (!hasRoom()) throw diskFull();
    checkMetrics(plan.mapping);
    const nowMs = clock.now();
    const { names } = await columnsOf(context, row);
    // Slots are given in a transaction of their own.
    const slots = await slotsFor(db, containerId, plan.mapping);
    const { mapping, replace } = plan;
    return context.transaction(async (tx) => {
      // They run one after the other, and other people's wait behind them.
      if ((await imports.countUnderWay(tx, actor.userId)) >= mostUnderWay)
        throw new Refusal("too_many", { retryAfterS: 30 });
      const replacementId = replace && (await begin({ ...context, db: tx }, { containerId, plan, slots, nowMs }));
      if (!(await imports.start(tx, row.id, { plan, replacementId, userId: actor.userId })))
        throw new Refusal("not_found");
      await imports.remember(tx, { containerId, columnsHash: hashOf(names), mapping, nowMs });
      await enqueue(tx, importJobName, String(row.id));
      const about = { importId, file: row.name, lines: row.lines };
      audit({ target: containerId, after: { ...about, ...(replace && { replacement: replacementId, ...replace }) } });
      return { data: await stateOf(tx, { containerId, importId }) };
    });
  },

  importCancel: async (input, { actor, db, clock, audit }) => {
    const { id, name } = await mustFind(db, actor, input);
    const nowMs = clock.now();
    const isOver =
      (await imports.removeUploaded(db, id)) ||
      (await imports.finish(db, id, { from: imports.underWay, state: "cancelled", nowMs }));
    if (!isOver) throw new Refusal("not_found");
    audit({ target: input.containerId, after: { importId: id, file: name } });
    return {};
  },

  importRemove: async (input, { actor, db, clock, audit }) => {
    const row = await mustFind(db, actor, input);
    const { id, name, state, added, replaced, removed } = row;
    // As long as it can be undone it has to be found.
    const isKept = state !== "undone" && undoUntilMs(row) > clock.now();
    if (isKept || !(await imports.removeEnded(db, id))) throw new Refusal("not_found");
    audit({ target: input.containerId, before: { importId: id, file: name, state, added, replaced, removed } });
    return {};
  },

  importUndo: async (input, { actor, db, clock, audit }) => {
    const row = await mustFind(db, actor, input);
    const isKept = undoUntilMs(row) > clock.now();
    const isMoved = isKept && (await imports.beginUndo(db, row.id, actor.userId));
    if (!isMoved || row.replacementId === null) throw new Refusal("not_found");
    if ((await findLater(db, row.replacementId)) !== undefined) throw new Refusal("corrected_since");
    await enqueue(db, importJobName, undoKey(row.id));
    audit({ target: input.containerId, after: { importId: row.id, file: row.name, replacement: row.replacementId } });
    return {};
  },

  importList: async ({ containerId }, { actor, db }) => {
    await containers.mustFind(db, actor, containerId);
    return { data: (await imports.list(db, containerId)).map(shown) };
  },

  importReport: async (input, { actor, db }) => {
    const { id } = await mustFind(db, actor, input);
    const { refusedLines, conflictsAt } = await imports.readReport(db, id);
    return { data: { refused: refusedLines, conflictsAt: conflictsAt.map(toInstant) } };
  },
};

async function mustFind(
  db: Db,
  actor: CallContext["actor"],
  { containerId, importId }: Asked,
): Promise<imports.ImportRow> {
  await containers.mustFind(db, actor, containerId);
  const row = await imports.find(db, containerId, importId);
  if (!row) throw new Refusal("not_found");
  return row;
}

async function bodyOf(db: Db, { id }: imports.ImportRow): Promise<Buffer> {
  const body = await imports.readBody(db, id);
  if (!body) throw new Refusal("not_found");
  return body;
}

async function columnsOf(
  { db, actor, signal }: Pick<CallContext, "db" | "actor" | "signal">,
  row: imports.ImportRow,
  zone = "UTC",
) {
  const body = await bodyOf(db, row);
  return fileReaders.forPerson(actor.userId, (reader) => reader.ask("columns", { body, zone }), signal);
}

interface Beginning {
  containerId: string;
  plan: Pick<InputOf<(typeof importCalls)["importStart"]>, "mapping" | "replace">;
  slots: readonly number[];
  nowMs: number;
}

/** Records the correction, so that its number is in the audit. */
async function begin(
  { db, actor, config }: Pick<CallContext, "db" | "actor" | "config">,
  { containerId, plan: { mapping, replace }, slots, nowMs }: Beginning,
): Promise<number | undefined> {
  if (!replace) return undefined;
  const { fromMs, toMs, metrics } = spanOf(replace, mapping, await keptFromMs(db, config, nowMs));
  // The file is read by the job, which then knows how far the correction reaches.
  const chosen = mapping.columns.flatMap(({ metric }, column) =>
    metrics.includes(metric) ? [slots[column] as number] : [],
  );
  const about = { containerId, slots: chosen, fromMs, toMs };
  return (await beginReplacement(db, about, { userId: actor.userId, nowMs })).id;
}

/** A mapping that was kept before a file's time of day was found: it gets that column, which such files cannot do without. */
function withClock(known: CsvMapping, { time: found }: CsvMapping): CsvMapping {
  const { time, columns } = known;
  const isLacking = time.clock === undefined && found.clock !== undefined && time.column === found.column;
  if (!isLacking || columns.some(({ column }) => column === found.clock)) return known;
  return { ...known, time: { ...time, clock: found.clock } };
}

function hashOf(names: readonly string[]): Buffer {
  return createHash("sha256").update(JSON.stringify(names)).digest();
}

async function stateOf(db: Db, { containerId, importId }: Asked): Promise<ImportState> {
  const found = (await imports.list(db, containerId)).find(({ id }) => id === importId);
  if (!found) throw new Refusal("not_found");
  return shown(found);
}

function undoUntilMs({ replacementId, replaced, removed, madeAt }: imports.ImportRow): number {
  return replacementId !== null && replaced + removed > 0 ? madeAt.getTime() + replacedKeptMs : 0;
}

function shown(row: imports.ImportRow & { by: string | null }): ImportState {
  const { id, name, kind, state, by, madeAt, finishedAt, progress, failure, plan } = row;
  const { lines, added, completed, conflicts, refused, replaced, removed } = row;
  const untilMs = state === "undone" || state === "undoing" ? 0 : undoUntilMs(row);
  return {
    ...{ importId: id, name, kind, state, by, progress, failure },
    madeAt: madeAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    isReplacing: plan?.replace !== undefined && plan.replace !== null,
    counts: { lines, added, completed, conflicts, refused, replaced, removed },
    undoUntil: untilMs > 0 && finishedAt !== null ? toInstant(untilMs) : null,
  };
}
