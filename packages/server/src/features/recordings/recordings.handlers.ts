import type { InputOf, OutputOf } from "@offgrid/contract/core/call";
import { Refusal } from "@offgrid/contract/core/refusal";
import type { recordingCalls } from "@offgrid/contract/recordings/recordings.calls";

import type { CallContext, Handlers } from "../../calls/handler.ts";
import { mayConfigure } from "../../calls/scope.ts";
import * as containers from "../containers/containers.store.ts";
import { fileReaders, HistoryFile } from "./file-readers.ts";
import type { Inspection } from "./file-work.ts";
import { checkCap, checkMetrics, readOptions, reportOf, slotsFor, toInstant } from "./inspect.ts";
import { diskFull, replaceReadings, type Span, spanOf } from "./replace.ts";
import { RowWriter } from "./row-writer.ts";

type ImportCall = (typeof recordingCalls)["importData"];
type Stored = NonNullable<OutputOf<ImportCall>["data"]["stored"]>;

/** Instants of conflicts that are named. */
const conflictsShown = 20;

export const recordingHandlers: Handlers<typeof recordingCalls> = {
  importData: async (input, context) => {
    const { containerId, step, mapping, replace } = input;
    const { actor, db } = context;
    await containers.mustFind(db, actor, containerId);
    checkMetrics(mapping);
    const options = await readOptions(context, input);
    const span = replace && spanOf(replace, mapping, options.limits.keptFromMs);
    if (span && step === "import") context.mustBeConfirmed();
    return fileReaders.forPerson(actor.userId, async (reader) => {
      const history = await HistoryFile.open(reader, { text: input.file }, options);
      const found = await history.inspect({ within: span });
      const report = reportOf(options, found);
      if (step === "preview") {
        await checkCap(db, containerId, mapping);
        return { data: report };
      }
      if (!found.isUsable || found.counts.good === 0) return { data: report };
      return {
        data: { ...report, ...(await bring(context, input, { history, span, found })) },
      };
    });
  },
};

interface Bringing {
  history: HistoryFile;
  span: Span | undefined;
  found: Inspection;
}

async function bring(context: CallContext, input: InputOf<ImportCall>, { history, span, found }: Bringing) {
  const { containerId, name, mapping, shift, ambiguous, replace } = input;
  const mayGoOn = mayWrite(context, containerId);
  if (!context.hasRoom()) throw diskFull();
  const slots = await slotsFor(context.db, containerId, history.mapping);
  const about = { history, slots, mayGoOn };
  if (!span) return { stored: await store(context, containerId, about) };
  const plan = { mapping, shift, ambiguous, replace, leaveOut: false };
  const file = { name, lines: found.counts.lines, plan };
  return {
    replaced: await replaceReadings(context, containerId, { ...about, ...span, file, readings: found.readings }),
  };
}

/** A long file goes on only while there is room, and while the person may still do so. */
function mayWrite({ db, actor, hasRoom }: Pick<CallContext, "db" | "actor" | "hasRoom">, containerId: string) {
  return async () => {
    if (!hasRoom()) throw diskFull();
    if (!(await mayConfigure(db, actor, containerId))) throw new Refusal("forbidden");
  };
}

async function store(
  { db }: Pick<CallContext, "db">,
  containerId: string,
  { history, slots, mayGoOn }: { history: HistoryFile; slots: readonly number[]; mayGoOn: () => Promise<void> },
): Promise<Stored> {
  const writer = new RowWriter({ db, containerId, nowMs: history.limits.nowMs, slots, mayGoOn });
  for await (const row of history.rows()) {
    writer.add(row);
    if (writer.isFull) await writer.write();
  }
  await writer.write();
  const { conflictsAt, ...counts } = writer.written;
  const first = [...conflictsAt].sort((one, other) => one - other).slice(0, conflictsShown);
  return { ...counts, conflictsAt: first.map(toInstant) };
}
